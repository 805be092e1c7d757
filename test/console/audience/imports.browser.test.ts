import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** Whole tasks about topics and imports of contacts, as a person does them. */

let service: TestService
let key: string
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 } })
  key = await service.session('owner')
})
afterAll(() => service?.stop())

const live = () => service.credentials.project_id
const api = async (method: string, path: string, body?: unknown) => {
  const reply = await call(service.url, method, `/v1/${path}`, { key, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}

describe.skipIf(!hasBrowser)('whole tasks', () => {
  test('a topic is made with a translation, taken off a contact by hand, and deleted', async () => {
    const { page, open } = await openConsole(service)
    await open(`lists?project=${live()}`)
    await page.getByRole('link', { name: 'Topics', exact: true }).click()
    await page.getByRole('link', { name: 'New topic', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Key', { exact: true }).fill('Offers')
    await form.getByLabel('Name', { exact: true }).fill('Offers')
    await form.getByRole('button', { name: 'Create the topic', exact: true }).click()
    await form.locator('.mistake').waitFor()
    await form.getByLabel('Key', { exact: true }).fill('offers')
    await form.getByRole('button', { name: 'Add language', exact: true }).click()
    await form.getByLabel('Language of translation 1').fill('de')
    await form.getByRole('button', { name: 'Create the topic', exact: true }).click()
    await form.getByText('Enter the name in de').first().waitFor()
    await form.getByLabel('Name of translation 1').fill('Angebote')
    await form.getByRole('button', { name: 'Create the topic', exact: true }).click()
    await page.getByRole('heading', { name: 'Offers', exact: true }).waitFor()
    const address = page.url()
    const { data } = await api('GET', `topics?project_id=${live()}`)
    expect(data).toMatchObject([
      {
        key: 'offers',
        default_subscribed: true,
        translations: { de: { name: 'Angebote', description: null } },
      },
    ])

    const contact = await api('PUT', 'contacts', { project_id: live(), email: 'mary@task.example' })
    await open(`contacts/${contact.id}?part=topics`)
    await page.getByText('No choices yet.').waitFor()
    await page.getByRole('button', { name: 'Unsubscribe: Offers', exact: true }).click()
    await form.getByLabel(/Where the person asked/).fill('By phone')
    await form.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    const history = page.getByRole('table', { name: 'Choices of the contact', exact: true })
    await history.getByText('By phone').waitFor()
    await page.getByRole('button', { name: 'Add: Offers', exact: true }).waitFor()
    const { topics } = await api('GET', `contacts/${contact.id}/topics`)
    expect(topics).toMatchObject([{ key: 'offers', subscribed: false }])

    await page.goto(address)
    await page.getByRole('button', { name: 'Remove translation 1', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Delete the topic…', exact: true }).click()
    await form.getByLabel(/to confirm/).fill('offers')
    await form.getByRole('button', { name: 'Delete the topic', exact: true }).click()
    await page.getByRole('heading', { name: 'No topics yet', exact: true }).waitFor()
  })

  test('a file of contacts is dropped, its columns are told, and what was refused is saved', async () => {
    const list = await api('POST', 'subscriber-lists', {
      project_id: live(),
      name: 'News',
      from_email: 'news@shop.example',
    })
    const { page, open } = await openConsole(service)
    await open(`contacts?project=${live()}`)
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'File format', exact: true }).waitFor()
    const text = [
      'Customer;First name;Seats;Signed up;Form;2nd note',
      'ada@import.example;Ada;5;2026-01-14T09:30:00Z;Fair;x',
      'nobody;No;1;2026-01-14T09:30:00Z;Fair;',
      'grace@import.example;Grace;two;2026-01-14T09:30:00Z;Fair;',
      'mary@import.example;Mary;2;2026-01-14T09:30:00Z;Fair;',
    ].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const what = (column: string) => page.getByLabel(`Use of ${column}`, { exact: true })
    await page.getByText('Choose the column with the addresses.').waitFor()
    // Its header is no name of a property, which the service would refuse.
    expect(await what('2nd note').inputValue()).toBe('ignore')
    expect(await what('First name').inputValue()).toBe('first_name')
    await what('Customer').selectOption('Address')
    await what('Seats').selectOption('Property: number')
    await page.getByLabel('Subscribe to a list').selectOption('News')
    await page.getByLabel('Consent', { exact: true }).selectOption('The file has the proof of consent')
    await page.getByText('Choose the column for “Consent: when”').waitFor()
    await what('Signed up').selectOption('Consent: when')
    await what('Form').selectOption('Consent: where')
    await page.getByRole('button', { name: 'Import', exact: true }).click()

    await page.getByText('Completed').first().waitFor()
    const figure = (name: string) => page.locator('dt', { hasText: name }).locator('+ dd').innerText()
    expect(await figure('New contacts')).toBe('2')
    expect(await figure('Newly subscribed')).toBe('2')
    expect(await figure('Refused lines')).toBe('2')
    await page
      .getByRole('table', { name: 'Refused lines', exact: true })
      .getByText('This is not a number')
      .waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const file = (await (await (await saved).createReadStream()).toArray()).join('')
    const lines = file.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    const { data } = await api('GET', `contacts?email=ada@import.example`)
    expect(data).toMatchObject([{ name: 'Ada', properties: { first_name: 'Ada', Seats: 5 } }])
    const { data: subscriptions } = await api('GET', `subscriber-lists/${list.id}/subscriptions`)
    expect(subscriptions).toHaveLength(2)

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('table', { name: 'Contact imports', exact: true }).getByText('Completed').waitFor()
  })

  test('an import that runs is cancelled', async () => {
    const { page, open } = await openConsole(service)
    await open(`contacts/import?project=${live()}`)
    await page.locator('.drop').waitFor()
    await page.evaluate(`(() => {
      const line = (number) => \`customer.\${number}@many.example\`
      const lines = ['email', ...Array.from({ length: 400_000 }, (_, number) => line(number))]
      const transfer = new DataTransfer()
      transfer.items.add(new File([lines.join('\\n')], 'many.csv', { type: 'text/csv' }))
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
      document.querySelector('.drop').dispatchEvent(event)
    })()`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel…', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel the import', exact: true }).click()
    await page.getByText('Cancelled').first().waitFor()
    await page.getByRole('link', { name: 'Show contacts', exact: true }).waitFor()
  })
})
