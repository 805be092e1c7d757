import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptionPage } from '../../../../server/product/audience/subscriptions/pages/page.js'
import { pagePolicy } from '../../../../server/product/audience/subscriptions/pages/policy.js'
import { preferencePage } from '../../../../server/product/audience/subscriptions/pages/preferences.js'
import { looks, violationsOf } from '../../../support/console/axe.js'
import { hasBrowser, openConsole, type PersonOptions } from '../../../support/console/person.js'
import { samplePreferences as shown } from '../../../support/audience/preferences.js'

/** The pages of mail's recipients as browsers show them, under the policy that they are sent with. */

/** A black rectangle of 400 by 100 pixels. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAZAAAABkAQAAAACAsFvaAAAAG0lEQVR42u3BAQ0AAADCoPdPbQ8HFAAA' +
  'AADwYBPsAAEwqsp8AAAAAElFTkSuQmCC'
const brands = [
  null,
  { logo, accent_color: '#ffd400' },
  { accent_color: '#0a0a32' },
  { accent_color: '#fefefe' },
]
const of = (design: (typeof brands)[number]) => ({ senderName: shown.senderName, email: shown.email, design })

const pages = new Map<string, { html: string; policy: string }>()
brands.forEach((design, index) => {
  const policy = pagePolicy(design ?? undefined)
  const add = (name: string, html: string) => pages.set(`/${index}/${name}`, { html, policy })
  const preferences = { ...shown, design }
  add('ask', preferencePage('en', preferences, 'ask').source)
  add('saved', preferencePage('ar', { ...preferences, unsubscribed: true }, 'saved').source)
  add('opt-out', subscriptionPage('optOut', 'de', of(design)).source)
  add('error', subscriptionPage('error', 'en', of(design)).source)
})

let server: Server
let posted: string[] = []
beforeAll(async () => {
  server = createServer((req, res) => {
    const page = pages.get(req.url ?? '')
    res.writeHead(page ? 200 : 204, {
      'Content-Type': 'text/html; charset=utf-8',
      ...(page && { 'Content-Security-Policy': page.policy }),
    })
    if (req.method === 'POST') req.on('data', (chunk: Buffer) => posted.push(chunk.toString()))
    req.on('end', () => res.end(page?.html)).resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

async function open(options: PersonOptions = {}) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { page } = await openConsole({ url } as Parameters<typeof openConsole>[0], {
    token: null,
    ...options,
  })
  return { page, go: (path: string) => page.goto(`${url}${path}`) }
}

describe.skipIf(!hasBrowser)('the pages of recipients', () => {
  test.each(looks)('are accessible in each project’s colours, at %i px in %s', async (width, scheme) => {
    const { page, go } = await open({ scheme, width })
    for (const path of pages.keys()) {
      await go(path)
      expect(await violationsOf(page), path).toEqual([])
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(beyond, path).toBeLessThanOrEqual(0)
    }
  })

  test('show a logo within its bounds, in its own shape', async () => {
    const { page, go } = await open()
    await go('/1/opt-out')
    const image = page.getByRole('img', { name: 'Shop & Co', exact: true })
    expect(await image.evaluate((each) => [each.clientWidth, each.clientHeight])).toEqual([160, 40])
  })

  test('take choices by the keyboard', async () => {
    posted = []
    const { page, go } = await open()
    await go('/0/ask')
    await page.getByRole('checkbox', { name: 'Offers', exact: true }).press('Space')
    await page.getByRole('checkbox', { name: 'Weekly digest', exact: true }).press('Space')
    await page.getByRole('button', { name: 'Save choices', exact: true }).press('Enter')
    await expect.poll(() => posted).toEqual(['topic=news&topic=offers&action=save'])
    await go('/0/ask')
    await page.getByRole('button', { name: 'Unsubscribe from Product news', exact: true }).press('Enter')
    await expect.poll(() => posted).toEqual([expect.anything(), 'topic=news&action=unsubscribe_topic'])
  })
})
