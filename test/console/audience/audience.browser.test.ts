import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { consoleUrl, hasBrowser, openConsole } from '../../support/console/person.js'
import { send, untilLog } from '../../support/messages/mail.js'
import { confirmPath, press } from '../../support/audience/opt-in.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Whole tasks about contacts, lists and segments, as a person does them. */

let service: TestService
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 }, erasures: { everySeconds: 0.2 } })
  key = await service.session('owner')
})
afterAll(() => service?.stop())

const live = () => service.credentials.project_id
let key: string
const api = async (method: string, path: string, body?: unknown) => {
  const reply = await call(service.url, method, `/v1/${path}`, { key, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}

describe.skipIf(!hasBrowser)('whole tasks', () => {
  test('a contact gets another address, but none that another contact has, and never none', async () => {
    const [contact] = await Promise.all(
      ['ada@moves.example', 'taken@moves.example'].map((email) =>
        api('PUT', 'contacts', { project_id: live(), email }),
      ),
    )
    const { page, open } = await openConsole(service)
    await open(`contacts/${contact.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog')
    const address = form.getByLabel('Address', { exact: true })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    await address.fill('')
    await save.click()
    await form.getByText('Required.').waitFor()
    await address.fill('taken@moves.example')
    await save.click()
    await form.getByText('Another contact of the project has this address.').first().waitFor()
    await address.fill('countess@moves.example')
    await save.click()
    await page.getByRole('heading', { name: 'countess@moves.example', exact: true }).waitFor()
    expect((await api('GET', `contacts/${contact.id}`)).email).toBe('countess@moves.example')
  })

  test('a contact is added, found by what it did, and erased with all that is known of the address', async () => {
    const { page, open } = await openConsole(service)
    await open(`contacts?project=${live()}`)
    await page.getByRole('link', { name: 'New contact', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Address', { exact: true }).fill('mary@task.example')
    await form.getByLabel('Name', { exact: false }).first().fill('Mary Somerville')
    await form.getByRole('button', { name: 'Add a property', exact: true }).click()
    await form.getByLabel('Name of property 1').fill('plan')
    await form.getByLabel('Value of property 1').fill('pro')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'mary@task.example', exact: true }).waitFor()
    await page.getByRole('row', { name: /plan pro/ }).waitFor()

    // The same address again changes the contact, and says so.
    await open(`contacts?project=${live()}&new=1`)
    await form.getByLabel('Address', { exact: true }).fill('mary@task.example')
    await form.getByLabel('Name', { exact: false }).first().fill('Mary')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The contact already existed').waitFor()
    await page.getByRole('link', { name: 'Open it', exact: true }).click()

    await page.getByRole('button', { name: 'Record an event', exact: true }).click()
    await form.getByLabel('Name', { exact: true }).first().fill('order placed!')
    await form.getByRole('button', { name: 'Record', exact: true }).click()
    await form.locator('.mistake').waitFor()
    await form.getByLabel('Name', { exact: true }).first().fill('order_placed')
    await form.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByRole('table').getByText('order_placed').waitFor()

    const { id } = await send(service, 'mary@task.example', { subject: 'Your order' })
    await untilLog(service, { id }, ({ status }) => status === 'delivered', 'the delivery')
    await page.getByRole('link', { name: 'Mail', exact: true }).click()
    await page.getByText('Your order').first().waitFor()

    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('link', { name: 'Erase…', exact: true }).click()
    await page.getByText('Message logs').first().waitFor()
    await page.getByRole('button', { name: 'Erase…', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('mary@task.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
    await page.waitForURL(/erasures\/del_/)
    await page.getByText('Completed').first().waitFor()
    expect((await api('GET', `contacts?email=mary@task.example`)).data).toEqual([])
    expect((await api('GET', `message-logs?recipient=mary@task.example`)).data).toEqual([])
    // Nothing of it is left in the browser either.
    const kept = String(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })'))
    expect(kept).not.toContain('mary@task.example')
  })

  test('a list is made, an address confirms, and the proof of it can be shown', async () => {
    const { page, open } = await openConsole(service)
    await open(`lists?project=${live()}`)
    await page.getByRole('link', { name: 'New list', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Roast notes')
    await form.getByLabel('Sender address').fill('news@shop.example')
    await form.getByRole('button', { name: 'Create the list', exact: true }).click()
    await page.getByRole('heading', { name: 'Roast notes', exact: true }).waitFor()

    await page.getByRole('link', { name: 'New subscription', exact: true }).first().click()
    await form.getByLabel('Address', { exact: true }).fill('kate@task.example')
    await form.getByLabel('Where the person asked').fill('Sheet at the fair')
    await form.getByRole('button', { name: 'Send confirmation mail', exact: true }).click()
    await page.getByText('Confirmation mail sent').waitFor()
    const mail = await page.getByRole('link', { name: 'Open the mail', exact: true }).getAttribute('href')
    await page.getByRole('link', { name: 'Open the subscription', exact: true }).click()
    await page.getByText('Sheet at the fair').first().waitFor()
    await page.getByText('Asked to confirm').first().waitFor()

    // The person opens the mail, and presses the button of its page.
    const optIn = { url: service.url, key, project: live() }
    const message = mail?.match(/msg_\w+/)?.[0] ?? ''
    await press(optIn, await confirmPath(optIn, message))
    await page.reload()
    await page.getByText('Confirmed').first().waitFor()
    await page.getByRole('tab', { name: 'As text', exact: true }).click()
    await page
      .getByText(/kate@task\.example/)
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Unsubscribe…', exact: true }).click()
    await form.getByLabel('Where the person asked').fill('By phone')
    await form.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await page.getByText('Recorded as: By phone').waitFor()
    const { data } = await api('GET', `contacts?email=kate@task.example`)
    const { data: subscriptions } = await api('GET', `contacts/${data[0].id}/subscriptions`)
    expect(subscriptions[0]).toMatchObject({ status: 'unsubscribed' })

    // The contact's page leads to it.
    await page.goto(consoleUrl(service, `contacts/${data[0].id}?part=subscriptions`))
    await page
      .getByRole('row', { name: /Roast notes/ })
      .getByText('Unsubscribed')
      .waitFor()
  })

  test('a segment is built by keyboard, counted as it is written, and says why it has a contact', async () => {
    for (const [email, plan] of [
      ['in@task.example', 'team'],
      ['out@task.example', 'basic'],
    ])
      await api('PUT', 'contacts', { project_id: live(), email, properties: { plan } })
    const { page, open } = await openConsole(service)
    await open(`segments/new?project=${live()}`)
    await page.getByLabel('Name', { exact: true }).fill('Teams')
    const choose = async (menu: RegExp, item: string) => {
      await page.getByRole('button', { name: menu, exact: true }).first().press('Enter')
      // A menu gives the focus to its first item once it is open; before that, a key would go there.
      await page.locator('.menu:popover-open button:focus').waitFor()
      await page.locator('.menu:popover-open button', { hasText: item }).first().press('Enter')
    }
    const add = (kind: string) => choose(/^Add a condition/, kind)
    const conditions = page.locator('[data-node] > .rule-line')
    if ((await page.getByLabel('Name of the property').count()) === 0) await add('Property')
    await page.getByLabel('Name of the property').fill('plan')
    await page.getByLabel('Value', { exact: true }).fill('team')
    await page
      .getByText(/^1 contact/)
      .or(page.getByText('contact', { exact: true }))
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'in@task.example', exact: true }).waitFor()

    // Incomplete conditions ask for nothing, and say what is missing.
    await add('Event')
    expect(await conditions.count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Create the segment', exact: true }).click()
    await page.locator('.mistake').first().waitFor()
    await page.getByLabel('Name of the event').press('Alt+Shift+ArrowUp')
    await page.getByLabel('Name of the event').fill('order_placed')
    await choose(/^Move or change the condition/, 'Remove the condition')
    await expect.poll(() => conditions.count()).toBe(2)
    await page.getByRole('link', { name: 'in@task.example', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Create the segment', exact: true }).click()
    await page.getByRole('heading', { name: 'Teams', exact: true }).waitFor()
    await page.getByText('1 contact, counted').first().waitFor()

    await page.getByRole('link', { name: 'Check a contact', exact: true }).click()
    await page.getByLabel('Address of the contact').fill('out@task.example')
    await page.getByRole('button', { name: 'Explain', exact: true }).click()
    await page.getByText('basic').first().waitFor()
    await open(`segments?project=${live()}`)
    await page.getByRole('link', { name: '1 contact', exact: true }).waitFor()
    const { data } = await api('GET', 'segments')
    const rule = { property: { name: 'plan', op: 'eq', value: 'team' } }
    expect(data[0]).toMatchObject({ name: 'Teams', rule })
  })
})
