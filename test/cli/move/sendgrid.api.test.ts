import { expect, test } from 'vitest'
import { useMoveCommand } from '../../support/move/move-commands.js'
import { sendgridKey, startSendgridAccount } from '../../support/move/sendgrid-account.js'

/** `postseal move sendgrid` brings suppressions, groups and who left them, templates, domains and webhooks. */

const { at, run, kinds, ask } = useMoveCommand('sendgrid', startSendgridAccount, {
  SENDGRID_API_KEY: sendgridKey,
})

test('a move brings everything, and a second run has nothing to do', async () => {
  expect(await kinds('--dry-run')).toMatchObject({
    suppressions: { found: 504, left_out: 1 },
    contacts: { found: 3 },
    templates: { found: 1, left_out: 2 },
  })
  const brought = await kinds('--yes')
  expect(brought).toMatchObject({
    suppressions: { brought: 504, left_out: 1 },
    topics: { brought: 2 },
    contacts: { brought: 2, already_there: 1 },
    templates: { brought: 1, left_out: 2 },
    domains: { brought: 1 },
    webhooks: { brought: 1 },
  })
  expect(brought['suppressions']?.remarks).toEqual([
    { item: 'full@people.example', reason: 'the bounce was temporary' },
  ])
  expect(brought['webhooks']?.remarks[0]?.reason).toContain('group_unsubscribe')
  const [gone] = (await ask('/v1/suppressions?email=gone@people.example')).data
  expect(gone).toMatchObject({ reason: 'hard_bounce', suppressed_at: '2025-01-01T00:00:00.000Z' })
  const contacts = (await ask(`/v1/contacts?project_id=${at.tenant.liveProject}`)).data
  expect(Object.fromEntries(contacts.map((each: any) => [each.email, each.topics]))).toEqual({
    'ada@people.example': { 'product-news': false, offers: false },
    'bob@people.example': { 'product-news': false },
  })
  expect(contacts.map((each: any) => each.unsubscribed_at)).toEqual([null, null])
  const [template] = (await ask('/v1/templates')).data
  expect(template).toMatchObject({ name: 'Template d-1', alias: 'd-1', published_version: 1 })
  expect((await ask(`/v1/templates/${template.id}/versions/1`)).subject).toBe('Your receipt')
  expect((await ask('/v1/webhooks/status')).data).toMatchObject([
    { format: 'sendgrid', events: ['message.delivered', 'message.bounced', 'message.failed'] },
  ])
  expect((await run(['--yes'])).stdout).toContain('nothing to do')
})

test('a check is not possible, and says so', async () => {
  const ended = await run(['--check'])
  expect(ended).toMatchObject({ code: 0, stdout: '' })
  expect(ended.stderr).toContain('This command renders no templates at SendGrid')
})
