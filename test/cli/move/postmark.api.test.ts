import { expect, test } from 'vitest'
import { useMoveCommand } from '../../support/move/move-commands.js'
import { postmarkTokens, refused, startPostmarkAccount } from '../../support/move/postmark-account.js'

/** `postseal move postmark` brings what a server and its account have. */

const { at, run, kinds, ask } = useMoveCommand('postmark', startPostmarkAccount, postmarkTokens)

test('a move brings everything, and a second run has nothing to do', async () => {
  expect(await kinds('--dry-run')).toMatchObject({
    suppressions: { found: 4 },
    contacts: { found: 1 },
    templates: { found: 3 },
  })
  expect(await kinds('--yes')).toMatchObject({
    suppressions: { brought: 4 },
    contacts: { brought: 1 },
    templates: { brought: 3 },
    domains: { brought: 1 },
    webhooks: {
      brought: 1,
      remarks: expect.arrayContaining([
        expect.objectContaining({ reason: expect.stringContaining('password') }),
      ]),
    },
  })
  const suppressed = (await ask('/v1/suppressions')).data.map((each: any) => [each.email, each.reason])
  expect(Object.fromEntries(suppressed)).toEqual({
    'gone@people.example': 'hard_bounce',
    'left@people.example': 'unsubscribe',
    'blocked@people.example': 'manual',
    'angry@people.example': 'complaint',
  })
  // Somebody who left a broadcast stream still gets receipts.
  expect((await ask(`/v1/contacts?project_id=${at.tenant.liveProject}`)).data).toMatchObject([
    { email: 'tired@people.example', unsubscribed_at: expect.any(String) },
  ])
  const templates = (await ask('/v1/templates')).data
  const byAlias = Object.fromEntries(templates.map((each: any) => [each.alias, each]))
  expect(byAlias).toMatchObject({
    frame: { kind: 'layout', published_version: 1 },
    'template-2': { kind: 'message', published_version: 1 },
    'template-3': { published_version: null },
  })
  const { html } = await ask(`/v1/templates/${byAlias['template-2'].id}/versions/1`)
  expect(html).toBe(`{% layout '${byAlias.frame.id}' %}<p>Thank you.</p>`)
  expect((await ask('/v1/domains')).data).toMatchObject([{ return_path: { label: 'bounces2' } }])
  expect((await ask('/v1/webhooks/status')).data).toMatchObject([
    {
      format: 'postmark',
      enabled: false,
      events: ['message.delivered', 'message.deferred', 'message.bounced', 'message.failed'],
    },
  ])
  expect((await run(['--yes'])).stdout).toContain('nothing to do')
})

test('domains wait for the token of the account', async () => {
  delete at.env['POSTMARK_ACCOUNT_TOKEN']
  const without = await kinds('--yes', '--only', 'domains')
  expect(without['domains']?.not_read).toContain('POSTMARK_ACCOUNT_TOKEN')
  at.env['POSTMARK_ACCOUNT_TOKEN'] = postmarkTokens.POSTMARK_ACCOUNT_TOKEN
  expect(await kinds('--yes', '--only', 'domains')).toMatchObject({ domains: { brought: 1 } })
})

test('a check renders templates at both services, and shows the difference', async () => {
  const ended = await run(['--check'])
  expect(ended.code, ended.stderr).toBe(0)
  expect(ended.stdout).toContain('Template 2: different\n  text, line 1:\n  - Thank you.!\n  + Thank you.\n')
  expect(ended.stdout).toMatch(/Template 3: not compared\n {2}html, line 2: /)
  expect((await ask('/v1/templates')).data).toEqual([])
})

test('a token that is refused is named by its variable', async () => {
  at.account.first('GET /message-streams', refused)
  expect((await run(['--dry-run'])).stderr).toContain('POSTMARK_SERVER_TOKEN is not accepted')
})
