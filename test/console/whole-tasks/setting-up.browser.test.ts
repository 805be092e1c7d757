import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { letter } from '../../support/inbound/inbound-calls.js'
import { newcomer } from '../../support/console/newcomer.js'
import { hasBrowser } from '../../support/console/person.js'
import { submit } from '../../support/mail-servers/smtp-talk.js'
import { signInMailsTo } from '../../support/sign-in/sign-in.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Tasks of the first day in a new workspace, from the Overview on, in as many clicks as a person needs at most. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

describe.skipIf(!hasBrowser)('the first day', () => {
  test('sends a first message: 2 clicks', async () => {
    const { page, clicks, link, button, goTo } = await newcomer(service)
    await link('Send a message').click()
    await button('Send').click()
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    expect(await clicks()).toBe(2)
    await goTo('First steps')
    await page.getByText('1 of 4 done').waitFor()
  })

  test('adds a domain and copies its records: 4 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service)
    await goTo('Domains')
    await link('New domain').click()
    await field('Domain').fill('mail.newcomer.example')
    await button('Add').click()
    await button('Copy all').click()
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied).toContain('_domainkey.mail.newcomer.example')
    expect(copied).toContain('v=DKIM1')
    expect(await clicks()).toBe(4)
  })

  test('creates a key that works from one address only: 4 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service)
    await goTo('API keys')
    await link('New API key').click()
    await field('Name').fill('Shop backend')
    await page.getByRole('button', { name: /^Only my address/ }).click()
    await button('Create the key').click()
    await page.getByText('It is shown only once').first().waitFor()
    expect(await clicks()).toBe(4)
  })

  test('receives a signed event without a server: 2 clicks', async () => {
    const { page, clicks, button, goTo } = await newcomer(service)
    await goTo('Webhooks')
    await button('Try it without an endpoint').click()
    await page.getByText('webhook.test').first().waitFor()
    await page.getByText('Signature').first().waitFor()
    expect(await clicks()).toBe(2)
  })

  test('invites a colleague: 3 clicks', async () => {
    const { page, clicks, button, field, goTo } = await newcomer(service)
    await goTo('Users')
    await button('Invite a user').click()
    await field('Address').fill('grace@newcomer.example')
    await button('Invite').last().click()
    await page.getByRole('heading', { level: 1, name: 'grace@newcomer.example', exact: true }).waitFor()
    expect(await clicks()).toBe(3)
    await signInMailsTo(service.url, 'grace@newcomer.example')
  })

  test('receives mail at a new route: 4 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service)
    await goTo('Inbound')
    await link('New route').click()
    await page.getByRole('dialog').getByLabel('Address', { exact: true }).fill('help@in.newcomer.example')
    await field('Name').fill('Help desk')
    await button('Create the route').click()
    await page.getByRole('heading', { level: 1, name: 'Help desk', exact: true }).waitFor()
    await link('Mail of this route').click()
    await page.getByText('Waiting for the first mail').waitFor()
    const mail = letter({ Subject: 'Where is my order', 'Content-Type': 'text/plain' })
    await submit(service.inboundPort, 'help@in.newcomer.example', mail, 'ada@example.com')
    await link('Where is my order').waitFor()
    expect(await clicks()).toBe(4)
  })

  test('erases a person from their page: 5 clicks', async () => {
    const { page, clicks, link, button, goTo } = await newcomer(service, async (tenant) => {
      const contact = { project_id: tenant.testProject, email: 'forget@newcomer.example' }
      const reply = await call(service.url, 'PUT', '/v1/contacts', { key: await tenant.key(), body: contact })
      expect(reply.status, reply.text).toBe(201)
    })
    await goTo('Contacts')
    await link('forget@newcomer.example').click()
    await link('Erase…').click()
    await page.getByText('Deleted, with their properties').waitFor()
    await button('Erase…').click()
    await page.locator('dialog input').fill('forget@newcomer.example')
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Erase/ })
      .click()
    await page.getByText('Completed').first().waitFor()
    expect(await clicks()).toBe(5)
  })
})
