import { type Html, html } from './html'

/** Links between the pages. `root`: relative address of the service. */
export function pageLinks(root: string): Html {
  return html`<nav><a href="${root}explore">Explore</a> <a href="${root}swagger">API</a> <a href="${root}search-syntax">Search syntax</a> <a href="${root}problems">Problems</a></nav>`
}

interface PageHead {
  title: string
  /** For search engines and previews of links. */
  description: string
  /** Relative address of the service, which may be mounted below a path. */
  root: string
}

/** A page around its content. */
export function layout({ title, description, root }: PageHead, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Job Catalogue</title>
<meta name="description" content="${description}">
<link rel="icon" href="${root}swagger/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${root}problems/page.css">
</head>
<body>
${pageLinks(root)}
<main>
${content}
</main>
<footer><a href="${root}swagger">The interface of the Job Catalogue</a></footer>
</body>
</html>
`
}
