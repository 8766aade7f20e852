import { DomUtils, parseDocument } from 'htmlparser2'
import { listAt, memberAt } from './members'

/** The schema.org JobPosting of a page; undefined when it has none. Blocks that are not JSON are passed over. */
export function jobPostingIn(html: string): unknown {
  return jsonLdOfType(html, 'JobPosting')
}

/** The first item of a schema.org type, such as `Organization`. */
export function jsonLdOfType(html: string, type: string): unknown {
  const scripts = DomUtils.getElementsByTagName('script', parseDocument(html), true)
  for (const script of scripts) {
    if (script.attribs.type?.trim().toLowerCase() !== 'application/ld+json') continue
    const found = findItem(readBlock(DomUtils.textContent(script)), type)
    if (found !== undefined) return found
  }
  return undefined
}

function readBlock(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Pages with a broken block often have a sound one too.
    return undefined
  }
}

function findItem(value: unknown, type: string): unknown {
  const candidates = Array.isArray(value) ? value : [value, ...listAt(value, '@graph')]
  return candidates.find((candidate) => [memberAt(candidate, '@type')].flat().includes(type))
}
