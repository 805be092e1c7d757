import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { hasBrowser, openConsole } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { inbox } from '../../support/messages/mail.js'
import { until } from '../../support/time/until.js'

/** Whole tasks about templates, as a person does them. */

let service: TestService
let session: string
beforeAll(async () => {
  if (!hasBrowser) return
  service = await startTestService({ delivery: { pollMs: 50 } })
  session = await service.session('owner')
})
afterAll(() => service?.stop())

const api = async (path: string) => (await call(service.url, 'GET', `/v1/${path}`, { key: session })).body

describe.skipIf(!hasBrowser)('whole tasks', () => {
  test('a template is begun from a starter, mended at the line of its mistake, tested, published and gone back', async () => {
    const { page, open } = await openConsole(service)
    await open('templates')
    await page.getByRole('link', { name: 'New template', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Receipt of the shop')
    await page.getByLabel('Receipt', { exact: true }).check()
    await page.getByRole('button', { name: 'Create the template', exact: true }).click()
    await page.getByRole('heading', { name: 'Receipt of the shop', exact: true }).waitFor()
    // The sample values of the starter are in the preview.
    await page.getByText('Your receipt A-1042 from Harbour Coffee').waitFor()

    await page.getByRole('tab', { name: /^HTML/ }).click()
    const editor = page.getByRole('textbox', { name: 'HTML', exact: true })
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('{{ nobody }}\n{% if name %}\n')
    // What is wrong is said with its line, which a button leads to.
    const problem = page.getByRole('button', { name: /HTML, line \d/ }).first()
    await problem.waitFor()
    // The preview says that it shows an earlier content.
    await page.getByText('This is the last version without mistakes').waitFor()
    // What was typed outlives a reload.
    await page.reload()
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    await page.getByRole('tab', { name: /^HTML/ }).click()
    await problem.click()
    await editor.click()
    await page.keyboard.press('Control+Home')
    for (let line = 0; line < 2; line += 1) await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await problem.waitFor({ state: 'detached' })
    await page.getByText('This is the last version without mistakes').waitFor({ state: 'detached' })
    await page.keyboard.type('<!-- The second. -->')
    await page.getByRole('button', { name: 'Save version 2', exact: true }).click()
    await page.getByRole('button', { name: 'Publish version 2', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 2', exact: true }).click()
    await page.getByText('Version 2 published').waitFor()

    await page.getByRole('button', { name: 'Send a test', exact: true }).click()
    const form = page.getByRole('dialog')
    // The sender and the sample values are there, so that only the address is left to type.
    expect(await form.getByLabel('number', { exact: true }).inputValue()).toBe('A-1042')
    await form.getByLabel('To', { exact: true }).fill('tester@task.example')
    await form.getByLabel('Project', { exact: true }).selectOption(service.credentials.test_project_id)
    await form.getByRole('button', { name: 'Send the test', exact: true }).click()
    await form.getByRole('link', { name: 'Open the message', exact: true }).waitFor()
    const mails = await until(async () => {
      const found = await inbox(service.url, 'tester@task.example')
      return found.length > 0 && found
    }, 'the test mail')
    expect(mails[0]?.subject).toBe('Your receipt A-1042 from Harbour Coffee')
    await form.getByRole('button', { name: 'Close', exact: true }).first().click()

    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await page.getByRole('link', { name: 'Version 2', exact: true }).click()
    await page.locator('.diff .added', { hasText: 'The second.' }).first().waitFor()
    await page
      .getByRole('link', { name: /^Version 1/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Publish version 1', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1', exact: true }).click()
    await page.getByText('Version 1 published').waitFor()
    const { data } = await api('templates')
    expect(data).toMatchObject([{ name: 'Receipt of the shop', published_version: 1, latest_version: 2 }])
  })

  test('a version that was saved meanwhile is not overwritten, and an older one is taken into the editor and given back', async () => {
    const made = await call(service.url, 'POST', '/v1/templates', {
      key: session,
      body: { name: 'Welcome', subject: 'One', text: 'Hello' },
    })
    const { id } = made.body as { id: string }
    const { page, open } = await openConsole(service)
    await open(`templates/${id}`)
    const subject = page.getByRole('textbox', { name: 'Subject', exact: true })
    await subject.fill('Mine')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    const body = { subject: 'Theirs', text: 'Hello' }
    await call(service.url, 'POST', `/v1/templates/${id}/versions`, { key: session, body })
    await page.getByRole('button', { name: 'Save version 2', exact: true }).click()
    await page.getByText('Version 2 was saved meanwhile').waitFor()
    expect((await api(`templates/${id}`)).latest_version).toBe(2)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('.diff .removed', { hasText: 'Theirs' }).waitFor()
    await dialog.locator('.diff .added', { hasText: 'Mine' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Use version 2', exact: true }).click()
    await expect.poll(() => subject.inputValue()).toBe('Theirs')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Keep editing mine', exact: true }).click()
    await page.getByRole('button', { name: 'Save version 3', exact: true }).click()
    await page.getByText('Version 3 is saved').waitFor()
    expect((await api(`templates/${id}/versions/3`)).subject).toBe('Mine')

    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await page.getByRole('link', { name: 'Version 1', exact: true }).click()
    // It is compared with the one before, or with the published one: there is neither.
    await page.getByText('There is no other version to compare with.').waitFor()
    await page.getByLabel('Against').selectOption('Version 3')
    await page.locator('.diff .added', { hasText: 'One' }).waitFor()
    await page.getByRole('button', { name: 'Restore in the editor', exact: true }).click()
    await expect.poll(() => subject.inputValue()).toBe('One')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => subject.inputValue()).toBe('Mine')
  })
})
