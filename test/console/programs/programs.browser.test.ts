import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { letter } from '../../support/inbound/inbound-calls.js'
import { inbox } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { submit } from '../../support/mail-servers/smtp-talk.js'
import { arrivedAt, deliveredLongAgo, visit } from '../../support/messages/tracked.js'
import { until } from '../../support/time/until.js'

/** Whole tasks about campaigns, automations and inbound mail, as a person does them. */

let service: TestService
let session: string
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 }, programs: { pollMs: 50 } })
  session = await service.session('owner')
})
afterAll(() => service?.stop())

const api = async (method: string, path: string, body?: object) => {
  const reply = await call(service.url, method, `/v1/${path}`, { key: session, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}

describe.skipIf(!hasBrowser)('whole tasks', () => {
  test('a campaign from a template to its figures, and who is left out is said before it starts', async () => {
    const project_id = service.credentials.test_project_id
    for (const [name, unsubscribed] of [
      ['ada', false],
      ['bounce', false],
      ['left', true],
    ] as const) {
      await api('PUT', 'contacts', { project_id, email: `${name}@example.com`, unsubscribed })
    }
    const template = await api('POST', 'templates', {
      name: 'Spring sale',
      subject: 'Your code is {{ code }}',
      html: '<p>Spend {{ code }} at <a href="https://shop.example/">the shop</a>.</p>' + '<p>See you.</p>',
      variables: [{ name: 'code' }],
    })
    await api('POST', `templates/${template.id}/publish`, { version: 1 })
    await api('PATCH', `projects/${project_id}`, { tracking: { clicks: true } })

    const { page, open } = await openConsole(service)
    await open(`campaigns?project=${project_id}`)
    await page.getByRole('link', { name: 'New campaign', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Spring')
    await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Spring sale' })
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('heading', { name: 'Spring', exact: true }).waitFor()
    // All that is missing is said at once: a value, a sender, and the link to unsubscribe.
    const summary = page.getByRole('complementary', { name: 'Summary', exact: true })
    await summary.getByText('The variable code is missing').waitFor()
    await summary.getByText('The mail has no unsubscribe link').waitFor()
    await summary.getByText('The sender (From) is required').waitFor()
    await summary.getByText('2 contacts in the audience · 1 is left out').waitFor()
    await summary.getByRole('button', { name: 'Insert the link at the end', exact: true }).click()
    await summary.getByText('The mail has no unsubscribe link').waitFor({ state: 'detached' })
    await page.getByLabel('code', { exact: false }).first().fill('SPRING')
    await page.getByLabel('From', { exact: true }).fill('news@shop.example')
    // The console saves the typed values on the way to the start.
    await summary.getByRole('button', { name: 'Start…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 contacts').waitFor()
    await dialog.getByRole('button', { name: 'Start campaign', exact: true }).click()
    await page.getByText('Sent', { exact: true }).first().waitFor()
    const [link = ''] = (await arrivedAt(service, 'ada@example.com')).urls
    await deliveredLongAgo(service, ['ada@example.com'])
    await visit(service, link)
    // Its figures come by themselves.
    await page.getByRole('link', { name: /^Bounced: 1/ }).waitFor()
    await page.getByRole('link', { name: /^Delivered: 1/ }).waitFor()
    const engagement = page.getByRole('region', { name: 'Opens and clicks', exact: true })
    await engagement.locator('.figures li', { hasText: 'Clicked' }).getByText('100% of delivered').waitFor()
    // Opens are not tracked, and nobody should take that for nobody opening.
    expect(await engagement.getByText('Opened').count()).toBe(0)
    expect((await inbox(service.url, 'ada@example.com')).map(({ subject }) => subject)).toEqual([
      'Your code is SPRING',
    ])
    await page.getByRole('link', { name: /^Bounced: 1/ }).click()
    await page.getByText('bounce@example.com').first().waitFor()
    // The list has the figures as well, each with the way to what it counts.
    await open(`campaigns?project=${project_id}`)
    await page.getByText('Not tracked').waitFor()
    await page.getByRole('link', { name: '1 clicked', exact: true }).waitFor()
    await page.getByRole('link', { name: '1 delivered', exact: true }).click()
    await page.getByText('ada@example.com').first().waitFor()
    expect(await page.getByText('bounce@example.com').count()).toBe(0)
  })

  test('an automation is begun from a starting point, mended, simulated, published and followed', async () => {
    const project_id = service.credentials.test_project_id
    const template = await api('POST', 'templates', {
      name: 'Good to have you',
      subject: 'Welcome',
      html: '<p>Welcome.</p><a href="{{ unsubscribe_url }}">No more</a>',
      from_email: 'hello@shop.example',
    })
    await api('POST', `templates/${template.id}/publish`, { version: 1 })
    const contact = await api('PUT', 'contacts', { project_id, email: 'new@task.example' })

    const { page, open } = await openConsole(service)
    await open(`automations?project=${project_id}`)
    await page.getByRole('link', { name: /^Welcome series/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Welcome')
    // What is missing is at its step, which opens.
    await page.getByRole('button', { name: 'Create the automation', exact: true }).click()
    await page.locator('.mistake').first().waitFor()
    const templateOf = page.getByLabel('Template', { exact: true })
    await templateOf.nth(1).waitFor()
    for (const step of await templateOf.all()) await step.selectOption(template.id)
    await page.getByRole('button', { name: 'Create the automation', exact: true }).click()
    await page.waitForURL(/automations\/aut_/)
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Simulate', exact: true }).click()
    await page.getByRole('heading', { name: 'The path', exact: true }).waitFor()
    await page.getByText('On the path').first().waitFor()
    await page.getByRole('button', { name: 'Publish version 1', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1', exact: true }).click()
    await page.getByText('Active').first().waitFor()

    await page.getByRole('link', { name: 'Runs', exact: true }).click()
    await page.getByRole('button', { name: 'Start a run', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Address of the contact').fill('new@task.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Start the run', exact: true }).click()
    await page.getByRole('link', { name: 'Show the run', exact: true }).click()
    await page.waitForURL(/runs\/run_/)
    const mails = await until(async () => {
      const found = await inbox(service.url, 'new@task.example')
      return found.length > 0 && found
    }, 'the mail')
    expect(mails[0]?.subject).toBe('Welcome')
    // The contact's page has the run.
    await open(`contacts/${contact.id}?part=runs`)
    await page.getByRole('link', { name: 'Welcome', exact: true }).first().click()
    await page.getByRole('button', { name: 'Cancel the run', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run', exact: true }).click()
    await page.getByText('Cancelled').first().waitFor()
  })

  test('a route is tried, takes a mail, and the mail is read, sent on again and deleted', async () => {
    const { page, open } = await openConsole(service)
    await open(`inbound/routes?project=${service.credentials.project_id}`)
    await page.getByLabel('Address', { exact: true }).fill('help@in.task.example')
    await page.getByRole('button', { name: 'Test the address', exact: true }).click()
    await page.getByText('Mail would be refused', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'New route for this address', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Help desk')
    await form.getByRole('button', { name: 'Create the route', exact: true }).click()
    await page.getByRole('heading', { name: 'Help desk', exact: true }).waitFor()
    await page.getByLabel('Address', { exact: true }).fill('help@in.task.example')
    await page.getByRole('button', { name: 'Test the address', exact: true }).click()
    await page.getByText('Mail would be accepted', { exact: true }).waitFor()

    await open('inbound')
    const mail = letter({
      'Message-ID': '<question@mail.example.com>',
      Subject: 'Where is my order',
      'Content-Type': 'text/plain',
    })
    await submit(service.inboundPort, 'help@in.task.example', mail, 'ada@example.com')
    await page.getByRole('link', { name: 'Where is my order', exact: true }).click()
    await page.getByRole('heading', { name: 'Where is my order', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Source', exact: true }).last().click()
    await page.getByText('question@mail.example.com').first().waitFor()
    await page.getByRole('button', { name: 'Resend the event', exact: true }).click()
    await form.getByRole('button', { name: 'Resend', exact: true }).click()
    await form.getByRole('link', { name: 'Open the event', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const events = await api('GET', 'events?type=inbound.received')
    expect((events.data as { data: { replayed?: boolean } }[]).map(({ data }) => data.replayed)).toEqual([
      true,
      false,
    ])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await form.getByRole('button', { name: 'Delete the mail', exact: true }).click()
    await page.getByRole('heading', { name: 'Inbound', exact: true }).waitFor()
    await until(async () => (await api('GET', 'inbound/messages')).data.length === 0, 'the mail to be gone')
  })
})
