import type { Knex } from 'knex'
import type PostgresClient from 'knex/lib/dialects/postgres/index.js'

/** How a statement is run. */
export interface StatementOptions {
  /**
   * Whether its plan is right whatever the sizes of its tables, so that the embedded database prepares it as well. There
   * a plan may be old: there is one session, and only a vacuum has its statements planned anew.
   */
  readonly anySize?: boolean
}

/** The text of each name. */
const texts = new Map<string, string>()

/**
 * A hot statement: SQL with `$1 …` placeholders, prepared once a connection under its name.
 *
 * Of Knex it uses the pool and the transactions only. Its way of a query through builder, runner and events
 * searches all of a text at each query, and took twice as long as node-postgres itself.
 *
 * A `?` in the text would be taken for a placeholder where the text is run by Knex, so use no operator with
 * one.
 *
 * @typeParam Params the values, in the order of the placeholders
 * @typeParam Row a row of the result, or void where there is none to read
 */
export function statement<Params extends readonly unknown[], Row = void>(
  name: string,
  text: string,
  { anySize = false }: StatementOptions = {},
) {
  if (text.includes('?')) throw new Error(`statement ${name}: write it without question marks`)
  // A connection that has prepared one of two by their name refuses the other.
  if ((texts.get(name) ?? text) !== text) throw new Error(`statement ${name}: another one has this name`)
  texts.set(name, text)
  return async (db: Knex, ...params: Params): Promise<Row[]> => {
    const client = db.client as PostgresClient
    const options = anySize || prepares(db) ? { name, values: params } : { values: params }
    const connection = await client.acquireConnection()
    try {
      const asked = { statement: name, sql: text, bindings: [], options, response: { rows: [] as Row[] } }
      const { response } = await client.query(connection, asked)
      client.emit('query-response', response, asked)
      return response.rows
    } finally {
      void client.releaseConnection(connection)
    }
  }
}

const unprepared = new WeakSet<object>()

/** Marks a database that prepares by name only statements for tables of any size. */
export function neverPrepare(db: Knex): void {
  unprepared.add(configOf(db))
}

function prepares(db: Knex): boolean {
  return !unprepared.has(configOf(db))
}

/** The configuration object, which a transaction shares with the database it came from. */
function configOf(db: Knex): object {
  return (db.client as { config: object }).config
}
