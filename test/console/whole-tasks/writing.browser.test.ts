import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { newcomer } from '../../support/console/newcomer.js'
import { hasBrowser } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import type { Tenant } from '../../support/workspace/tenant.js'

/** Tasks of somebody who writes to their customers, from the Overview on, with the clicks that each takes at most. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 }, programs: { pollMs: 50 } })
})
afterAll(() => service?.stop())

/** Has the workspace know three people, of whom two are on a plan. */
async function withContacts(tenant: Tenant): Promise<void> {
  const key = await tenant.key()
  for (const [email, plan] of [
    ['ada@writing.example', 'pro'],
    ['grace@writing.example', 'pro'],
    ['mary@writing.example', 'free'],
  ]) {
    const body = { project_id: tenant.testProject, email, properties: { plan } }
    const reply = await call(service.url, 'PUT', '/v1/contacts', { key, body })
    expect(reply.status, reply.text).toBe(201)
  }
}

/** Has the workspace have a published template that an automation may send. */
async function withTemplate(tenant: Tenant): Promise<void> {
  const key = await tenant.session('owner')
  const body = {
    name: 'Good to have you',
    subject: 'Welcome',
    html: '<p>Welcome.</p><a href="{{ unsubscribe_url }}">No more</a>',
    from_email: 'hello@writing.example',
  }
  const template = await call(service.url, 'POST', '/v1/templates', { key, body })
  expect(template.status, template.text).toBe(201)
  const path = `/v1/templates/${template.body.id}/publish`
  expect((await call(service.url, 'POST', path, { key, body: { version: 1 } })).status).toBe(200)
}

describe.skipIf(!hasBrowser)('writing to customers', () => {
  test('a template from a starter is published and tested: 9 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service)
    await goTo('Templates')
    await link('New template').click()
    await field('Name').fill('Reset')
    await page.getByText('Password reset', { exact: true }).click()
    await button('Create the template').click()
    await button('Publish version 1').click()
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()
    await button('Send a test').click()
    await button('Send the test').click()
    await link('Open the message').click()
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    expect(await clicks()).toBe(9)
  })

  test('a file of contacts is imported: 4 clicks', async () => {
    const { page, clicks, link, button, goTo } = await newcomer(service)
    await goTo('Contacts')
    await link('Import').click()
    const chooser = page.waitForEvent('filechooser')
    await button('Choose a file').click()
    const buffer = Buffer.from('E-mail,First name,Plan\nada@file.example,Ada,pro\nnobody,Nobody,free\n')
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await button('Import').click()
    await page.getByText('The import is completed.').waitFor()
    await page.getByRole('table', { name: 'Refused lines', exact: true }).getByText('nobody').waitFor()
    expect(await clicks()).toBe(4)
  })

  test('a list: 3 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service)
    await goTo('Lists')
    await link('New list').click()
    await field('Name').fill('Product news')
    await field('Sender address').fill('news@writing.example')
    await button('Create the list').click()
    await page.getByRole('heading', { level: 1, name: 'Product news', exact: true }).waitFor()
    expect(await clicks()).toBe(3)
  })

  test('a segment that counts its contacts as it is written: 3 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service, withContacts)
    await goTo('Segments')
    await link('On a plan').click()
    await field('Name').fill('Pro')
    await page.getByText('2 contacts').waitFor()
    await button('Create the segment').click()
    await page.getByRole('heading', { level: 1, name: 'Pro', exact: true }).waitFor()
    expect(await clicks()).toBe(3)
  })

  test('a campaign in a template of its own to its delivery: 13 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service, withContacts)
    await goTo('Templates')
    await link('New template').click()
    await field('Name').fill('Spring sale')
    await button('Create the template').click()
    await button('Publish version 1').click()
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await page.getByText('Version 1 published', { exact: true }).waitFor()
    await goTo('Campaigns')
    await link('New campaign').click()
    await field('Name').fill('Spring')
    await field('Template').selectOption({ label: 'Spring sale' })
    await button('Continue').click()
    // Everything that is missing is said at once, each with what mends it.
    const summary = page.getByRole('complementary', { name: 'Summary', exact: true })
    await summary.getByText('The sender (From) is required').waitFor()
    await button('Insert the link at the end').click()
    await summary.getByText('The mail has no unsubscribe link').waitFor({ state: 'detached' })
    await field('From').fill('news@writing.example')
    await button('Start…').click()
    await button('Start campaign').click()
    await page.getByRole('link', { name: /^Delivered: 3/ }).waitFor()
    expect(await clicks()).toBe(13)
  })

  test('an automation from a starting point, simulated and published: 11 clicks', async () => {
    const { page, clicks, link, button, field, goTo } = await newcomer(service, async (tenant) => {
      await withContacts(tenant)
      await withTemplate(tenant)
    })
    await goTo('Automations')
    await link('Welcome series').click()
    await button('Create the automation').click()
    // Each step that lacks a template opens.
    await field('Template').nth(1).waitFor()
    for (const step of await field('Template').all()) await step.selectOption({ label: 'Good to have you' })
    await button('Create the automation').click()
    await page.waitForURL(/automations\/aut_/)
    await button('Simulate').click()
    await page.getByRole('heading', { name: 'The path', exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Publish version/ })
      .first()
      .click()
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await page.getByText('Active', { exact: true }).first().waitFor()
    expect(await clicks()).toBe(11)
  })
})
