import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newcomer } from '../../support/console/newcomer.js'
import { hasBrowser } from '../../support/console/person.js'
import { send, settled } from '../../support/messages/messages.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import type { Tenant } from '../../support/workspace/tenant.js'

/** Tasks of somebody who looks after mail that was sent, from the Overview on, with the clicks that each takes. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

/** Has the workspace know of a mail that bounced, and of one that was delivered. */
async function withBounce(tenant: Tenant): Promise<void> {
  const key = await tenant.key({ project: tenant.liveProject })
  for (const email of ['bounce@first.example', 'ada@second.example']) {
    const id = await send(service.url, key, tenant.liveProject, { to: [{ email }], subject: 'Your receipt' })
    await settled(service.url, key, id)
  }
}

describe.skipIf(!hasBrowser)('looking after mail', () => {
  test('a bounced customer is found and taken off the suppressions: 6 clicks', async () => {
    const { page, clicks, link, button } = await newcomer(service, withBounce)
    await button('Live').click()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('bounce@first.example')
    await page.getByRole('option', { name: /^Messages to bounce@first\.example/ }).waitFor()
    await page.keyboard.press('Enter')
    await link('bounce@first.example').click()
    await page.getByText('The mailbox does not exist.').waitFor()
    await link('Is this address suppressed, and why?').click()
    await link('bounce@first.example').click()
    await page.getByText('A server said that the address does not exist.').waitFor()
    await button('Remove').click()
    await button('Remove the suppression').click()
    await page.getByText('bounce@first.example is no longer suppressed.').waitFor()
    expect(await clicks()).toBe(6)
  })

  test('the worst destination of the week leads to its bounced mail: 3 clicks', async () => {
    const { clicks, link, button } = await newcomer(service, withBounce)
    await button('Live').click()
    await link('Last 7 days').click()
    await link('1 bounced by first.example').click()
    await link('bounce@first.example').waitFor()
    expect(await link('ada@second.example').count()).toBe(0)
    expect(await clicks()).toBe(3)
  })
})
