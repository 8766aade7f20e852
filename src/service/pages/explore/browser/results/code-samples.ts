import type { ServiceRequest } from '../page/exchange'

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const

export type Language = (typeof LANGUAGES)[number]

/** A request as code to copy. It reads the key from the environment, so that no copy has it. */
export function codeSample(language: Language, base: string, request: ServiceRequest): string {
  switch (language) {
    case 'curl':
      return curl(base, request)
    case 'JavaScript':
      return javaScript(base, request)
    case 'Python':
      return python(base, request)
  }
}

function curl(base: string, { path, parameters }: ServiceRequest): string {
  const lines = Object.entries(parameters).map(
    ([name, value]) => `  --data-urlencode ${shellQuoted(`${name}=${value}`)}`,
  )
  return [
    `curl -sS -G ${shellQuoted(base + path)}`,
    '  -H "Authorization: Bearer $KEY"',
    ...lines,
  ].join(' \\\n')
}

function javaScript(base: string, { path, parameters }: ServiceRequest): string {
  return `const url = new URL(${JSON.stringify(base + path)})
url.search = new URLSearchParams(${JSON.stringify(parameters, null, 2)})
const response = await fetch(url, {
  headers: { Authorization: \`Bearer \${process.env.KEY}\` },
})
if (!response.ok) throw new Error(await response.text())
const result = await response.json()
console.log(JSON.stringify(result, null, 2))`
}

/** Python reads the strings of JSON as its own. */
function python(base: string, { path, parameters }: ServiceRequest): string {
  return `import json, os, urllib.parse, urllib.request

query = urllib.parse.urlencode(${JSON.stringify(parameters, null, 4)})
request = urllib.request.Request(
    ${JSON.stringify(base + path)} + "?" + query,
    headers={"Authorization": "Bearer " + os.environ["KEY"]},
)
with urllib.request.urlopen(request) as response:
    result = json.load(response)
print(json.dumps(result, indent=2))`
}

/** A call of `search_jobs` at `/mcp`, as `codeSample` in curl. */
export function toolSample(base: string, args: Readonly<Record<string, unknown>>): string {
  const params = { name: 'search_jobs', arguments: args }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  return [
    `curl -sS ${shellQuoted(`${base}mcp`)}`,
    '  -H "Authorization: Bearer $KEY"',
    "  -H 'Content-Type: application/json'",
    "  -H 'Accept: application/json, text/event-stream'",
    `  --data ${shellQuoted(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n')
}

/** Characters that a shell reads between double quotes; `!` at a prompt. */
const READ_IN_DOUBLE_QUOTES = /["$`\\!]/

/** A terminal obeys them when they are pasted: what follows would no longer be in quotes. */
const OBEYED = /[^\P{Cc}\n]/gu

function shellQuoted(value: string): string {
  const text = value.replace(OBEYED, ' ')
  if (!text.includes("'")) return `'${text}'`
  if (!READ_IN_DOUBLE_QUOTES.test(text)) return `"${text}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}
