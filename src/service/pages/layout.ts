import { type Html, html } from './html'

const PAGES = [
  ['explore', 'Explore'],
  ['swagger', 'API'],
  ['search-syntax', 'Search syntax'],
  ['problems', 'Problems'],
] as const

export type PagePath = (typeof PAGES)[number][0]

/** The top of each page. `root`: relative address of the service; `current`: the page that is shown; `content`: the id that the first link skips to. */
export function pageHeader(root: string, current: PagePath | undefined, content: string): Html {
  const links = PAGES.map(
    ([path, name]) =>
      html`<a href="${root}${path}"${html`${path === current ? html` aria-current="page"` : ''}`}>${name}</a> `,
  )
  return html`<a class="skip" href="#${content}">Skip to the content</a>
<header class="top">
<p class="brand"><img src="${root}swagger/icon.svg" alt="" width="24" height="24"> Job Catalogue</p>
<nav aria-label="Pages">${links}</nav>
</header>`
}

interface PageHead {
  title: string
  /** For search engines and previews of links. */
  description: string
  /** Relative address of the service, which may be mounted below a path. */
  root: string
  /** The page of the header that this is, or that it belongs to. */
  current?: PagePath
}

/** A page around its content. */
export function layout({ title, description, root, current }: PageHead, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Job Catalogue</title>
<meta name="description" content="${description}">
<link rel="icon" href="${root}swagger/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}swagger/site.css">
<link rel="stylesheet" href="${root}problems/page.css">
</head>
<body>
${pageHeader(root, current, 'content')}
<main id="content" tabindex="-1">
${content}
</main>
<footer><a href="${root}swagger">The interface of the Job Catalogue</a></footer>
</body>
</html>
`
}
