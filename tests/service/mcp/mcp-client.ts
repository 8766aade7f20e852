import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp } from '../../support/test-app'

/** A client of the SDK that calls the tools of an app; it checks structured results against the schemas of the tools. */
export async function connectClient(app: TestApp, key = app.key): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => app.handle(new Request(String(url), init)),
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  await client.listTools()
  return client
}

export interface ToolAnswer {
  text: string
  structured: Record<string, unknown>
  isError: boolean
}

export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const {
    content,
    structuredContent,
    isError = false,
  } = await client.callTool({
    name,
    arguments: args,
  })
  const [first] = content
  return {
    text: first?.type === 'text' ? first.text : '',
    structured: (structuredContent ?? {}) as Record<string, unknown>,
    isError,
  }
}
