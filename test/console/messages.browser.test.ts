import { afterAll, beforeAll, describe, test } from 'vitest'
import { hasBrowser, openConsole } from '../support/console/person.js'
import { send } from '../support/mail.js'
import { startTestService, type TestService } from '../support/service.js'

/** What people do with messages. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

describe.skipIf(!hasBrowser)('messages', () => {
  test('a bounced customer is found and explained', async () => {
    const { project_id: project } = service.credentials
    await send(service, 'bounce@example.com', { subject: 'Your parcel' })
    const { page, open } = await openConsole(service)
    await open(`messages?project=${project}`)
    await page.getByRole('link', { name: 'bounce@example.com' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('to:bounce@example.com')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=to%3Abounce/)
    await page.locator('h1').click()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText('Attempt 1: bounced').waitFor()
    await page.getByText('The mailbox does not exist').waitFor()
    await page.getByRole('button', { name: 'Show the SMTP conversation' }).click()
    await page.getByText('RCPT TO:<bounce@example.com>').waitFor()
  })
})
