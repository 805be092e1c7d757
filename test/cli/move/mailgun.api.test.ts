import { expect, test } from 'vitest'
import { json } from '../../support/network/scripted-http.js'
import { mailgunKey, startMailgunAccount } from '../../support/move/mailgun-account.js'
import { useMoveCommand } from '../../support/move/move-commands.js'

/** `postseal move mailgun` brings what all domains of an account have, and the members of its mailing lists. */

const { at, run, kinds, ask } = useMoveCommand('mailgun', startMailgunAccount, {
  MAILGUN_API_KEY: mailgunKey,
})

test('a move brings everything, and a second run has nothing to do', async () => {
  expect(await kinds('--dry-run')).toMatchObject({
    suppressions: { found: 5, left_out: 2 },
    segments: { found: 2 },
    contacts: { found: 4 },
    templates: { found: 2, left_out: 2 },
    domains: { found: 2, left_out: 1 },
    webhooks: { found: 1 },
  })
  const brought = await kinds('--yes')
  expect(brought).toMatchObject({
    suppressions: { brought: 4, already_there: 1, left_out: 2 },
    segments: { brought: 2 },
    contacts: { brought: 3, already_there: 1 },
    templates: { brought: 2, left_out: 2 },
    domains: { brought: 2, left_out: 1 },
    webhooks: { brought: 1 },
  })
  expect(brought['suppressions']?.remarks).toEqual([
    { item: 'full@people.example', reason: 'the bounce was not permanent (452)' },
    { item: 'picky@people.example', reason: 'unsubscribed from mail with a tag only: offers' },
  ])
  const reasons = brought['templates']?.remarks.map(({ item, reason }) => `${item}: ${reason}`)
  expect(reasons).toContain('old: it is written for the engine "go", not for handlebars')
  expect(reasons).toContain('empty: it has no active version')
  expect(brought['webhooks']?.remarks[0]?.reason).toContain('unknown')
  expect((await run(['--yes'])).stdout).toContain('nothing to do')
})

test('times, opt-outs, lists, templates and webhooks arrive as they were', async () => {
  await kinds('--yes')
  const suppressed = (await ask('/v1/suppressions')).data.map((each: any) => [each.email, each.reason])
  expect(Object.fromEntries(suppressed)).toEqual({
    'gone@people.example': 'hard_bounce',
    'wrong@people.example': 'hard_bounce',
    'angry@people.example': 'complaint',
    'left@people.example': 'unsubscribe',
  })
  const [gone] = (await ask('/v1/suppressions?email=gone@people.example')).data
  expect(gone.suppressed_at).toBe('2025-10-21T11:02:55.000Z')
  const contacts = (await ask(`/v1/contacts?project_id=${at.tenant.liveProject}`)).data
  const byName = Object.fromEntries(contacts.map((each: any) => [each.email.split('@')[0], each]))
  expect(byName).toMatchObject({
    ada: { name: 'Ada Lovelace', unsubscribed_at: null, properties: { plan: 'pro', at_city: 'Ulm' } },
    bob: { unsubscribed_at: expect.any(String) },
    eve: { name: 'Eve', unsubscribed_at: null, properties: { tags: 'a, b' } },
  })
  const segments = (await ask('/v1/segments')).data
  const members = await Promise.all(
    segments.map(async ({ id, name }: any) => [name, (await ask(`/v1/segments/${id}/contacts`)).data.length]),
  )
  expect(Object.fromEntries(members)).toEqual({ News: 2, 'staff@shop.example': 1 })
  const templates = (await ask('/v1/templates')).data
  const byTitle = Object.fromEntries(templates.map((each: any) => [each.name, each]))
  expect(byTitle).toMatchObject({
    receipt: { alias: 'receipt', published_version: 1 },
    'receipt (news.shop.example)': { alias: null, published_version: 1 },
  })
  expect(await ask(`/v1/templates/${byTitle.receipt.id}/versions/1`)).toMatchObject({
    subject: "Receipt {{ number | default: '' }}",
    html: "<p>Hello {{ name | default: '' }}</p>",
    from_email: 'billing@shop.example',
  })
  const [webhook] = (await ask('/v1/webhooks/status')).data
  expect(webhook).toMatchObject({ format: 'mailgun', enabled: false })
  expect([...webhook.events].sort()).toEqual([
    'message.bounced',
    'message.complained',
    'message.delivered',
    'message.failed',
    'message.suppressed',
  ])
})

test('a key that is repeated in an error is not shown', async () => {
  at.account.first('GET /v4/domains', json({ message: `bad ${mailgunKey}` }, 400))
  const ended = await run(['--dry-run'])
  expect(ended.stderr).toContain('bad ***')
})

test('a move that stops in a list goes on there', async () => {
  at.account.first('GET /v3/shop.example/unsubscribes', json({ message: 'broken' }, 400))
  expect(await run(['--yes', '--only', 'suppressions'])).toMatchObject({ code: 1 })
  const asked = at.account.asked.length
  expect(await kinds('--yes', '--only', 'suppressions')).toMatchObject({
    suppressions: { brought: 4, already_there: 1 },
  })
  const later = at.account.asked.slice(asked).map(({ url }) => url)
  expect(later.filter((url) => url.startsWith('/v3/shop.example/bounces'))).toEqual([])
})
