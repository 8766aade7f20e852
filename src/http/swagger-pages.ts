import { fileURLToPath } from 'node:url'
import { html, htmlReply } from './html'
import { once } from './once'
import type { Page } from './page'
import type { Reply } from './reply'
import { staticFile } from './static-file'

/** Swagger UI writes style attributes; everything else it loads comes from the service. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// All addresses are relative, so that the page also works below the path of a PUBLIC_URL.
const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Job Catalogue</title>
<link rel="icon" href="swagger/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="swagger/swagger-ui.css">
<link rel="stylesheet" href="swagger/page.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript>This page needs scripts. The same as a document: <a href="swagger/json">OpenAPI</a>.</noscript>
<script src="swagger/swagger-ui-bundle.js"></script>
<script type="module" src="swagger/page.js"></script>
</body>
</html>
`

/** The interface to read and to try: `/swagger`, the document behind it, and the way there from `/`. */
export function swaggerPages(describeInterface: () => Promise<string>): Page[] {
  return [
    { path: '/', answer: () => ({ body: '', contentType: 'text/plain', redirectTo: 'swagger' }) },
    { path: '/swagger', answer: () => htmlReply(PAGE, POLICY) },
    { path: '/swagger/json', answer: once(async () => documentReply(await describeInterface())) },
    staticFile('/swagger/page.css', own('swagger.css')),
    staticFile('/swagger/page.js', own('swagger.js')),
    staticFile('/swagger/icon.svg', own('icon.svg')),
    staticFile('/swagger/swagger-ui.css', library('swagger-ui.css')),
    staticFile('/swagger/swagger-ui-bundle.js', library('swagger-ui-bundle.js')),
  ]
}

function documentReply(body: string): Reply {
  return { body, etag: new Bun.CryptoHasher('sha256').update(body).digest('base64url') }
}

function own(name: string): string {
  return fileURLToPath(new URL(`./pages/${name}`, import.meta.url))
}

function library(name: string): string {
  return fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
}
