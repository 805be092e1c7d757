import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../support/api/api.js'
import { createKey } from '../support/workspace/api-keys.js'
import { send as sendAs } from '../support/messages/messages.js'
import { hasBrowser, madeUp, openConsole } from '../support/console/person.js'
import { startDns, type TestDns } from '../support/domains/dns.js'
import { send } from '../support/messages/mail.js'
import { startTestService, type TestService } from '../support/service/service.js'
import { firstTenant } from '../support/workspace/tenant.js'
import { until } from '../support/time/until.js'

/** Whole tasks, as a person does them. */

let service: TestService
let dns: TestDns
beforeAll(async () => {
  if (!hasBrowser) return
  dns = await startDns()
  service = await startTestService({
    delivery: { pollMs: 50 },
    env: { POSTSEAL_DNS_SERVERS: dns.server },
  })
})
afterAll(async () => {
  await service?.stop()
  await dns?.close()
})

/** Has the built-in receiver answer so from now on. */
async function replyWith(page: Page, status: number): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
  await page.getByRole('group', { name: 'Replies with', exact: true }).getByText(String(status)).click()
  await saved
}

describe.skipIf(!hasBrowser)('whole tasks', () => {
  test('a domain from nothing to verified, by the records that the page shows', async () => {
    const { page, open } = await openConsole(service)
    await open('domains')
    await page.getByRole('link', { name: 'New domain', exact: true }).first().click()
    await page.locator('input[name=name]').fill('no domain')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.mistake').waitFor()
    await page.locator('input[name=name]').fill('mail.task.example')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'mail.task.example', exact: true }).waitFor()

    // The zone file is what a person takes to their DNS.
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Zone file', exact: true }).click()
    const stream = await (await saved).createReadStream()
    const file = (await stream.toArray()).join('')
    for (const [, name = '', text = ''] of file.matchAll(/^(\S+)\s+\d+\s+IN\s+TXT\s+(.*)$/gm)) {
      const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) => part)
      dns.zone[name.replace(/\.$/, '').toLowerCase()] = { TXT: [strings] }
    }
    expect(Object.keys(dns.zone).length).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Check now', exact: true }).click()
    await page.getByText('Live projects can send from this domain').waitFor()

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.locator('dialog input').fill('mail.task.example')
    await page.getByRole('button', { name: 'Delete the domain', exact: true }).click()
    await page.getByRole('heading', { name: 'Domains', exact: true }).waitFor()
    await until(
      async () => (await page.locator('[data-row]', { hasText: 'mail.task.example' }).count()) === 0,
      'the list without it',
    )
  })

  test('a receiver is offered once, before and after the list of receivers arrives', async () => {
    const { page, open } = await openConsole(service)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const reply = { headers: { [madeUp]: '1' }, json: { data: [], has_more: false, next_cursor: null } }
    await page.route(/\/v1\/webhooks\?/, (route) => route.fulfill(reply))
    await page.route(/\/v1\/webhook-receivers\?/, async (route) => {
      await held
      await route.fulfill(reply)
    })
    await open('webhooks')
    await page.getByText('No webhooks yet').waitFor()
    const offers = page.getByRole('button', { name: 'Try it without an endpoint', exact: true })
    expect(await offers.count()).toBe(1)
    const arrived = page.waitForResponse(/\/v1\/webhook-receivers\?/)
    release()
    await (await arrived).finished()
    expect(await offers.count()).toBe(1)
  })

  test('a webhook that fails is seen, mended and replayed', async () => {
    const { page, open } = await openConsole(service)
    await open(`webhooks?project=${service.credentials.project_id}`)
    await page.getByRole('button', { name: 'Try it without an endpoint', exact: true }).click()
    await page.waitForURL(/webhooks\/receivers\/whr_/)
    await page.getByText('webhook.test').first().waitFor()
    const receiver = page.url()
    await replyWith(page, 503)
    await send(service, 'ada@example.com', { subject: 'Told to a webhook' })
    await page.getByText('message.accepted').first().waitFor()

    await open('webhooks')
    await page.getByRole('table', { name: 'Webhooks', exact: true }).locator('.row-link').first().click()
    await page.waitForURL(/webhooks\/whk_/)
    const failed = page.locator('[data-row]', { hasText: 'message.accepted' })
    await failed.waitFor()
    const webhook = page.url()
    await page.goto(receiver)
    await replyWith(page, 204)
    await page.goto(webhook)
    await failed.locator('.row-link').click()
    await page.getByText('503').first().waitFor()
    await page
      .getByRole('button', { name: /^(Try now|Replay)$/ })
      .first()
      .click()
    await until(async () => (await failed.getByText('Delivered').count()) > 0, 'the delivery')
  })

  test('a colleague is invited, demoted and gone', async () => {
    const { page, open } = await openConsole(service)
    await open('users')
    await page.getByRole('button', { name: 'Invite a user', exact: true }).first().click()
    await page.locator('input[name=email]').fill('grace@task.example')
    await page.getByLabel('Admin', { exact: true }).check()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('heading', { name: 'grace@task.example', exact: true }).waitFor()
    await page.getByLabel('Member', { exact: true }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.locator('dialog input').fill('grace@task.example')
    await page
      .locator('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    await page.locator('[data-row]', { hasText: 'grace@task.example' }).waitFor({ state: 'detached' })

    // Who did it is in the audit log.
    await open('audit-log')
    await page.getByText('Removed a user').first().waitFor()
  })

  test('a key is used while it is renamed: its page says so, and what was typed stays', async () => {
    const { page, open } = await openConsole(service)
    const owner = await service.session('owner')
    const { body } = await createKey(service.url, firstTenant(service), owner, {
      fields: { name: 'Reports' },
    })
    const path = `/v1/api-keys/${body.api_key.id}`
    await open(`api-keys/${body.api_key.id}`)
    await page.getByText('Not used yet.').waitFor()
    const name = page.locator('input[name=name]')
    await name.fill('Reports by night')

    expect((await call(service.url, 'GET', '/v1/messages', { key: body.secret })).status).toBe(200)
    const isNoted = async () => (await call(service.url, 'GET', path, { key: owner })).body.last_used_at
    await until(isNoted, 'the use of the key')
    // As when the person comes back to the tab.
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
    await page.getByText('Not used yet.').waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Reports by night')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The key was saved.').waitFor()
    await page.getByRole('heading', { name: 'Reports by night', exact: true }).waitFor()
  })

  test('a key that leaked is stopped, and the page says what became of its mail', async () => {
    const { page, open } = await openConsole(service)
    const tenant = firstTenant(service)
    const owner = await service.session('owner')
    const fields = { name: 'Leaked', project_id: tenant.testProject, scopes: ['messages:send'] }
    const { body } = await createKey(service.url, tenant, owner, { fields })
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
    const message = await sendAs(service.url, body.secret, tenant.testProject, { scheduled_at })
    await open(`api-keys/${body.api_key.id}`)
    await page.getByRole('button', { name: 'Stop this key', exact: true }).click()
    await page.locator('dialog').getByText('cancels all their queued').waitFor()
    await page.locator('dialog input[autocomplete=off]').fill('Leaked')
    await page.locator('dialog').getByRole('button', { name: 'Stop the key', exact: true }).click()
    await page.getByText('Mail to 1 recipient was cancelled.').waitFor()
    await page.getByRole('link', { name: 'All mail of this key', exact: true }).click()
    await page.locator('[data-row]').first().waitFor()

    await open(`messages/${message}`)
    await page.getByRole('link', { name: body.api_key.id, exact: true }).waitFor()
  })

  test('a file of suppressions is dropped, stopped in the middle, and gone on with', async () => {
    const { page, open } = await openConsole(service)
    await open('suppressions/import')
    // Three requests' worth, with a line in the last of them that is no address.
    const file = await page.evaluateHandle(`(() => {
      const line = (number) => \`customer.\${number}.of.the.old.service@import.example\`
      const lines = ['email', ...Array.from({ length: 11_999 }, (_, number) => line(number)), 'nobody']
      const transfer = new DataTransfer()
      transfer.items.add(new File([lines.join('\\n')], 'old.csv', { type: 'text/csv' }))
      return transfer
    })()`)
    const zone = page.locator('.drop')
    await zone.dispatchEvent('dragover', { dataTransfer: file })
    await page.locator('.drop.over').waitFor()
    await zone.dispatchEvent('drop', { dataTransfer: file })
    // The second request is held until it has been stopped.
    let count = 0
    await page.route('**/v1/suppressions/import', async (route) => {
      count += 1
      if (count !== 2) await route.continue()
    })
    const figure = async (name: string) => {
      const text = await page.locator('dt', { hasText: name }).locator('+ dd').innerText()
      return Number(text.replaceAll(',', ''))
    }
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await until(() => count === 2, 'the second request')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('The file was only partly imported').waitFor()
    const first = await figure('Newly suppressed')
    expect(first).toBeGreaterThan(1_000)

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'old.csv was imported', exact: true }).waitFor()
    expect(await figure('Already suppressed')).toBe(first)
    expect(await figure('Newly suppressed')).toBe(11_999 - first)
    await page.getByRole('table', { name: 'Refused lines', exact: true }).getByText('12001').waitFor()
  })
})
