import { elementsNamed, parseHtml, plainText } from '../answers/markup/html-elements'

const CAREERS =
  /\b(?:careers?|jobs?|join[ -]us|join our team|hiring|vacanc(?:y|ies)|openings?|opportunities|work (?:with|for|at) \w+|open roles|open positions|carri[eè]res?|emplois?|nous joindre|recrutement)\b/i

/** The links of a page to pages of the same domain whose text or path says careers, the plainest first. */
export function careerLinks(html: string, base: URL, domain: string): string[] {
  const links = elementsNamed(parseHtml(html), 'a').flatMap((anchor) => {
    const url = URL.parse(anchor.attribs.href ?? '', base.href)
    if (url === null || !/^https?:$/.test(url.protocol) || !isOfDomain(url.hostname, domain)) {
      return []
    }
    const text = plainText(anchor) ?? ''
    const path = `${url.hostname.slice(0, -domain.length)} ${url.pathname}`.replace(/[-_/.]+/g, ' ')
    if (text.length > MAX_TEXT || !(CAREERS.test(text) || CAREERS.test(path))) return []
    url.hash = ''
    url.protocol = 'https:'
    return [url.href]
  })
  return [...new Set(links)].sort((a, b) => a.length - b.length)
}

/** A longer text is an article. */
const MAX_TEXT = 60

export function isOfDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
