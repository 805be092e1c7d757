import { expect, test } from 'vitest'
import { clientCommand } from '../../support/commands/client-commands.js'
import {
  listmonkKeys,
  paged,
  startListmonkAccount,
  subscriber,
  subscribers,
} from '../../support/move/listmonk-account.js'
import { useMoveCommand } from '../../support/move/move-commands.js'

/** `postseal move listmonk` brings subscribers with their consent, lists, bounces and templates. */

const { at, run, kinds, ask } = useMoveCommand('listmonk', startListmonkAccount, listmonkKeys)

async function contacts(): Promise<Record<string, any>> {
  const { data } = await ask(`/v1/contacts?limit=100&project_id=${at.tenant.liveProject}`)
  return Object.fromEntries(data.map((each: any) => [each.name, each]))
}

async function members(): Promise<Record<string, string[]>> {
  const segments = (await ask('/v1/segments')).data
  const all = segments.map(async ({ id, name }: any) => {
    const { data } = await ask(`/v1/segments/${id}/contacts`)
    return [name, data.map((each: any) => each.email.split('@')[0]).sort()]
  })
  return Object.fromEntries(await Promise.all(all))
}

test('a move brings everything, and a second run has nothing to do', async () => {
  expect(await kinds('--dry-run')).toMatchObject({
    suppressions: { found: 3, left_out: 1 },
    topics: { found: 2 },
    segments: { found: 3 },
    contacts: { found: 5 },
    templates: { found: 2, remarks: [] },
  })
  const brought = await kinds('--yes')
  expect(brought).toMatchObject({
    suppressions: { brought: 3, left_out: 1 },
    topics: { brought: 2 },
    segments: { brought: 3 },
    contacts: { brought: 5 },
    templates: { brought: 2 },
  })
  expect(brought['suppressions']?.remarks).toEqual([
    { item: 'full@people.example', reason: 'the bounce was temporary' },
  ])
  const suppressed = (await ask('/v1/suppressions')).data.map((each: any) => [each.email, each.reason])
  expect(Object.fromEntries(suppressed)).toEqual({
    'gone@people.example': 'hard_bounce',
    'angry@people.example': 'complaint',
    'joe@people.example': 'manual',
  })
  const templates = Object.fromEntries(
    (await ask('/v1/templates')).data.map((each: any) => [each.name, each]),
  )
  expect(templates).toMatchObject({
    Frame: { kind: 'layout', published_version: 1 },
    Receipt: { kind: 'message', published_version: 1 },
  })
  expect((await ask(`/v1/templates/${templates['Receipt'].id}/versions/1`)).html).toContain(
    '<p>Hello {{ name',
  )
  expect((await run(['--yes'])).stdout).toContain('nothing to do')
})

test('nobody gets a list who has left it, or has not confirmed it', async () => {
  await kinds('--yes')
  const all = await contacts()
  expect(all).toMatchObject({
    ada: { topics: { 'product-news': true }, properties: { plan: 'pro', at_city: 'Ulm' } },
    bob: { topics: {} },
    eve: { topics: { 'product-news': false } },
  })
  const optedOut = Object.keys(all).filter((name) => all[name].unsubscribed_at !== null)
  expect(optedOut.sort()).toEqual(['eve', 'joe', 'kim'])
  expect(await members()).toMatchObject({ 'Product news': ['ada'], Offers: [] })
})

test('what subscribers leave later is taken over, and nothing that they join', async () => {
  await kinds('--yes')
  const later = [
    subscriber('ada', { 1: 'unsubscribed', 2: 'unsubscribed', 3: 'confirmed' }),
    subscriber('bob', { 1: 'confirmed', 2: 'unsubscribed' }),
    ...subscribers.slice(2),
  ]
  at.account.change({ 'GET /api/subscribers': paged(...later) })
  await kinds('--yes', '--again', '--only', 'contacts')
  const all = await contacts()
  expect(all['ada']).toMatchObject({ topics: { 'product-news': false }, unsubscribed_at: null })
  expect(all['bob'].topics).toEqual({})
  const { Customers: customers, ...rest } = await members()
  expect(customers).not.toContain('ada')
  expect(rest).toEqual({ 'Product news': [], Offers: [] })
})

test.each(['--from-url', 'LISTMONK_API_USER'])('%s is asked for', async (missing) => {
  if (missing === 'LISTMONK_API_USER') delete at.env['LISTMONK_API_USER']
  const from = missing === '--from-url' ? [] : ['--from-url', at.account.url]
  const ended = await clientCommand(at.env, ['move', 'listmonk', '--dry-run', ...from])
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(missing) })
})
