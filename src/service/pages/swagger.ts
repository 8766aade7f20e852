import { fileURLToPath } from 'node:url'
import { Elysia } from 'elysia'
import { projectFile } from '../../values/files/project-file'
import { reply } from '../http/reply'
import { context } from '../plugins/request-context'
import { html, htmlReply } from './html'
import { pageHeader } from './layout'
import { staticFile } from './static-file'

/** Swagger UI writes style attributes; everything else comes from the service. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Relative addresses: the page also works below the path of a PUBLIC_URL.
const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API - Job Catalogue</title>
<meta name="description" content="The interface of the Job Catalogue: every path and parameter, with requests to try.">
<link rel="icon" href="swagger/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="swagger/swagger-ui.css">
<link rel="stylesheet" href="swagger/site.css">
<link rel="stylesheet" href="swagger/page.css">
</head>
<body>
${pageHeader('', 'swagger', 'swagger-ui')}
<div id="swagger-ui" tabindex="-1"></div>
<noscript>This page needs scripts. The same as a document: <a href="swagger/json">OpenAPI</a>.</noscript>
<script src="swagger/swagger-ui-bundle.js"></script>
<script type="module" src="swagger/page.js"></script>
</body>
</html>
`

const FILES: Readonly<Record<string, string>> = {
  'site.css': own('site.css'),
  'page.css': own('swagger.css'),
  'page.js': own('swagger.js'),
  'accessible.js': own('swagger-accessible.js'),
  'icon.svg': own('icon.svg'),
  'swagger-ui.css': library('swagger-ui.css'),
  'swagger-ui-bundle.js': library('swagger-ui-bundle.js'),
}

/** Swagger UI for the OpenAPI document, from this service alone. */
export function swaggerPage() {
  const pages = new Elysia({ detail: { hide: true } })
    .use(context)
    .get('/swagger', ({ context }) => reply(context, htmlReply(PAGE, POLICY)))
  for (const [name, file] of Object.entries(FILES)) {
    const content = staticFile(file)
    pages.get(`/swagger/${name}`, async ({ context }) => reply(context, await content()))
  }
  return pages
}

function own(name: string): string {
  return projectFile(`src/service/pages/assets/${name}`)
}

function library(name: string): string {
  return fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
}
