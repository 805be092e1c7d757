import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  unsentReason,
  unsentReasonSql,
  type Needed,
  type Standing,
} from '../../../../server/product/audience/unsent-reason.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'

/** Tests the rule by which a mail may be sent to a recipient, as a function and in PostgreSQL. */

let database: ConnectedDatabase
beforeAll(async () => {
  database = await openMigratedDatabase()
})
afterAll(() => database.drop())

const reasons = [
  'hard_bounce',
  'soft_bounce',
  'complaint',
  'unsubscribe',
  'manual',
  'import',
  'erasure',
] as const
const statuses = ['pending', 'confirmed', 'unsubscribed'] as const

/** All that can come together. */
const every = [...reasons, null].flatMap((suppressed) =>
  [...statuses, null].flatMap((subscription) =>
    [true, false, null].flatMap((optedIn) =>
      [true, false].flatMap((toList) =>
        [true, false].flatMap((ofProgram) =>
          [true, false].flatMap((ofTopic) =>
            [true, false, null].map((wantsTopic): { needed: Needed; standing: Standing } => ({
              needed: { confirmation: toList, optedIn: ofProgram, topic: ofTopic },
              standing: { suppressed, subscription, optedIn, wantsTopic },
            })),
          ),
        ),
      ),
    ),
  ),
)

test.each([
  ['anybody', { confirmation: false, optedIn: false, topic: false }, {}, null],
  [
    'a suppressed address',
    { confirmation: false, optedIn: false, topic: false },
    { suppressed: 'manual' },
    'manual',
  ],
  [
    'who has not answered',
    { confirmation: true, optedIn: true, topic: false },
    { subscription: 'pending' },
    'not_confirmed',
  ],
  [
    'nobody of the list',
    { confirmation: true, optedIn: true, topic: false },
    { optedIn: true },
    'not_confirmed',
  ],
  [
    'who has opted out',
    { confirmation: false, optedIn: true, topic: false },
    { optedIn: false },
    'opted_out',
  ],
  [
    'who does not want its topic',
    { confirmation: false, optedIn: true, topic: true },
    { optedIn: true, wantsTopic: false },
    'topic_unsubscribed',
  ],
  [
    'who has opted out, too',
    { confirmation: false, optedIn: true, topic: true },
    { optedIn: false, wantsTopic: true },
    'opted_out',
  ],
  ['a contact that is gone', { confirmation: false, optedIn: true, topic: false }, {}, 'opted_out'],
  [
    'who may be asked for it',
    { confirmation: true, optedIn: false, topic: false },
    { subscription: 'confirmed' },
    null,
  ],
] as const)('a mail to %s', (_whom, needed, standing, reason) => {
  expect(unsentReason(needed, standing)).toBe(reason)
})

test('PostgreSQL decides about all of them as the function does', async () => {
  const sql = unsentReasonSql(
    { confirmation: 'given.confirmation', optedIn: 'given.needs_opted_in', topic: 'given.of_topic' },
    {
      suppressed: 'given.suppressed',
      subscription: 'given.subscription',
      optedIn: 'given.opted_in',
      wantsTopic: 'given.wants_topic',
    },
  )
  const rows = every.map(({ needed, standing }, place) => ({
    place,
    confirmation: needed.confirmation,
    needs_opted_in: needed.optedIn,
    suppressed: standing.suppressed,
    subscription: standing.subscription,
    opted_in: standing.optedIn,
    of_topic: needed.topic,
    wants_topic: standing.wantsTopic,
  }))
  const decided = await database.db.raw(
    `select ${sql} as reason from json_to_recordset(?::json) as given(
       place integer, confirmation boolean, needs_opted_in boolean, suppressed text, subscription text,
       opted_in boolean, of_topic boolean, wants_topic boolean)
     order by place`,
    [JSON.stringify(rows)],
  )
  expect(decided.rows.map(({ reason }: { reason: string | null }) => reason)).toEqual(
    every.map(({ needed, standing }) => unsentReason(needed, standing)),
  )
})
