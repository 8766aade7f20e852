/** A search as clients send it, and the same as the rival understands it. */
export interface Query {
  form: Form
  ours: Readonly<Record<string, string>>
  rival: Readonly<Record<string, string>>
}

export const FORMS = [
  'word',
  'and',
  'or',
  'not',
  'phrase',
  'distance',
  'prefix',
  'place',
  'employer',
  'combination',
  'apart',
] as const

export type Form = (typeof FORMS)[number]

/** The address of a query, with what else is asked. */
export function target(
  path: string,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const pairs = Object.entries(parameters)
  return `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** A text field of a job, as both name it. */
export type TextField = 'title' | 'description'

/** The rival's parameter for a text field. */
export function rivalField(field: TextField): string {
  return field === 'title' ? 'title_query' : 'text_query'
}

export function textQuery(form: Form, field: TextField, ours: string, rival: string): Query {
  return { form, ours: { [field]: ours }, rival: { [rivalField(field)]: rival } }
}

/** Both at once. */
export function combine(form: Form, ...queries: readonly Pick<Query, 'ours' | 'rival'>[]): Query {
  return {
    form,
    ours: Object.assign({}, ...queries.map(({ ours }) => ours)),
    rival: Object.assign({}, ...queries.map(({ rival }) => rival)),
  }
}
