import { fileURLToPath } from 'node:url'
import { Html, htmlReply } from './html'
import { layout } from './layout'
import { once } from './once'
import type { Page } from './page'

/** Where the document of the search syntax is served. */
export const SEARCH_SYNTAX_PATH = '/search-syntax'

const FILE = fileURLToPath(new URL('../search/SYNTAX.md', import.meta.url))

/** `search/SYNTAX.md` as a page, for clients who have the service and not its code. */
export const searchSyntaxPage: Page = {
  path: SEARCH_SYNTAX_PATH,
  answer: once(async () => {
    const content = withAnchors(Bun.markdown.html(await Bun.file(FILE).text()))
    return htmlReply(layout('Search syntax', '', content))
  }),
}

/** Names headings as GitHub does, so that the links of the document lead somewhere in both places. */
function withAnchors(document: string): Html {
  return new Html(
    document.replaceAll(
      /<h2>(.*?)<\/h2>/g,
      (_, heading: string) =>
        `<h2 id="${heading.toLowerCase().replaceAll(' ', '-')}">${heading}</h2>`,
    ),
  )
}
