import { expect, test } from 'vitest'
import { json } from '../../support/network/scripted-http.js'
import { useMoveCommand } from '../../support/move/move-commands.js'
import { awsKeys, startSesAccount } from '../../support/move/ses-account.js'

/** `postseal move ses` signs its requests, and brings what an account has in a region. */

const { at, run, kinds, ask } = useMoveCommand('ses', startSesAccount, awsKeys)

const region = { AWS_REGION: 'eu-central-1' }

test('a move brings everything, and a second run has nothing to do', async () => {
  Object.assign(at.env, region)
  expect(await kinds('--dry-run')).toMatchObject({
    suppressions: { found: 3 },
    topics: { found: 2 },
    contacts: { found: 3 },
    templates: { found: 3 },
    domains: { found: 1, left_out: 1 },
  })
  const brought = await kinds('--yes')
  expect(brought).toMatchObject({
    suppressions: { brought: 3 },
    topics: { brought: 2 },
    contacts: { brought: 3 },
    templates: { brought: 3 },
    domains: { brought: 1, left_out: 1 },
  })
  expect(brought['templates']?.remarks.map(({ item, reason }) => [item, reason.slice(0, 30)])).toEqual([
    ['receipt', 'its HTML shows values without '],
    ["it's (new)", `its alias "it's (new)" cannot b`.slice(0, 30)],
  ])
  const suppressed = (await ask('/v1/suppressions')).data
  expect(Object.fromEntries(suppressed.map((each: any) => [each.email, each.reason]))).toEqual({
    'gone@people.example': 'hard_bounce',
    'angry@people.example': 'complaint',
    'wrong@people.example': 'hard_bounce',
  })
  expect(suppressed[0].suppressed_at).toBe('2025-01-01T00:00:00.000Z')
  const contacts = (await ask(`/v1/contacts?project_id=${at.tenant.liveProject}`)).data
  const byName = Object.fromEntries(contacts.map((each: any) => [each.email.split('@')[0], each]))
  expect(byName).toMatchObject({
    ada: { topics: { 'product-news': false, offers: true }, unsubscribed_at: null },
    bob: { topics: {}, unsubscribed_at: null },
    eve: { unsubscribed_at: expect.any(String) },
  })
  const templates = (await ask('/v1/templates')).data
  const receipt = templates.find(({ alias }: any) => alias === 'receipt')
  const { html, text } = await ask(`/v1/templates/${receipt.id}/versions/1`)
  expect(html).toContain('| raw }}</p>')
  expect(text).not.toContain('raw')
  expect((await ask('/v1/domains')).data).toMatchObject([{ return_path: { label: 'bounces2' } }])
  expect((await run(['--yes'])).stdout).toContain('nothing to do')
})

test('a list that is read by POST is asked again after 429', async () => {
  Object.assign(at.env, region)
  at.account.first(
    'POST /v2/email/contact-lists/shop/contacts/list',
    json({ message: 'Too many requests' }, 429, { 'Retry-After': '0' }),
  )
  expect(await kinds('--yes', '--only', 'contacts')).toMatchObject({ contacts: { brought: 3 } })
})

test('credentials that are refused by 403 are named, unlike a missing right', async () => {
  Object.assign(at.env, region)
  const path = 'GET /v2/email/suppression/addresses'
  at.account.first(path, json({ message: 'The security token included in the request is expired' }, 403))
  const ended = await run(['--dry-run', '--only', 'suppressions'])
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('is not accepted') })
  at.account.first(path, json({ message: 'User is not authorized to perform: ses:List' }, 403))
  const shown = await kinds('--dry-run', '--only', 'suppressions')
  expect(shown['suppressions']?.not_read).toContain('is not authorized')
})

test('another secret is refused', async () => {
  Object.assign(at.env, region, { AWS_SECRET_ACCESS_KEY: 'another' })
  expect((await run(['--dry-run'])).stderr).toContain('AWS_SECRET_ACCESS_KEY is not accepted')
})

test.each([
  [{}, 'Set AWS_REGION'],
  [{ AWS_REGION: 'evil.example/' }, 'AWS_REGION takes a region'],
  [{ ...region, AWS_ACCESS_KEY_ID: '' }, 'Set AWS_ACCESS_KEY_ID'],
  [{ ...region, AWS_SESSION_TOKEN: 'two words' }, 'AWS_SESSION_TOKEN is not'],
])('%j is wrong usage', async (env, message) => {
  Object.assign(at.env, env)
  const ended = await run(['--dry-run'])
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})
