import { Elysia } from 'elysia'
import { projectFile } from '../../values/files/project-file'
import { memoize } from '../../values/single-flight'
import { reply } from '../http/reply'
import { context } from '../plugins/request-context'
import { Html, htmlReply } from './html'
import { layout } from './layout'

const FILE = projectFile('src/text/search/SYNTAX.md')

/** Serves `text/search/SYNTAX.md` as a page, for clients without the source code. */
export function searchSyntaxPage() {
  const page = memoize(async () => {
    const content = withAnchors(Bun.markdown.html(await Bun.file(FILE).text()))
    const description = 'The two syntaxes of the text filters of the Job Catalogue, by examples.'
    const head = {
      title: 'Search syntax',
      description,
      root: '',
      current: 'search-syntax',
    } as const
    return htmlReply(layout(head, content))
  })
  return new Elysia({ detail: { hide: true } })
    .use(context)
    .get('/search-syntax', async ({ context }) => reply(context, await page()))
}

/** Gives headings the ids that GitHub gives them, so that the links of the document work in both places. */
function withAnchors(document: string): Html {
  return new Html(
    document.replaceAll(
      /<(h[23])>(.*?)<\/h[23]>/g,
      (_, level: string, heading: string) =>
        `<${level} id="${heading.toLowerCase().replaceAll(' ', '-')}">${heading}</${level}>`,
    ),
  )
}
