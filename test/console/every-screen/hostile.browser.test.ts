import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { consoleUrl, hasBrowser, openConsole } from '../../support/console/person.js'
import { allScreens } from '../../support/console/screens.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant } from '../../support/workspace/tenant.js'
import { arrivedAt } from '../../support/messages/tracked.js'

/** Texts of strangers stay texts: whatever a reply of the API has in it, a screen makes no element and runs no script. */

let service: TestService
let screens: string[]
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 } })
  screens = await allScreens(service)
})
afterAll(() => service?.stop())

/** Ends an attribute, a comment, a script and an element, and then makes elements of its own. */
const hostile = `"'>--></script></textarea></title></style><i data-hostile></i><img src=x onerror="hacked=1"><svg onload="hacked=1">`

/**
 * Runs in each page before its own scripts: each text that a person or a stranger may have written comes with the hostile
 * one behind it, and each address as a script. Ids, times and words of the contract stay as they are.
 */
const withHostileTexts = `
  const hostile = ${JSON.stringify(hostile)}
  const isFixed = /^(?:[a-z][a-z0-9]*_[0-9a-hjkmnp-tv-z]{26}|[a-z0-9_.:*-]*|\\d{4}-\\d\\d-\\d\\dT.*|[A-Za-z_]+\\/[A-Za-z_]+)$/
  const spoilt = (value, key) => {
    if (Array.isArray(value)) return value.map((one) => spoilt(one, key))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoilt(one, name)]))
    if (typeof value !== 'string' || key === 'next_cursor') return value
    if (/^https?:/.test(value)) return 'javascript:hacked=1//' + value + hostile
    return isFixed.test(value) && !/^(name|subject|note|category|title)$/.test(key ?? '') ? value : value + hostile
  }
  const asked = window.fetch
  window.fetch = async (input, init) => {
    const reply = await asked(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/v1/') || !reply.headers.get('content-type')?.startsWith('application/json')) return reply
    const { status, statusText, headers } = reply
    return new Response(JSON.stringify(spoilt(await reply.json())), { status, statusText, headers })
  }
`

/** Lists the elements and addresses that a screen has made of the hostile texts. */
async function madeOf(page: Page): Promise<string[]> {
  const found = (await page.evaluate(`
    [
      ...[...document.querySelectorAll('[data-hostile], img[src=x], svg[onload]')].map((made) => 'an element: ' + made.outerHTML),
      ...[...document.querySelectorAll('a[href], form[action], iframe[src]')]
        .filter((made) => /^javascript:/i.test(made.href ?? made.action ?? made.src))
        .map((made) => 'an address: ' + made.outerHTML.slice(0, 200)),
      ...[...document.querySelectorAll('iframe')]
        .filter((frame) => !frame.hasAttribute('sandbox') || /allow-(scripts|top-navigation)/.test(frame.sandbox.value))
        .map((frame) => 'an open frame: ' + frame.outerHTML.slice(0, 200)),
      ...(typeof hacked === 'undefined' ? [] : ['a script']),
    ]`)) as string[]
  for (const frame of page.frames().slice(1))
    if ((await frame.evaluate('typeof hacked').catch(() => 'undefined')) !== 'undefined')
      found.push('a script in a frame')
  return found
}

describe.skipIf(!hasBrowser)('hostile texts', () => {
  test('make no element, address or script on any screen', async () => {
    const { context } = await openConsole(service)
    await context.addInitScript(withHostileTexts)
    const found: string[] = []
    let shown = 0
    const left = [...screens]
    const look = async () => {
      const page = await context.newPage()
      for (let screen = left.pop(); screen !== undefined; screen = left.pop()) {
        await page.goto(consoleUrl(service, screen))
        await page.locator('main h1').waitFor()
        await page.locator('main [aria-busy=true], main .skeleton').first().waitFor({ state: 'detached' })
        found.push(...(await madeOf(page)).map((one) => `${screen}: ${one}`))
        if ((await page.locator('body').innerText()).includes('data-hostile')) shown += 1
      }
      await page.close()
    }
    await Promise.all([look(), look(), look()])
    expect(found).toEqual([])
    // They were there: on all screens but those that show nothing of a workspace.
    expect(shown).toBeGreaterThan(screens.length / 2)
  })

  test('make nothing on the pages of recipients and in the sink', async () => {
    const { page } = await openConsole(service)
    // As long as the API takes names of these.
    const short = '"\'><i data-hostile></i><img src=x onerror=hacked=1>'
    const tenant = await addTenant(service)
    const key = await tenant.session('owner')
    const made = async (method: string, path: string, body: object) => {
      const reply = await call(service.url, method, path, { key, body })
      if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
      return reply.body as { id: string }
    }
    const project_id = tenant.testProject
    await made('PATCH', `/v1/projects/${project_id}`, { name: short, pages: { name: short } })
    await made('POST', '/v1/topics', { project_id, key: 'news', name: short, description: short })
    const email = 'ada@hostile.example'
    await made('PUT', '/v1/contacts', { project_id, email, name: short })
    const template = await made('POST', '/v1/templates', {
      name: short,
      subject: `${short} {{ contact.name }}`,
      html: `<p>{{ contact.name }}</p><a href="{{ unsubscribe_url }}">Leave</a>`,
      text: `${short} {{ unsubscribe_url }}`,
      from_email: 'news@shop.example',
      from_name: short,
    })
    await made('POST', `/v1/templates/${template.id}/publish`, { version: 1 })
    const campaign = await made('POST', '/v1/campaigns', {
      ...{ project_id, name: short, topic: 'news' },
      template: { template_id: template.id },
    })
    await made('POST', `/v1/campaigns/${campaign.id}/schedule`, {})
    const { urls } = await arrivedAt(service, email)
    const pages = urls.filter((url) => url.includes('/subscriptions/'))
    expect(new Set(pages).size).toBe(1)
    const sink = `${service.url.replace('127.0.0.1', 'localhost')}/sink`
    for (const url of [...new Set(pages), sink]) {
      await page.goto(url.replace(/^https?:\/\/[^/]+/, service.url.replace('127.0.0.1', 'localhost')))
      if (url === sink) await page.getByText('data-hostile').first().click()
      await page.getByText('data-hostile').first().waitFor()
      expect(await madeOf(page), url).toEqual([])
    }
  })
})
