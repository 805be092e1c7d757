import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { consoleRequests } from '../../../server/platform/http/access/console-request.js'
import { findingsOf, operationOf } from '../api/contract.js'
import type { TestService } from '../service/service.js'

/** True if the console can be tested here. */
export const hasBrowser = inject('browserUrl') !== ''

/** The folder in which pictures of failures are kept. */
const pictures = path.resolve('test-pictures')

/** Milliseconds for which a page may take to show what a test waits for. */
const patience = 180_000

let browser: Promise<Browser> | undefined

/**
 * Milliseconds by which replies to GET are late at most, each by a time of its own: shows what a test takes for granted of
 * the order in which a page's lists arrive. None by default.
 */
const late = Number(process.env['POSTSEAL_TEST_LATE_REPLIES'] ?? 0)

/** A header of replies that a test gives in place of the service. */
export const madeUp = 'postseal-test-reply'

/** Somebody who looks at the console in a browser. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens a screen by its path below `/console/`. */
  readonly open: (screen: string) => Promise<void>
}

export interface PersonOptions {
  readonly role?: 'owner' | 'admin' | 'member'
  /** A session token; `null` is nobody. A new user's by default. */
  readonly token?: string | null
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  /** Another site that the person goes to on the way. What its own pages do is not judged. */
  readonly by?: string
}

/** The address of the console in a browser: cookies are for `localhost`. */
export function consoleUrl(service: Pick<TestService, 'url'>, screen = ''): string {
  return `${service.url.replace('127.0.0.1', 'localhost')}/console/${screen}`
}

/**
 * Opens a browser window for a test. It ends with the test, which fails if the page has broken the contract or its own
 * policy, or has thrown. A picture of the page is kept where the test fails.
 */
export async function openConsole(service: TestService, options: PersonOptions = {}): Promise<Person> {
  browser ??= chromium.connect(inject('browserUrl'))
  const context = await (
    await browser
  ).newContext({
    viewport: { width: options.width ?? 1280, height: 820 },
    colorScheme: options.scheme ?? 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patience)
  const token = options.token === undefined ? await service.session(options.role ?? 'owner') : options.token
  if (token !== null) await context.addCookies([cookieOf(service, token)])
  const faults: string[] = []
  context.on('page', (page) => watch(page, faults, options.by))
  // Sites that it loads things from are not there.
  if (options.by !== undefined) await context.route(/^https:/, (route) => route.abort())
  if (late > 0) {
    await context.route('**/v1/**', async (route) => {
      if (route.request().method() === 'GET') await setTimeout(Math.random() * late)
      // The page may be gone meanwhile.
      await route.continue().catch(() => undefined)
    })
  }
  const page = await context.newPage()

  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' || faults.length > 0) {
      mkdirSync(pictures, { recursive: true })
      const file = path.join(pictures, `${task.name.replaceAll(/\W+/g, '-')}.png`)
      await page.screenshot({ path: file, fullPage: true }).catch(() => undefined)
    }
    await context.close()
    expect(faults).toEqual([])
  })
  return { page, context, open: async (screen) => void (await page.goto(consoleUrl(service, screen))) }
}

function cookieOf(service: TestService, token: string) {
  const { origin } = new URL(consoleUrl(service))
  const [pair = ''] = consoleRequests(origin).cookieOf(token).split(';')
  const [name = '', value = ''] = pair.split('=')
  return { name, value, url: origin, httpOnly: true, sameSite: 'Strict' as const }
}

/** Notes what a page must not do. */
function watch(page: Page, faults: string[], by?: string): void {
  const isElsewhere = () => by !== undefined && new URL(page.url()).origin === by
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    // A refusal of the API is told here as well; those are part of many tests.
    if (message.type() !== 'error' || isElsewhere() || /^Failed to load resource/.test(message.text())) return
    // What mail tries in its frame is refused there.
    if (/mail-frame|"img-src data:"/.test(message.text())) return
    faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) return
    const { pathname, origin } = new URL(request.url())
    if (isElsewhere() || origin === by) return
    const isOurs = origin === new URL(page.url()).origin || /^(about|data|blob):/.test(request.url())
    if (!isOurs && page.url() !== 'about:blank') faults.push(`another origin: ${request.url()}`)
    if (pathname.startsWith('/v1/') && operationOf(request.method(), pathname) === undefined) {
      faults.push(`no operation of the contract: ${request.method()} ${pathname}`)
    }
  })
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    const operation = operationOf(request.method(), pathname)
    if (operation === undefined) return
    void replyOf(request).then((reply) => {
      const finding = reply && findingsOf(operation, reply.status, reply.headers, reply.body)
      if (finding !== undefined) faults.push(finding)
    })
  })
}

/** A reply as the service sent it; undefined where a test made it up, or where the page has gone before it was read. */
async function replyOf(request: Request) {
  try {
    const reply = await request.response()
    if (reply === null) return undefined
    const headers = await reply.allHeaders()
    if (headers[madeUp] !== undefined) return undefined
    const text = await reply.text()
    const isJson = headers['content-type']?.startsWith('application/json') === true
    return { status: reply.status(), headers, body: isJson ? (JSON.parse(text) as unknown) : text }
  } catch {
    return undefined
  }
}
