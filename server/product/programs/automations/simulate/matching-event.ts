import type { Knex } from 'knex'
import { compileProperty } from '../../../audience/segments/sql/compile-value.js'
import { Parameters } from '../../../audience/segments/sql/parameters.js'
import { runSql } from '../../../../platform/db/statements/run-sql.js'
import type { EventCondition } from '../definition.js'
import type { SimulatedEvent } from './contact.js'

/** A period that includes both of its ends. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** Returns the first of some events that meets a condition, by the SQL that judges stored ones. */
export async function firstMatching<Event extends SimulatedEvent>(
  db: Knex,
  { name, where = [] }: EventCondition,
  {
    events,
    period: { from, to },
    asOf,
  }: {
    readonly events: readonly Event[]
    readonly period: Period
    /** The time from which durations count back. */
    readonly asOf: Date
  },
): Promise<Event | undefined> {
  const named = events
    .filter((event) => event.name === name && event.at >= from && event.at <= to)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  if (where.length === 0 || named.length === 0) return named[0]
  const values: unknown[] = []
  const parameters = new Parameters(values)
  const given = parameters.add(JSON.stringify(named.map(({ properties }) => properties)), 'jsonb')
  const tests = where.map((condition) => compileProperty(condition, 'event.properties', asOf, parameters))
  const text = `
    select event.number::integer as number
    from jsonb_array_elements(${given}) with ordinality as event (properties, number)
    where ${tests.join(' and ')} order by event.number limit 1`
  const [first] = await runSql<{ number: number }>(db, text, values)
  return first && named[first.number - 1]
}
