import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import type { Principal } from '../../../../server/platform/auth/principal.js'
import { newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { mutate, type Once } from '../../../../server/platform/http/idempotency/mutate.js'

/** Carries out a POST that only reads, and counts its turns. */
async function turnsOf(handler: { readonly waitsForOthers?: true }): Promise<number> {
  let turns = 0
  const principal = { workspaceId: newWorkspaceId() } as Principal
  await mutate(
    { outsideTransaction: () => Promise.resolve({ status: 200, body: {} }), ...handler },
    {
      body: {},
      principal,
      inTurn: (work) => {
        turns += 1
        return work()
      },
    },
    { claimFor: undefined, entry: undefined, once: {} as Once },
    { db: {} as Knex, audit: { add: () => undefined } },
  )
  return turns
}

test('it takes a turn at the database, but for one that waits for a render or for others', async () => {
  expect(await turnsOf({})).toBe(1)
  expect(await turnsOf({ waitsForOthers: true })).toBe(0)
})
