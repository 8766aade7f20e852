import { expect, test } from 'bun:test'
import { join } from 'node:path'

const ADVISORY = {
  id: 1,
  url: 'https://example.org/GHSA-1',
  title: 'a weakness',
  severity: 'high',
  vulnerable_versions: '<99',
}

test.each([
  ['knows a weakness', 200, { elysia: [ADVISORY] }, 1, 'a weakness'],
  ['knows none', 200, {}, 0, 'No vulnerabilities'],
  ['gives no advisories', 405, {}, 0, 'nothing was audited'],
])('a registry that %s', async (_, status, advisories, exit, said) => {
  using registry = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => Response.json(advisories, { status }),
  })
  const audit = Bun.spawn([process.execPath, join(import.meta.dir, 'audit.ts')], {
    env: { ...process.env, BUN_CONFIG_REGISTRY: registry.url.href },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(await new Response(audit.stdout).text()).toContain(said)
  expect(await audit.exited).toBe(exit)
})

test('a registry that cannot be reached', async () => {
  const audit = Bun.spawn([process.execPath, join(import.meta.dir, 'audit.ts')], {
    env: { ...process.env, BUN_CONFIG_REGISTRY: 'http://127.0.0.1:9/' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(await new Response(audit.stdout).text()).toContain('nothing was audited')
  expect(await audit.exited).toBe(0)
})
