import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { violationsOf } from '../support/console/axe.js'
import { hasBrowser, openConsole } from '../support/console/person.js'
import { startTestService, type TestService } from '../support/service/service.js'

/** Tests the looks of recipients' pages as a person sets them. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({})
})
afterAll(() => service?.stop())

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

describe.skipIf(!hasBrowser)('the pages of a project’s recipients', () => {
  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('get a logo, a colour, a name and a language, in %s at %i px', async (scheme, width) => {
    const project = service.credentials.test_project_id
    const api = (method: string, body?: unknown) =>
      call(service.url, method, `/v1/projects/${project}`, { key: service.credentials.workspace_key, body })
    await api('PATCH', { pages: null })

    const { page, open } = await openConsole(service, { scheme, width })
    await open(`projects/${project}`)
    const card = page.getByRole('region', { name: 'Pages for recipients', exact: true })
    const preview = card.frameLocator('iframe')
    await preview.getByRole('heading', { name: 'Unsubscribe from newsletters?', exact: true }).waitFor()

    const file = card.locator('input[type=file]')
    for (const [name, mimeType, buffer, said] of [
      ['logo.png', 'image/png', svg, 'logo.png is not a PNG, JPEG, GIF or WebP image'],
      ['logo.gif', 'image/gif', Buffer.alloc(50_001, gif), 'logo.gif has 51 kB. The limit is 50 kB.'],
      ['logo.png', 'image/png', Buffer.from('\x89PNG\r\n\x1a\nof nothing', 'latin1'), 'logo.png is damaged'],
    ] as const) {
      await file.setInputFiles({ name, mimeType, buffer })
      await card.locator('.mistake', { hasText: said }).waitFor()
    }
    expect(await violationsOf(page)).toEqual([])

    // Named as another type than it is: its content decides.
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: gif })
    await card.locator('input[name=accent_color]').fill('#ffd400')
    await card.getByLabel('Sender name').fill('Ada & Co')
    await card.getByLabel('Language').selectOption('de')

    await preview.getByRole('heading', { name: 'Newsletter abbestellen?', exact: true }).waitFor()
    const logo = `data:image/gif;base64,${gif.toString('base64')}`
    expect(await preview.getByRole('img', { name: 'Ada & Co', exact: true }).getAttribute('src')).toBe(logo)
    const colourOf = (selector: string) =>
      preview
        .locator(selector)
        .evaluate((each) => each.ownerDocument.defaultView?.getComputedStyle(each).backgroundColor)
    expect([await colourOf('button'), await colourOf('main')]).toEqual([
      'rgb(255, 212, 0)',
      'rgb(255, 255, 255)',
    ])
    await card.getByRole('tab', { name: 'Dark', exact: true }).click()
    await expect.poll(() => colourOf('main')).toBe('rgb(23, 28, 36)')

    await card.getByRole('button', { name: 'Save', exact: true }).click()
    await card.getByText('Saved. The pages look like this from now on.').waitFor()
    const pages = { accent_color: '#ffd400', name: 'Ada & Co', language: 'de', logo }
    expect((await api('GET')).body.pages).toEqual(pages)
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)

    // What is emptied is as the service has it, and the rest stays.
    await card.getByRole('button', { name: 'Remove the logo', exact: true }).click()
    await card.getByLabel('Sender name').fill('')
    const replied = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
    await card.getByRole('button', { name: 'Save', exact: true }).click()
    await replied
    expect((await api('GET')).body.pages).toEqual({ ...pages, name: null, logo: null })
  })
})
