/** Replaces each `{placeholder}` of a template by what `valueFor` returns for its name. */
export function fillTemplate(template: string, valueFor: (placeholder: string) => string): string {
  const parts = PARTS.getOrInsertComputed(template, split)
  let text = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 2) {
    text += valueFor(parts[index] ?? '') + (parts[index + 1] ?? '')
  }
  return text
}

/** Literal text and names of placeholders in turn. */
const split = (template: string): readonly string[] => template.split(/[{}]/)

/** Memoized: the tables have a few thousand templates. */
const PARTS = new Map<string, readonly string[]>()
