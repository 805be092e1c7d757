import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { send, untilLog } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests how much a browser loads that has nothing of the console yet. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

/** Loaded once the content is there: the drawing, and the dialogs for later. */
const afterwards = /\/(plot-canvas|at-hand)-/

describe.skipIf(!hasBrowser)('a first load', () => {
  test('shows the overview after 20 requests and 90 kB at most, and loads what is for later afterwards', async () => {
    const message = await send(service, 'first-load@example.com')
    await untilLog(service, message, (log) => log.status === 'delivered', 'the delivery')
    const { page, context, open } = await openConsole(service)
    // The page asks again for what an event changes, such as one of the moment before it was opened.
    await page.route(/\/v1\/events\/follow\?/, () => {})
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const urls = new Map<string, string>()
    const loaded: { readonly url: string; readonly bytes: number }[] = []
    network.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
      loaded.push({ url: urls.get(requestId) ?? '', bytes }),
    )
    const later = page.waitForResponse((reply) => reply.url().includes('/at-hand-'))
    await open('')
    await page.locator('.plot canvas').waitFor()
    await later

    const asked = [...urls.values()].filter((url) => !url.startsWith('data:'))
    const first = asked.filter((url) => !afterwards.test(url))
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(20)
    // Nothing is asked for twice.
    expect(new Set(first).size).toBe(first.length)
    const bytes = loaded.filter(({ url }) => !afterwards.test(url)).reduce((sum, each) => sum + each.bytes, 0)
    expect(bytes).toBeLessThanOrEqual(90_000)
    expect(asked.findIndex((url) => afterwards.test(url))).toBeGreaterThan(
      asked.findIndex((url) => url.includes('/v1/statistics')),
    )
  })
})
