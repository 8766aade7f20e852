import { Elysia } from 'elysia'
import { NotFound } from '../../values/errors'
import { projectFile } from '../../values/files/project-file'
import {
  exampleProblem,
  PROBLEM_TYPES,
  type ProblemSlug,
  type ProblemType,
} from '../http/problem-types'
import { reply } from '../http/reply'
import { context } from '../plugins/request-context'
import { type Html, html, htmlReply, sentence } from './html'
import { layout } from './layout'
import { staticFile } from './static-file'

/** `/problems` lists the types of problems; the `type` of a problem is the address of its page. */
export function problemPages(publicUrl: string) {
  const style = staticFile(projectFile('src/service/pages/assets/problems.css'))
  return new Elysia({ detail: { hide: true } })
    .use(context)
    .get('/problems', ({ context }) => reply(context, htmlReply(listPage())))
    .get('/problems/page.css', async ({ context }) => reply(context, await style()))
    .get('/problems/:slug', ({ context, params: { slug } }) => {
      if (!isSlug(slug)) throw new NotFound('there is no such kind of problem')
      return reply(context, htmlReply(problemPage(slug, publicUrl)))
    })
}

function isSlug(text: string | null | undefined): text is ProblemSlug {
  return typeof text === 'string' && Object.hasOwn(PROBLEM_TYPES, text)
}

function listPage(): Html {
  const rows = Object.entries(PROBLEM_TYPES).map(
    ([slug, { statuses, title, explanation }]: [string, ProblemType]) =>
      html`<tr><td>${statuses.join(', ')}</td><td><a href="problems/${slug}">${title}</a><p>${sentence(explanation)}</p></td></tr>
`,
  )
  return layout(
    {
      title: 'Problems',
      description: 'The errors of the Job Catalogue: what each means and how to fix it.',
      root: '',
      current: 'problems',
    },
    html`<h1>Problems</h1>
<p>Every error is answered with a problem object (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>, <code>application/problem+json</code>), whose <code>type</code> is the address of one of these pages.</p>
<table class="statuses">
<thead><tr><th>Status</th><th>Problem</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`,
  )
}

function problemPage(slug: ProblemSlug, publicUrl: string): Html {
  const { title, statuses, explanation, remedy, bad, good }: ProblemType = PROBLEM_TYPES[slug]
  const curl = (line: string) => `curl ${line.replace('URL', publicUrl)}`
  const body = exampleProblem(slug, publicUrl)
  return layout(
    { title, description: explanation.replaceAll('`', ''), root: '../', current: 'problems' },
    html`<p><a href="../problems">Problems</a></p>
<h1>${title} <small>${statuses.join(' or ')}</small></h1>
<h2>What it means</h2>
<p>${sentence(explanation)}</p>
<h2>How to fix it</h2>
<p>${sentence(remedy)}</p>
<h2>Instead of</h2>
<pre><code>${curl(bad)}</code></pre>
<h2>Send</h2>
<pre><code>${curl(good)}</code></pre>
<h2>Such a problem</h2>
<pre><code>${JSON.stringify(body, null, 2)}</code></pre>`,
  )
}
