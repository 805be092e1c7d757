import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks, violationsOf } from '../../support/console/axe.js'
import { hasBrowser, openConsole, type PersonOptions } from '../../support/console/person.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** The API reference as its readers see and use it. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

/** Opens a page of the documentation for a reader whom the service does not know. */
async function openPage(address: string, options: PersonOptions = {}): Promise<Page> {
  const { page } = await openConsole(service, { token: null, ...options })
  await go(page, address)
  return page
}

async function go(page: Page, address: string): Promise<void> {
  await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/docs/${address}`)
}

const kinds = [
  'api',
  'api/messages',
  'api/sendMessage',
  'api/listMessages',
  'api/createAutomation',
  'api/importSuppressions',
  'api/listEvents',
  'api/message.bounced',
  'api/event-payloads',
]

describe.skipIf(!hasBrowser)('the API reference', () => {
  test.each(looks)('is accessible, at %i px in %s, and no wider than the window', async (width, scheme) => {
    const page = await openPage('api', { scheme, width })
    for (const address of kinds) {
      await go(page, address)
      await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`)
      expect(await violationsOf(page), address).toEqual([])
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(beyond, address).toBeLessThanOrEqual(0)
    }
  })

  test('shows one sample at a time, by the arrows too, in the same language on the next page', async () => {
    const page = await openPage('api/sendMessage')
    const shown = () => page.getByRole('tabpanel').textContent()
    expect(await shown()).toContain('curl -sS')
    await page.getByRole('tab', { name: 'curl', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await shown()).toContain("import { Postseal } from 'postseal'")
    await page.keyboard.press('ArrowRight')
    expect(await shown()).toContain('from postseal import Postseal')
    await page.getByRole('button', { name: 'Copy Python', exact: true }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('client.messages.send(')

    await page.getByRole('link', { name: 'List messages', exact: true }).first().click()
    await page.getByRole('heading', { name: 'List messages', exact: true, level: 1 }).waitFor()
    expect(await shown()).toContain('client.messages.list(')
  })

  test('sends a message with a test key, and reads what came of it on another page', async () => {
    const { test_project_key: key, test_project_id: project } = service.credentials
    const page = await openPage('api/sendMessage')
    await page.getByText('Try it').click()
    await page.getByLabel('Key of a test project').fill(key)
    await page.getByLabel('Id of the test project').fill(project)
    await page.getByLabel('Id of the test project').blur()
    expect(await page.getByLabel('Body').inputValue()).toContain(`"project_id": "${project}"`)
    await page.getByRole('button', { name: 'Send the request', exact: true }).click()
    const outcome = page.getByRole('status').filter({ hasText: 'req_' })
    expect(await outcome.textContent()).toMatch(/^202 Accepted in \d+ ms, req_\w+/)
    const [id = ''] = (await outcome.textContent())?.match(/msg_\w+/) ?? []

    await go(page, 'api/retrieveMessage')
    await page.getByText('Try it').click()
    expect(await page.getByLabel('id', { exact: true }).inputValue()).toBe(id)
    expect(await page.getByLabel('Key of a test project').inputValue()).toBe(key)
    await page.getByRole('button', { name: 'Send the request', exact: true }).click()
    await page.getByRole('status').filter({ hasText: '200 OK' }).getByText(id).waitFor()

    await go(page, 'api/listMessages')
    await page.getByText('Try it').click()
    await page.getByLabel('status optional').selectOption('failed')
    await page.getByRole('button', { name: 'Send the request', exact: true }).click()
    await page.getByRole('status').filter({ hasText: '200 OK' }).getByText('"data": []').waitFor()

    await page.getByRole('button', { name: 'Forget the key', exact: true }).click()
    await go(page, 'api/retrieveMessage')
    expect(await page.getByLabel('Key of a test project').inputValue()).toBe('')
    expect(await page.getByLabel('id', { exact: true }).inputValue()).not.toBe(id)
  })

  test('takes no other key, and says what is wrong with a body', async () => {
    const { project_key: live, workspace_key: workspace, test_project_key: key } = service.credentials
    const page = await openPage('api/sendMessage')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.getByText('Try it').click()
    for (const [given, answer] of [
      [live, 'This key reaches real people'],
      [workspace, 'This key reaches real people'],
      ['pk_test', 'begins with pk_test_'],
    ] as const) {
      await page.getByLabel('Key of a test project').fill(given)
      await page.getByRole('button', { name: 'Send the request', exact: true }).click()
      await page.getByText(answer).waitFor()
    }
    await page.getByLabel('Key of a test project').fill(key)
    await page.getByLabel('Body').fill('{"to": ')
    await page.getByRole('button', { name: 'Send the request', exact: true }).click()
    await page.getByRole('status').getByText('The body is not JSON').waitFor()
    expect(requests).toEqual([])

    await page.getByLabel('Body').fill('{}')
    await page.getByRole('button', { name: 'Send the request', exact: true }).click()
    await page.getByText(/^422 .* ms, req_/).waitFor()
    await page.getByText('"code": "validation_failed"').waitFor()
    // What it was refused with stays in the page: the key is in nothing that is shown.
    expect(await page.getByRole('status').last().textContent()).not.toContain(key)
  })

  test('leads links to old headings on, and finds an operation by the search', async () => {
    const page = await openPage('api#operation/sendMessage')
    await page.getByRole('heading', { name: 'Send a message', exact: true, level: 1 }).waitFor()
    await go(page, '#tag/Subscriber-lists')
    await page.getByRole('heading', { name: 'Subscriber lists', exact: true, level: 1 }).waitFor()
    await go(page, 'api#section/Idempotency')
    await page.waitForURL(/docs\/api#idempotency$/)

    await page.keyboard.press('/')
    await page.keyboard.type('rotate-dkim')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/docs\/api\/rotateDomainDkim$/)
  })

  test('has everything but the form without scripts', async () => {
    const { context } = await openConsole(service, { token: null })
    const plain = await context.browser()?.newContext({ javaScriptEnabled: false })
    if (plain === undefined) throw new Error('There is no browser.')
    const page = await plain.newPage()
    await page.goto(`${service.url}/docs/api/sendMessage`)
    for (const language of ['curl', 'TypeScript', 'Python'])
      await page.getByRole('region', { name: language, exact: true }).waitFor()
    expect(await page.getByLabel('Key of a test project').isVisible()).toBe(false)
    await plain.close()
  })
})
