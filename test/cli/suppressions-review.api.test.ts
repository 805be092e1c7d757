import { beforeEach, describe, expect, test } from 'vitest'
import { newUuid } from '../../server/platform/db/ids.js'
import { suppressAsBounced } from '../support/audience/bounced.js'
import { clientCommand, type Surroundings } from '../support/commands/client-commands.js'
import type { Env } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { sharedApi } from '../support/service/shared-service.js'
import { addTenant, type Tenant } from '../support/workspace/tenant.js'

/** Suppressions for misread replies are shown in groups, and lifted when somebody says yes. */

let tenant: Tenant
let env: Env
beforeEach(async () => {
  const service = await sharedApi()
  tenant = await addTenant(service)
  env = {
    POSTSEAL_BASE_URL: service.url,
    XDG_CONFIG_HOME: newDataDir(),
    POSTSEAL_API_KEY: await tenant.key(),
  }
  for (const name of ['ada', 'bob', 'eve'])
    await bounced(`${name}@a.example`, `550 5.7.1 <${name}@a.example>: refused by our spam policy`)
  await bounced('joe@a.example', '550 5.1.1 <joe@a.example>: no such user')
})

const bounced = async (address: string, reply: string) =>
  suppressAsBounced((await sharedApi()).sql, tenant.workspaceId, address, { reply })
const review = (args: readonly string[], surroundings?: Surroundings) =>
  clientCommand(env, ['suppressions', 'review', ...args], surroundings)
const left = async () => {
  const { rows } = await (
    await sharedApi()
  ).sql.query<{ address: string }>(
    'select address from suppressions where workspace_id = $1 order by address',
    [tenant.workspaceId],
  )
  return rows.map(({ address }) => address[0]).join('')
}

describe('groups', () => {
  test('are those that would not be suppressed today, with --all the others behind them', async () => {
    const some = await review(['--since', '7d'])
    expect(some).toMatchObject({ code: 0 })
    expect(some.stdout).toMatch(/^REASON +COUNT +REPLY/)
    expect(some.stdout).toMatch(/hard_bounce +3 +550 5\.7\.1 <address>: refused by our spam policy/)
    expect(some.stdout).not.toContain('no such user')
    expect(some.stderr).toContain('--all')
    const all = await review(['--all'])
    expect(all.stdout).toMatch(/spam policy.*\n.*no such user/)
    expect(all.stderr).toBe('')
  })

  test('as JSON, and of none', async () => {
    const { stdout } = await review(['--contains', 'SPAM', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      data: [{ count: 3, still_suppresses: false }],
      is_complete: true,
    })
    const none = await review(['--until', '2020-01-01'])
    expect(none).toMatchObject({ code: 0, stdout: '' })
    expect(none.stderr).toContain('No suppression')
  })
})

describe('lifting', () => {
  test('asks, and lifts after a yes alone', async () => {
    const args = ['--lift', '--contains', 'spam POLICY']
    const dry = await review([...args, '--dry-run'])
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('would lift 3 suppressions')])
    expect(await review(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await review(args, { isAsked: true, stdin: 'n\n' })).toMatchObject({ code: 2 })
    expect(await left()).toBe('abej')
    const lifted = await review(args, { isAsked: true, stdin: 'y\n' })
    expect(lifted).toMatchObject({ code: 0, stdout: 'Lifted 3 suppressions.\n' })
    expect(lifted.stderr).toContain('Lift 3 suppressions at')
    expect(await left()).toBe('j')
    expect(await review([...args, '--yes'])).toMatchObject({ code: 0, stdout: 'There is nothing to lift.\n' })
  })

  test('with --contains whatever the rules of today say, else what they would not suppress', async () => {
    const misread = await review(['--lift', '--since', '1d', '--yes', '--json'])
    expect(JSON.parse(misread.stdout)).toEqual({ matched: 3, lifted: 3 })
    expect(await left()).toBe('j')
    expect(await review(['--lift', '--contains', 'no such user', '--yes'])).toMatchObject({ code: 0 })
    expect(await left()).toBe('')
  })

  test('goes on until none is left, and tells how far it is', async () => {
    await (
      await sharedApi()
    ).sql.query(
      `insert into suppressions (workspace_id, id, address, reason, reply)
       select $1, id, id || '@a.example', 'hard_bounce', '550 5.7.1 Refused: spam policy' from unnest($2::uuid[]) id`,
      [tenant.workspaceId, Array.from({ length: 1500 }, () => newUuid())],
    )
    const ended = await review(['--lift', '--contains', 'spam policy', '--yes'])
    expect(ended).toMatchObject({ code: 0, stdout: 'Lifted 1503 suppressions.\n' })
    expect(ended.stderr).toBe('Lifted 1000 of 1503.\n')
    expect(await left()).toBe('j')
  })
})

test.each([
  [['--lift']],
  [['--lift', '--all', '--since', '7d']],
  [['--lift', '--contains', 'ab', '--yes']],
  [['--lift', '--contains', 'spam', '--json']],
  [['--yes']],
  [['--dry-run']],
  [['--since', 'yesterday']],
  [['--since', '2026-02-30']],
  [['--contains', 'x'.repeat(201)]],
  [['--unknown']],
  [['surplus']],
])('%j is wrong usage', async (args) => {
  const ended = await review(args)
  expect([ended.code, ended.stdout], ended.stderr).toEqual([2, ''])
  expect(await left()).toBe('abej')
})

test('a key without the scope is told what it takes', async () => {
  env = { ...env, POSTSEAL_API_KEY: await tenant.key({ scopes: ['messages:send'] }) }
  const refused = await review([])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('suppressions:*')
})

test('shells complete it', async () => {
  const { stdout } = await clientCommand(env, ['completion', 'words', '--', 'suppressions', 'rev'])
  expect(stdout).toMatch(/^review\t/m)
  const options = await clientCommand(env, ['completion', 'words', '--', 'suppressions', 'review', '--l'])
  expect(options.stdout).toMatch(/^--lift\t/m)
})
