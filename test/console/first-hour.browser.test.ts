import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleUrl, hasBrowser, openConsole } from '../support/console/person.js'
import { send } from '../support/messages/messages.js'
import { addUser, requestLink, signInMailsTo, tokensIn } from '../support/sign-in/sign-in.js'
import { addTenant, firstTenant } from '../support/workspace/tenant.js'
import { startTestService, type TestService } from '../support/service/service.js'

/** From a mail with a link to a first delivered message. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

const shell = promisify(execFile)

/** Holds replies until the function that it returns is called. */
async function holdReplies(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}

describe.skipIf(!hasBrowser)('the first hour', () => {
  test('a person signs in by the link of a mail, and goes to the screen that they wanted', async () => {
    const { email } = await addUser(service, firstTenant(service).workspaceId, 'admin')
    const { page, open } = await openConsole(service, { token: null })
    await open('messages?status=bounced')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Email me a link', exact: true }).click()
    await page.getByText('Check your e-mail').waitFor()
    const [mail] = await signInMailsTo(service.url, email)
    const [token] = tokensIn(mail?.text ?? '')

    // Opening it uses nothing up: programs that look through mail do so, too.
    await page.goto(`${consoleUrl(service, 'sign-in')}?next=messages%3Fstatus%3Dbounced#${token}`)
    await page.reload()
    await page.getByText('Press the button to sign in').waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('bounced')
    expect(page.url()).not.toContain('#')

    // A second time, it says why not.
    await page.goto(`${consoleUrl(service, 'sign-in')}#${token}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This link has already been used').waitFor()
  })

  test('a link to elsewhere is not followed after signing in', async () => {
    const { page, open } = await openConsole(service)
    await open('sign-in?next=https%3A%2F%2Fexample.com%2F')
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    await open('sign-in?next=%2F%2Fexample.com')
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
  })

  test('an owner of a workspace without mail comes to the first steps, and others do not', async () => {
    const tenant = await addTenant(service)
    const signIn = async (role: 'owner' | 'admin', next = '') => {
      const { email } = await addUser(service, tenant.workspaceId, role)
      await requestLink(service.url, email)
      const [mail] = await signInMailsTo(service.url, email)
      const { page } = await openConsole(service, { token: null })
      await page.goto(`${consoleUrl(service, 'sign-in')}${next}#${tokensIn(mail?.text ?? '')[0]}`)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      return (title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor()
    }
    await (
      await signIn('owner')
    )('First steps')
    await (
      await signIn('owner', '?next=domains')
    )('Domains')
    await (
      await signIn('admin')
    )('Overview')
    await send(service.url, await tenant.key(), tenant.testProject)
    await (
      await signIn('owner')
    )('Overview')
  })

  test('an owner sends a first message with the sample as it stands, and sees it delivered', async () => {
    const { page, open } = await openConsole(service)
    await open('')
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    await page.getByRole('heading', { name: 'First steps', exact: true }).waitFor()
    await page.getByText('1 of 4 done').waitFor()
    await page.getByRole('button', { name: 'Create an API key', exact: true }).click()
    await page.getByText('The sample contains your new key, shown only once').waitFor()
    await page.getByText('Waiting for it…').waitFor()
    await page.getByRole('button', { name: 'Copy First message (curl)', exact: true }).click()
    const command = String(await page.evaluate('navigator.clipboard.readText()'))
    const { stdout } = await shell('bash', ['-c', command], { timeout: 180_000 })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'queued' })

    await page.getByRole('link', { name: 'Open in the sink', exact: true }).waitFor()
    await page.getByText('2 of 4 done').waitFor()
    await page.getByRole('link', { name: 'Open the message', exact: true }).click()
    await page.getByText('Attempt 1: delivered').waitFor()
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await page.getByText('It works.').waitFor()
  })

  test('the first step left opens, even if the others are known before it', async () => {
    const tenant = await addTenant(service)
    const { page, open } = await openConsole(service, { token: await tenant.session('owner') })
    const release = await holdReplies(page, /\/v1\/events\?/)
    const known = [/\/v1\/domains\?/, /\/deliveries\?/, /\/v1\/users\?/].map((url) =>
      page.waitForResponse(url),
    )
    await open('start')
    for (const reply of await Promise.all(known)) await reply.finished()
    release()
    await page.getByRole('link', { name: 'Send a message', exact: true }).waitFor()
    expect(await page.locator('.step-head[aria-expanded=true]').count()).toBe(1)
  })

  test('a person who goes on before the projects are known stays in the project of the address', async () => {
    const tenant = await addTenant(service)
    await send(service.url, await tenant.key(), tenant.liveProject)
    const { page, open } = await openConsole(service, { token: await tenant.session('owner') })
    const release = await holdReplies(page, /\/v1\/projects\?/)
    await open(`messages?project=${tenant.testProject}`)
    await page.locator('main h1:focus').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.getByRole('heading', { level: 1, name: 'Events', exact: true }).waitFor()
    release()
    await page.waitForURL(new RegExp(`events\\?project=${tenant.testProject}`))
  })
})
