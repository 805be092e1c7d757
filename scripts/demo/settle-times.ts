import type { Knex } from 'knex'

/** SQL: when the row with an id was made. */
const madeAt = (id: string) =>
  `to_timestamp(('x0000' || left(replace(${id}::text, '-', ''), 12))::bit(64)::bigint / 1000.0)`

/** Columns that the database fills by its own clock, which the demo does not set, with the id of their row. */
const ownClock: readonly (readonly [table: string, column: string, id: string])[] = [
  ['suppressions', 'suppressed_at', 'id'],
  ['subscriber_lists', 'updated_at', 'id'],
  ['templates', 'updated_at', 'id'],
  ['segments', 'updated_at', 'id'],
  ['campaigns', 'updated_at', 'id'],
  ['webhook_subscriptions', 'updated_at', 'id'],
  ['sessions', 'last_used_at', 'id'],
]

/**
 * Gives the rows of the demo the times that they would have if each had been written at its own: many deliveries were
 * recorded together, and some columns have defaults.
 */
export async function settleTimes(db: Knex): Promise<void> {
  await db.raw(
    `update message_logs set
       delivered_at = case when delivered_at is not null then (
         select max((attempt ->> 'at')::timestamptz) from jsonb_array_elements(attempts) attempt
         where attempt ->> 'outcome' = 'delivered') end,
       updated_at = greatest(complained_at, (attempts -> -1 ->> 'at')::timestamptz)
     where attempts <> '[]'`,
  )
  await db.raw(`update message_logs set updated_at = ${madeAt('id')} where status = 'suppressed'`)
  await db.raw(
    `update webhook_deliveries set ended_at = (attempts -> -1 ->> 'at')::timestamptz
       + (attempts -> -1 ->> 'duration_ms')::integer * interval '1 ms' where ended_at is not null`,
  )
  for (const [table, column, id] of ownClock)
    await db.raw(`update ${table} set ${column} = ${madeAt(id)} where ${column} > now()`)
}
