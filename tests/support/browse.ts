import { afterAll, beforeAll, expect } from 'bun:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from './browser'
import type { TestApp } from './test-app'
import { timeLimit } from './until'

/** The tabs of the tests of a file. */
export interface Tabs {
  /** Of the service, which answers under `/below` too, as behind a proxy that cuts that path off. */
  readonly origin: string
  /** A tab without keys, whose context it does not share. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** Closes all tabs, and expects that their pages did nothing that they should not. */
  close(): Promise<void>
}

/** Serves an app, and opens a browser, for the tests of the file that calls it; stops both after them. */
export function browse(startApp: () => Promise<TestApp>): Tabs {
  let app: TestApp
  let server: Bun.Server<undefined>
  let browser: Browser
  let issues: string[] = []
  beforeAll(async () => {
    app = await startApp()
    const fetch = (request: Request): Promise<Response> => {
      const url = request.url.replace(/^(https?:\/\/[^/]+)\/below(?=\/|$)/, '$1')
      return app.handle(new Request(url, request))
    }
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop(true)
    await app?.stop()
  })
  return {
    get origin() {
      return server.url.origin
    },
    async open(options = {}) {
      const viewport = { width: 1280, height: 900 }
      const context = await browser.newContext({ viewport, ...options })
      context.setDefaultTimeout(timeLimit(30_000))
      watch(context, server.url.origin, issues)
      return await context.newPage()
    },
    async close() {
      const found = issues
      issues = []
      await Promise.all(browser.contexts().map((context) => context.close()))
      expect(found).toEqual([])
    },
  }
}

/** Notes what pages do that they should not: errors they log, and requests to other origins. */
function watch(context: BrowserContext, origin: string, issues: string[]): void {
  context.on('console', (message) => {
    // The browser logs every answer that is an error; those that a test provokes are not the page's.
    const isAnswer = message.text().startsWith('Failed to load resource')
    const isComplaint = ['error', 'warning'].includes(message.type())
    if (isComplaint && !isAnswer) issues.push(message.text())
  })
  context.on('weberror', (error) => issues.push(String(error.error())))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) issues.push(`asked ${url}`)
  })
}
