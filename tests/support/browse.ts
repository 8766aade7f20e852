import { afterAll, beforeAll, expect } from 'bun:test'
import type { Browser, BrowserContext, CDPSession, Page, ViewportSize } from 'playwright-core'
import { openBrowser } from './browser'
import type { TestApp } from './test-app'
import { timeLimit } from './until'

const VIEWPORT = { width: 1280, height: 900 }

/** The tabs of the tests of a file. */
export interface Tabs {
  /** Of the service, which answers under `/below` too, as behind a proxy that cuts that path off. */
  readonly origin: string
  /** A tab. */
  open(options?: TabOptions): Promise<Page>
  /** Closes all tabs, expects that their pages did nothing that they should not, and removes what they stored. */
  close(): Promise<void>
}

export interface TabOptions {
  viewport?: ViewportSize
  reducedMotion?: 'reduce'
}

/** Serves an app, and opens a browser, for the tests of the file that calls it; stops both after them. */
export function browse(startApp: () => Promise<TestApp>): Tabs {
  let app: TestApp
  let server: Bun.Server<undefined>
  let browser: Browser
  let context: BrowserContext
  let first: Page
  let storage: CDPSession
  const issues: string[] = []
  beforeAll(async () => {
    app = await startApp()
    const fetch = (request: Request): Promise<Response> => {
      const url = request.url.replace(/^(https?:\/\/[^/]+)\/below(?=\/|$)/, '$1')
      return app.handle(new Request(url, request))
    }
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
    browser = await openBrowser()
    context = await browser.newContext({ viewport: VIEWPORT })
    context.setDefaultTimeout(timeLimit(30_000))
    watch(context, server.url.origin, issues)
    // It stays open: the process of the pages ends with the last one, and loading a page in a new process takes twice the CPU.
    first = await context.newPage()
    storage = await context.newCDPSession(first)
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
    async open({ viewport, reducedMotion } = {}) {
      const page = await context.newPage()
      if (viewport) await page.setViewportSize(viewport)
      if (reducedMotion) await page.emulateMedia({ reducedMotion })
      return page
    },
    async close() {
      const opened = context.pages().filter((page) => page !== first)
      await Promise.all(opened.map((page) => page.close()))
      await context.setOffline(false)
      await context.clearPermissions()
      await storage.send('Storage.clearDataForOrigin', {
        origin: server.url.origin,
        storageTypes: 'all',
      })
      expect(issues.splice(0)).toEqual([])
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
