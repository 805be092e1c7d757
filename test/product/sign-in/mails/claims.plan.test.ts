import type { Knex } from 'knex'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newWorkspaceId, nilUuid, type WorkspaceId } from '../../../../server/platform/db/ids.js'
import { SignInClaimer } from '../../../../server/product/sign-in/mails/claim.js'
import type { ClaimedMail } from '../../../../server/product/sign-in/mails/queue.js'
import {
  maxInvitations,
  maxOfDestination,
  roomBeside,
} from '../../../../server/product/sign-in/mails/room.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { claimSignInMails } from '../../../support/sign-in/sign-in-claims.js'

/** Claims of sign-in mails: what waits for one destination or workspace hides nobody's, and costs nothing. */

const many = 10_000
let database: ConnectedDatabase | undefined
let db: Knex
beforeEach(async () => {
  database ??= await openMigratedDatabase()
  db = database.db
  await db('sign_in_mails').delete()
})
afterAll(() => database?.drop())

const [flooding, quiet] = [newWorkspaceId(), newWorkspaceId()].sort() as [WorkspaceId, WorkspaceId]

/** Queues due mails, the oldest first. `destination` is SQL. */
const queue = (workspaceId: WorkspaceId, destination: string, count = 1, due = `- interval '1 hour'`) =>
  db.raw(
    `insert into sign_in_mails (workspace_id, id, sealed, destination, due_at)
     select ?, gen_random_uuid(), '', ${destination}, now() ${due} + n * interval '1 microsecond'
     from generate_series(1, ?) n`,
    [workspaceId, count],
  )

/** A transport to each MX that knows some destinations, by their tokens. */
const eachMx = (known: Readonly<Record<string, number>> = {}) => {
  const capacity = { byDefault: 1, proven: new Map(), onProbation: new Map(Object.entries(known)) }
  return (inFlight: readonly ClaimedMail[]) => roomBeside(inFlight, capacity, (domain) => domain)
}

const of = (mails: readonly ClaimedMail[]) =>
  mails.map(({ workspaceId, destination }) => [workspaceId, destination])

test.each([
  ['a destination without capacity', nilUuid, `'#silent'`],
  ['a destination of a workspace', flooding, `'#silent'`],
  ['the invitations of a workspace to many destinations', flooding, `'#' || n`],
])('ten thousand rows of %s are not read, and hide nobody', async (_what, workspaceId, destination) => {
  await queue(workspaceId, destination, many)
  await queue(workspaceId === nilUuid ? nilUuid : quiet, `'#zzz'`)
  // What of the flood is in flight: all that may be.
  const begun = Array.from({ length: maxInvitations }, () => ({
    workspaceId,
    destination: '#silent',
  })) as unknown as ClaimedMail[]
  const room = eachMx({ '#silent': 0 })
  await db.raw('analyze sign_in_mails')
  const claim = (sql: Knex) => claimSignInMails(sql, { slots: 20, inFlight: [...begun], room })
  await expectBounded(db, claim, 12)
  expect(of(await claim(db))).toEqual([[workspaceId === nilUuid ? nilUuid : quiet, '#zzz']])
})

test('a table without statistics is read as sparingly', async () => {
  await db.raw('alter table sign_in_mails set (autovacuum_enabled = false)')
  await queue(nilUuid, `'#silent'`, many)
  await expectBounded(db, (trx) => claimSignInMails(trx, { room: eachMx({ '#silent': 0 }) }), 12)
  await expectBounded(db, (trx) => claimSignInMails(trx), 40)
})

test('rows that are due later are not read', async () => {
  await queue(nilUuid, `'#one'`, many, `+ interval '1 minute'`)
  await expectBounded(db, (trx) => claimSignInMails(trx), 12)
})

test('many destinations have their turns one after the other, without end', async () => {
  await queue(nilUuid, `'#' || lpad(n::text, 5, '0')`, 30)
  const claimer = new SignInClaimer()
  const served: string[] = []
  while (served.length < 30) {
    // None of those before is done with, and there are slots for few.
    const claimed = await claimSignInMails(db, { claimer, slots: 4, room: eachMx() })
    served.push(...claimed.map(({ destination }) => destination))
  }
  expect(new Set(served).size).toBe(30)
})

test('of a workspace so many invitations are claimed, and requests beside them', async () => {
  await queue(flooding, `'#' || n % 10`, 100)
  await queue(quiet, `'#quiet'`)
  await queue(nilUuid, `'#asked'`)
  const inFlight: ClaimedMail[] = []
  const claimer = new SignInClaimer()
  for (let poll = 0; poll < 5; poll += 1)
    await claimSignInMails(db, { claimer, slots: 50, inFlight, room: eachMx() })
  const count = (id: WorkspaceId) => inFlight.filter(({ workspaceId }) => workspaceId === id).length
  expect([count(flooding), count(quiet), count(nilUuid)]).toEqual([maxInvitations, 1, 1])
})

test('a destination gets what its server bears, over workspaces and requests together', async () => {
  for (const workspaceId of [flooding, quiet, nilUuid])
    for (const destination of ['#new', '#known']) await queue(workspaceId, `'${destination}'`, 20)
  const inFlight: ClaimedMail[] = []
  const claimer = new SignInClaimer()
  for (let poll = 0; poll < 5; poll += 1)
    await claimSignInMails(db, { claimer, slots: 50, inFlight, room: eachMx({ '#known': 20 }) })
  const count = (token: string) => inFlight.filter(({ destination }) => destination === token).length
  expect([count('#new'), count('#known')]).toEqual([1, maxOfDestination])
})

test('a hundred mails to ten silent destinations leave a slot for every other', async () => {
  const workspaces = Array.from({ length: 4 }, newWorkspaceId)
  for (const workspaceId of workspaces) await queue(workspaceId, `'#silent' || n % 10`, 25)
  const inFlight: ClaimedMail[] = []
  const claimer = new SignInClaimer()
  for (let poll = 0; poll < 5; poll += 1)
    await claimSignInMails(db, { claimer, slots: 50, inFlight, room: eachMx() })
  expect(inFlight).toHaveLength(10)
  await queue(nilUuid, `'#healthy'`)
  expect(of(await claimSignInMails(db, { claimer, slots: 50, inFlight, room: eachMx() }))).toEqual([
    [nilUuid, '#healthy'],
  ])
})
