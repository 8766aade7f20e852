import { parseAnswer } from '../entries'
import { UnexpectedAnswer } from '../unexpected-answer'

/**
 * The JSON object or list that a script of a page has after `mark`, which ends where its first brace or bracket is closed: texts in
 * it may look like the end of the script. Undefined without the mark. Throws when the page is cut off before the end.
 */
export function embeddedJson(page: string, mark: RegExp): unknown {
  const found = mark.exec(page)
  if (found === null) return undefined
  const start = found.index + found[0].length
  let depth = 0
  let isText = false
  for (let index = start; index < page.length; index += 1) {
    const character = page[index]
    if (isText && character === '\\') index += 1
    else if (character === '"') isText = !isText
    else if (!isText && (character === '{' || character === '[')) depth += 1
    else if (!isText && (character === '}' || character === ']')) {
      depth -= 1
      if (depth === 0) return parseAnswer(page.slice(start, index + 1))
    }
  }
  throw new UnexpectedAnswer('answered with a page that is cut off')
}
