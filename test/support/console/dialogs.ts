import type { Locator, Page } from 'playwright-core'
import { toTypeId } from '../../../server/platform/db/ids.js'
import { insertReportedDomain, insertSource } from '../domains/dmarc.js'
import { send, untilLog } from '../messages/mail.js'
import {
  makeCampaigns,
  openStep,
  prepareAutomation,
  saveAutomationMeanwhile,
  saveTemplateMeanwhile,
} from './programs.js'
import { providerIds } from '../ids/provider-ids.js'
import type { TestService } from '../service/service.js'
import { firstTenant } from '../workspace/tenant.js'
import { madeUp } from './person.js'

/** A dialog or a menu, and how a person comes to it. */
export interface Opened {
  /** The file below `console/` that has it. */
  readonly source: string
  readonly screen: string
  /** Prepares the page, at each width, before the dialog is opened. */
  readonly before?: (page: Page, width: number) => Promise<void>
  /** Finds the element that opens the dialog if it has the focus. */
  readonly opener: (page: Page) => Locator
  /** The key that opens it; Enter by default. */
  readonly key?: string
  /** True if another entry opens this dialog on another screen. */
  readonly isElsewhere?: boolean
  /** True if the dialog stays open until something else has happened. */
  readonly stays?: boolean
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first()
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first()

/**
 * Every dialog and menu of the console.
 *
 * @param screens all of `allScreens`
 */
export async function allDialogs(service: TestService, screens: readonly string[]): Promise<Opened[]> {
  const { workspaceId } = firstTenant(service)
  await providerIds(service, workspaceId).proven()
  const reported = await insertReportedDomain(service.sql, workspaceId, { name: 'reported.example' })
  await insertSource(service.sql, workspaceId, reported)
  const scheduled = await send(service, 'later@example.com', {
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const deferred = await send(service, 'defer+always@example.com')
  await untilLog(service, deferred, (log) => log.status === 'deferred', 'the deferral')
  const one = (kind: string) => screens.find((screen) => new RegExp(`${kind}_[^?]+$`).test(screen)) ?? ''
  const { project_id: live, test_project_id: project } = service.credentials
  const message = `messages/${scheduled.id}`
  const template = one('templates/tpl')
  const automation = one('automations/aut')
  await prepareAutomation(service, automation)
  const { ready, slow } = await makeCampaigns(service)
  const footer =
    screens
      .find((screen) => /tpl_\w+\?part=details/.test(screen) && !screen.startsWith(template))
      ?.split('?')[0] ?? ''
  return [
    {
      source: 'app/keyboard/keys-dialog.tsx',
      screen: 'limits',
      opener: (page) => page.locator('h1'),
      key: '?',
    },
    { source: 'app/keyboard/palette.tsx', screen: 'limits', opener: (page) => page.locator('button.search') },
    {
      source: 'app/frame/project-switch.tsx',
      screen: 'limits',
      opener: (page) => page.locator('button.project'),
    },
    {
      source: 'app/frame/side-navigation.tsx',
      screen: 'limits',
      before: openNavigation,
      opener: accountMenu,
    },
    {
      source: 'app/sign-in-dialog.tsx',
      screen: `messages?project=${live}`,
      before: endSession,
      opener: testMode,
      stays: true,
    },
    { source: 'app/views.tsx', screen: 'messages?status=bounced', opener: button('Saved views') },
    { source: 'ui/code/same-as-curl.tsx', screen: 'messages', opener: button('Same as curl') },
    { source: 'screens/api-keys/api-key.tsx', screen: one('key'), opener: button('Revoke') },
    { source: 'screens/api-keys/stop.tsx', screen: one('key'), opener: button('Stop this key') },
    {
      source: 'screens/dmarc/review.tsx',
      screen: 'dmarc',
      opener: (page) => page.locator('[data-row] .row-link').first(),
    },
    {
      source: 'screens/versions/behind.tsx',
      screen: automation,
      before: (page, width) =>
        width > 860 ? saveAutomationMeanwhile(service, page, automation) : Promise.resolve(),
      opener: button('Compare'),
    },
    {
      source: 'screens/automations/details.tsx',
      screen: `${automation}?part=details`,
      opener: button('Archive'),
    },
    { source: 'screens/automations/pause.tsx', screen: automation, opener: button('Pause') },
    {
      source: 'screens/automations/versions/publish.tsx',
      screen: automation,
      opener: button(/^Publish version/),
    },
    {
      source: 'screens/automations/runs/retry-runs.tsx',
      screen: `${automation}?part=runs`,
      opener: button('Retry failed runs'),
    },
    {
      source: 'screens/automations/outline/rows.tsx',
      screen: automation,
      opener: button(/^Change case 1/),
    },
    {
      source: 'screens/automations/runs/run.tsx',
      screen: screens.find((screen) => /runs\/run_/.test(screen)) ?? '',
      opener: button('Cancel the run'),
    },
    {
      source: 'screens/automations/fields/setting-fields.tsx',
      screen: automation,
      before: (page, width) => (width > 860 ? openStep(page, /^Ends early/) : Promise.resolve()),
      opener: button('Add an exit'),
    },
    {
      source: 'screens/automations/outline/step-menus.tsx',
      screen: automation,
      opener: button('Add a step'),
    },
    {
      source: 'screens/automations/outline/step-menus.tsx',
      screen: automation,
      opener: button('Move or change the step'),
    },
    {
      source: 'screens/automations/runs/trigger.tsx',
      screen: `${automation}?part=runs`,
      opener: button('Start a run'),
    },
    { source: 'screens/campaigns/actions.tsx', screen: ready, opener: button('Delete…') },
    { source: 'screens/campaigns/sending/cancel.tsx', screen: slow, opener: button('Cancel…') },
    { source: 'screens/campaigns/draft/begin.tsx', screen: ready, opener: button('Start…') },
    {
      source: 'screens/campaigns/draft/template/change-subject.tsx',
      screen: ready,
      opener: button('Change the subject'),
    },
    { source: 'screens/campaigns/sending/rate.tsx', screen: slow, opener: button('Change the rate') },
    { source: 'screens/campaigns/draft/rename-dialog.tsx', screen: ready, opener: button('Rename') },
    { source: 'screens/campaigns/draft/send-test.tsx', screen: ready, opener: button('Send a test…') },
    { source: 'screens/contacts/add-contact.tsx', screen: 'contacts', opener: link('New contact') },
    {
      source: 'screens/contacts/profile/choose-topic.tsx',
      screen: `${one('con')}?part=topics`,
      opener: button(/^Unsubscribe: /),
    },
    {
      source: 'screens/contact-imports/contact-import.tsx',
      screen: one('cim'),
      before: stillImporting,
      opener: button('Cancel…'),
    },
    { source: 'screens/contacts/profile/edit-contact.tsx', screen: one('con'), opener: button('Edit') },
    {
      source: 'screens/contacts/profile/leave.tsx',
      screen: one('con'),
      opener: button('Delete the contact…'),
    },
    {
      source: 'screens/contacts/profile/record-event.tsx',
      screen: one('con'),
      opener: button('Record an event'),
    },
    { source: 'screens/domains/add-domain.tsx', screen: 'domains', opener: link('New domain') },
    {
      source: 'screens/domains/dkim-keys.tsx',
      screen: `domains/${toTypeId('dom', reported.id)}`,
      opener: button('Rotate'),
    },
    { source: 'screens/domains/domain.tsx', screen: one('domains/dom'), opener: button('Delete') },
    {
      source: 'screens/domains/return-path.tsx',
      screen: one('domains/dom'),
      opener: button('Change the name'),
    },
    {
      source: 'screens/erasures/erase.tsx',
      screen: 'erasures/new?email=ada@example.com',
      opener: button('Erase…'),
    },
    {
      source: 'screens/inbound/routes/add-route.tsx',
      screen: 'inbound/routes',
      opener: link('New route'),
    },
    { source: 'screens/inbound/mails/mail.tsx', screen: one('inm'), opener: button('Delete') },
    {
      source: 'screens/inbound/mails/replay.tsx',
      screen: one('inm'),
      opener: button('Resend the event'),
    },
    { source: 'screens/inbound/routes/route.tsx', screen: one('inr'), opener: button('Delete the route…') },
    { source: 'screens/lists/add-list.tsx', screen: 'lists', opener: link('New list') },
    { source: 'screens/lists/add-subscription.tsx', screen: one('lst'), opener: link('New subscription') },
    {
      source: 'screens/lists/list-settings.tsx',
      screen: `${one('lst')}?part=settings`,
      opener: button('Delete the list…'),
    },
    { source: 'screens/lists/unsubscribe.tsx', screen: one('sub'), opener: button('Unsubscribe…') },
    { source: 'screens/messages/message.tsx', screen: message, opener: button('Cancel') },
    { source: 'screens/messages/reschedule.tsx', screen: message, opener: button('Reschedule') },
    {
      source: 'screens/messages/retry.tsx',
      screen: `messages/${deferred.id}`,
      opener: button('Retry now'),
    },
    { source: 'screens/projects/add-project.tsx', screen: 'projects', opener: button('New project') },
    { source: 'screens/projects/archive.tsx', screen: `projects/${project}`, opener: button('Archive') },
    {
      source: 'screens/segments/rules/nodes.tsx',
      screen: `${one('seg')}?part=rule`,
      opener: button('Add a condition'),
    },
    {
      source: 'screens/segments/rules/nodes.tsx',
      screen: `${one('seg')}?part=rule`,
      opener: button(/^Move or change the condition/),
    },
    {
      source: 'screens/segments/settings.tsx',
      screen: `${one('seg')}?part=rule`,
      opener: button('Delete the segment'),
    },
    { source: 'screens/sessions/add-passkey.tsx', screen: 'sessions', opener: button('New passkey') },
    {
      source: 'screens/sessions/passkey-table.tsx',
      screen: 'sessions',
      before: havePasskey,
      opener: button('Remove Laptop'),
    },
    {
      source: 'screens/sessions/rename-passkey.tsx',
      screen: 'sessions',
      before: havePasskey,
      opener: button('Rename Laptop'),
    },
    { source: 'screens/sessions/session-table.tsx', screen: 'sessions', opener: button(/^Sign out of /) },
    { source: 'screens/sessions/sessions.tsx', screen: 'sessions', opener: button('End all others') },
    {
      source: 'screens/settings/retention.tsx',
      screen: 'settings',
      before: (page) => page.locator('input[name=retention_days]').fill('3'),
      opener: (page) =>
        page.locator('form', { has: page.locator('input[name=retention_days]') }).getByText('Save'),
    },
    { source: 'screens/suppressions/add-suppression.tsx', screen: 'suppressions', opener: link('Add') },
    { source: 'screens/suppressions/suppression.tsx', screen: one('sup'), opener: button('Remove') },
    {
      source: 'screens/templates/details.tsx',
      screen: `${template}?part=details`,
      opener: button('Delete the template'),
    },
    { source: 'screens/templates/editor/languages.tsx', screen: template, opener: button('Add language') },
    {
      source: 'screens/templates/versions/publish.tsx',
      screen: template,
      opener: button('Publish version 2'),
    },
    {
      source: 'screens/versions/behind.tsx',
      isElsewhere: true,
      screen: footer,
      // It stays so for the next width.
      before: (page, width) =>
        width > 860 ? saveTemplateMeanwhile(service, page, footer) : Promise.resolve(),
      opener: button('Compare'),
    },
    { source: 'screens/templates/preview/test-mail.tsx', screen: template, opener: button('Send a test') },
    { source: 'screens/settings/sign-in.tsx', screen: 'settings', opener: button('Remove') },
    { source: 'screens/topics/add-topic.tsx', screen: 'lists/topics', opener: link('New topic') },
    { source: 'screens/topics/topic.tsx', screen: one('top'), opener: button('Delete the topic…') },
    { source: 'screens/users/invite.tsx', screen: 'users', opener: button('Invite a user') },
    { source: 'screens/users/remove-user.tsx', screen: one('usr'), opener: button('Remove') },
    { source: 'screens/webhooks/receivers/receiver.tsx', screen: one('whr'), opener: button('Delete') },
    {
      source: 'screens/webhooks/deliveries/replay-failed.tsx',
      screen: one('whk'),
      opener: button('Replay failed deliveries'),
    },
    {
      source: 'screens/webhooks/secrets/rotation.tsx',
      screen: `${one('whk')}?part=secret`,
      before: (page) => page.getByRole('button', { name: /^Create (a new|another) secret$/ }).click(),
      opener: button('Revoke the previous secrets'),
    },
    {
      source: 'screens/webhooks/webhook-settings.tsx',
      screen: `${one('whk')}?part=settings`,
      opener: button('Delete the webhook'),
    },
  ]
}

const accountMenu = (page: Page) => page.locator('button.side-user')

async function openNavigation(page: Page, width: number): Promise<void> {
  const opens = page.getByRole('button', { name: 'Open the navigation', exact: true })
  if (width < 860) await opens.click()
}

const testMode = (page: Page) => page.locator('.mode.test')

/** An import that has ended looks as one that runs. */
async function stillImporting(page: Page): Promise<void> {
  await page.route('**/v1/contact-imports/cim_*', async (route) => {
    // The page may be left meanwhile: it asks every second.
    const reply = await route.fetch().catch(() => undefined)
    if (reply === undefined) return
    const json = { ...((await reply.json()) as object), status: 'running', completed_at: null }
    await route
      .fulfill({ response: reply, headers: { ...reply.headers(), [madeUp]: '1' }, json })
      .catch(() => undefined)
  })
  await page.reload()
  await page.locator('main h1:focus').waitFor()
}

/** A passkey of whoever looks. */
async function havePasskey(page: Page): Promise<void> {
  const passkey = {
    id: 'psk_01kbf3yq0te5w9d2m6r8t1x4ca',
    user_id: 'usr_01kbf3x5vae4gt7c3p8s6d1b9n',
    name: 'Laptop',
    synced: true,
    created_at: '2026-01-14T09:30:00.000Z',
    last_used_at: null,
  }
  const json = { data: [passkey], has_more: false, next_cursor: null }
  await page.route('**/v1/passkeys?*', (route) => route.fulfill({ headers: { [madeUp]: '1' }, json }))
  await page.reload()
  await page.locator('main h1:focus').waitFor()
}

/** Whatever is asked next is refused, as where a session has ended. */
async function endSession(page: Page): Promise<void> {
  const body = JSON.stringify({
    error: {
      code: 'unauthenticated',
      message: 'It has ended.',
      request_id: 'req_01kbf3yq0ge8gvk2c5m7x9t3ea',
    },
  })
  await page.route('**/v1/**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/json', headers: { [madeUp]: '1' }, body }),
  )
}
