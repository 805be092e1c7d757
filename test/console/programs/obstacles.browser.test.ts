import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { hasBrowser, madeUp, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tests the ways from what keeps a campaign from starting to the field in which it is mended. */

let service: TestService
let session: string
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService()
  session = await service.session('owner')
})
afterAll(() => service?.stop())

async function makeDraft(): Promise<string> {
  const made = async (path: string, body: object) =>
    (await call(service.url, 'POST', `/v1/${path}`, { key: session, body })).body as { id: string }
  const mail = { name: 'Sale', subject: 'Sale', html: '<p>Sale</p>', from_email: 'news@shop.example' }
  const { id } = await made('templates', mail)
  const project_id = service.credentials.test_project_id
  return (await made('campaigns', { name: 'Sale', project_id, template: { template_id: id } })).id
}

describe.skipIf(!hasBrowser)('a field in a folded part of a draft', () => {
  test('it is opened and gets the focus by the button beside what is missing', async () => {
    const { page, open } = await openConsole(service)
    await page.route('**/v1/campaigns/*/check', async (route) => {
      const reply = await route.fetch()
      const check = (await reply.json()) as object
      const detail = { path: '/body/category', code: 'required', message: 'The category is missing' }
      const problem = { code: 'validation_failed', message: 'The category is missing', details: [detail] }
      await route.fulfill({
        response: reply,
        headers: { ...reply.headers(), [madeUp]: '1' },
        json: { ...check, problems: [problem] },
      })
    })
    await open(`campaigns/${await makeDraft()}`)
    const field = page.locator('[data-field="category"]')
    await page.getByText('The category is missing').waitFor()
    await field.waitFor({ state: 'attached' })
    expect(await field.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Fill it in', exact: true }).click()
    await page.locator('[data-field="category"]:focus').waitFor()
    expect(await field.isVisible()).toBe(true)
  })

  test('it is opened where a value in it is refused', async () => {
    const { page, open } = await openConsole(service)
    await open(`campaigns/${await makeDraft()}`)
    const fold = page.getByText('Pace', { exact: true })
    await fold.click()
    await page.locator('[data-field="rate_per_hour"]').fill('0')
    await fold.click()
    await page.locator('[data-field="rate_per_hour"]').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[data-field="rate_per_hour"]:focus').waitFor()
  })
})
