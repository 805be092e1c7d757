import knex from 'knex'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseHeld } from '../../../server/product/mail/hold/end-hold.js'
import { holdQueues } from '../../../server/product/mail/hold/hold-queues.js'
import { consoleUrl, hasBrowser, openConsole } from '../../support/console/person.js'
import { logsOf, send, untilLog } from '../../support/messages/mail.js'
import { addUser, requestLink, signInMailsTo, tokensIn } from '../../support/sign-in/sign-in.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** Tests the frame around every screen, also when things go wrong. */

let service: TestService
beforeAll(async () => {
  if (hasBrowser) service = await startTestService({ delivery: { pollMs: 50 } })
})
afterAll(() => service?.stop())

describe.skipIf(!hasBrowser)('the frame', () => {
  test('what was typed outlives a session that has ended, and the page goes on after signing in', async () => {
    const user = await addUser(service, firstTenant(service).workspaceId, 'admin')
    await requestLink(service.url, user.email)
    const [first] = await signInMailsTo(service.url, user.email)
    const { page, context } = await openConsole(service, { token: null })
    await page.goto(`${consoleUrl(service, 'sign-in')}#${tokensIn(first?.text ?? '')[0]}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()

    await page.goto(consoleUrl(service, `messages/new?project=${service.credentials.test_project_id}`))
    await page.getByLabel('Subject').fill('Typed with care')
    await service.sql.query('update sessions set revoked_at = now() where user_id = $1', [user.userId])
    // A service takes up to five seconds to notice.
    const asConsole = { 'Postseal-Console': '1', 'Sec-Fetch-Site': 'same-origin' }
    const session = new URL('/v1/sessions/current', consoleUrl(service)).href
    await until(
      async () => (await context.request.get(session, { headers: asConsole })).status() === 401,
      'the end of the session',
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Email me a link', exact: true }).click()
    const mails = await signInMailsTo(service.url, user.email, 2)
    const tokens = mails.flatMap(({ text }) => tokensIn(text ?? ''))
    const second = tokens.find((token) => token !== tokensIn(first?.text ?? '')[0])

    const other = await context.newPage()
    await other.goto(`${consoleUrl(service, 'sign-in')}#${second}`)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    await page.bringToFront()
    await page
      .getByRole('heading', { name: 'Your session has ended', exact: true })
      .waitFor({ state: 'detached' })
    expect(await page.getByLabel('Subject').inputValue()).toBe('Typed with care')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Typed with care', exact: true }).waitFor()
  })

  test('a lost network shows a bar, and the page goes on by itself', async () => {
    const { page, context, open } = await openConsole(service)
    await open('messages')
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByText('Postseal cannot be reached').first().waitFor()
    await context.setOffline(false)
    await page.getByText('Postseal cannot be reached').first().waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
  })

  test('what is held since a restore shows a bar to admins, and goes with the release', async () => {
    const restored = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
    const db = knex({ client: 'pg', connection: restored.config.databaseUrl ?? '' })
    try {
      const accepted = await send(restored, 'ada@example.com')
      await holdQueues(db, 'restore')
      const said =
        'Mail that was queued before the restore is held: the operator releases or drops it. 1 delivery waits for that.'
      const { page, open } = await openConsole(restored, { role: 'admin' })
      await open('templates')
      await page.getByText(said).waitFor()
      await page.getByRole('link', { name: 'Since when?', exact: true }).click()
      await page.getByText('Mail that was queued is held since the restore').waitFor()
      const [log] = await logsOf(restored, accepted)
      await open(`messages/${accepted.id}?project=${log?.project_id ?? ''}`)
      await page.getByText('Held until the operator releases or drops it').waitFor()

      const member = await openConsole(restored, { role: 'member' })
      await member.open('templates')
      await member.page.getByRole('heading', { name: 'Templates', exact: true }).waitFor()
      expect(await member.page.getByText(said).count()).toBe(0)

      await releaseHeld(db, [firstTenant(restored).workspaceId])
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText('Waiting for the first attempt…').waitFor()
      expect(await page.getByText(said).count()).toBe(0)
    } finally {
      await db.destroy()
      await restored.stop()
    }
  })

  test('messages come while one looks, and are counted while the list is kept as it is', async () => {
    const { page, open } = await openConsole(service)
    // Nothing that happens after the list was read is lost, however late the page begins to follow events.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/v1\/events\/follow\?/, async (route) => {
      await held
      await route.continue()
    })
    const listed = page.waitForResponse(/\/v1\/message-logs\?/)
    await open(`messages?project=${service.credentials.project_id}`)
    await (await listed).finished()
    const first = await send(service, 'live@example.com', { subject: 'First' })
    await untilLog(service, first, ({ status }) => status === 'delivered', 'the delivery')
    release()
    await page.getByRole('link', { name: 'live@example.com', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Live', exact: true }).last().click()
    await send(service, 'later@example.com', { subject: 'Second' })
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'later@example.com', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: '1 new', exact: true }).click()
    await page.getByRole('link', { name: 'later@example.com', exact: true }).waitFor()
  })

  test('the command palette goes to screens, finds ids and addresses, and closes by Escape', async () => {
    const { id } = await send(service, 'palette@example.com', { subject: 'Found by its id' })
    const { page, open } = await openConsole(service)
    await open('events')
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
    const field = page.getByRole('combobox', { name: 'What do you look for?', exact: true })
    await page.keyboard.press('Control+k')
    await field.fill('mess')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill(id)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Found by its id', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('palette@example.com')
    await page.getByRole('option', { name: /^Messages to palette@example\.com/ }).waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
  })

  test('a member sees what they may not do, disabled and with the role that may', async () => {
    const { page, open } = await openConsole(service, { role: 'member' })
    await open('messages')
    const button = page.getByRole('button', { name: 'New message', exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    expect(await button.getAttribute('title')).toBe('Needs the role admin.')
    expect(await page.getByRole('link', { name: 'API keys', exact: true }).count()).toBe(0)
    expect(await page.locator('.side-link', { hasText: 'API keys' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('a screen and a form show the calls that they make as curl', async () => {
    const { page, open } = await openConsole(service)
    const { test_project_id: project } = service.credentials
    await open(`messages?project=${project}&status=bounced`)
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Same as curl', exact: true }).click()
    await page.getByText(`/v1/message-logs?limit=50&project_id=${project}&status=bounced`).waitFor()
    await open(`messages/new?project=${project}`)
    await page.getByLabel('Subject').fill("It's here")
    await page.locator('form').getByRole('button', { name: 'Same as curl', exact: true }).click()
    await page.getByText(`"subject":"It'\\''s here"`).waitFor()
  })

  test('a refusal of the API stands at its field, and the form loses nothing', async () => {
    const { page, open } = await openConsole(service)
    await open(`messages/new?project=${service.credentials.test_project_id}`)
    await page.getByLabel('Subject').fill('')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Required.').waitFor()
    await page.getByLabel('Subject').fill('Hello')
    // The browser has no rule for it; the service does.
    await page.getByLabel('To', { exact: true }).fill('ada@example.com\nada@example.com')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.mistake').waitFor()
    expect(await page.getByLabel('To', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.reload()
    expect(await page.getByLabel('Subject').inputValue()).toBe('Hello')
  })

  test('live and test are two modes: each shows its own mail, and the address says which', async () => {
    const { project_id: live, test_project_id: test } = service.credentials
    await send(service, 'only.live@example.com')
    const { page, open } = await openConsole(service)
    await open(`messages?project=${live}`)
    const row = page.getByRole('link', { name: 'only.live@example.com', exact: true })
    await row.waitFor()
    // While the reply is on its way, nothing of the other project is shown.
    await page.route('**/v1/message-logs*', async (route) => {
      await row.waitFor({ state: 'detached' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Test', exact: true }).first().click()
    await page.waitForURL((url) => url.searchParams.get('project') === test)
    await row.waitFor({ state: 'detached' })
    await page.unroute('**/v1/message-logs*')
    await page.getByRole('button', { name: 'Live', exact: true }).first().click()
    await row.waitFor()
  })

  test('filters are chosen, kept as a view, found again and taken away', async () => {
    const { page, open } = await openConsole(service)
    await open(`messages?project=${service.credentials.project_id}`)
    await page.locator('select[aria-label=Status]').selectOption('Bounced')
    const asked = page.waitForRequest(/message-logs\?(?=.*status=bounced).*since=/)
    const before = Date.now()
    await page.locator('select[aria-label=Time]').selectOption('Last hour')
    const since = new Date(new URL((await asked).url()).searchParams.get('since') ?? '')
    expect(since.getTime()).toBeGreaterThan(before - 65 * 60_000)
    expect(since.getTime()).toBeLessThanOrEqual(Date.now() - 60 * 60_000)
    await page.getByRole('button', { name: 'Saved views', exact: true }).click()
    await page.getByLabel('Name of the view').fill('What bounced')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await open('messages')
    await page.getByRole('button', { name: 'Saved views', exact: true }).click()
    await page.getByRole('link', { name: 'What bounced', exact: true }).click()
    await page.waitForURL(/status=bounced/)
    expect(await page.locator('select[aria-label=Status]').inputValue()).toBe('bounced')
    expect(await page.locator('select[aria-label=Time]').inputValue()).toBe('1h')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('status') && !url.searchParams.has('time'))
    await page.getByRole('button', { name: 'Clear', exact: true }).waitFor({ state: 'detached' })
  })
})
