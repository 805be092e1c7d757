import type { Knex } from 'knex'
import type { LimitedClient, SentStatement, StatementKind } from '../connection/client.js'
import type { WorkspaceId } from '../ids.js'

/** How a statement is run. */
export interface StatementOptions {
  /**
   * Whether its plan is right whatever the sizes of its tables, so that the embedded database prepares it as well. There
   * a plan may be old: there is one session, and only a vacuum has its statements planned anew.
   */
  readonly anySize?: boolean
}

/** Every statement that has been made in this process, sent or not. */
export function madeStatements(): (SentStatement & { readonly name: string })[] {
  return [...known].map(([name, { text, kind }]) => ({ name, sql: text, kind }))
}

/** Runs a statement with the values of its placeholders. */
export type Run<Params extends readonly unknown[], Row> = (db: Knex, ...params: Params) => Promise<Row[]>

/** `string`, or no type where the first of the parameters is a plain string, which could be anything. */
type NameOf<Params extends readonly unknown[]> = keyof WorkspaceId extends keyof Params[0] ? string : never

/** The text and the kind of each name. */
const known = new Map<string, { readonly text: string; readonly kind: StatementKind }>()

/**
 * A hot statement about one workspace, whose id is $1: SQL with `$1 …` placeholders, prepared once a connection under
 * its name. Each table that has workspaces in it is narrowed by `workspace_id = $1`, those of subqueries too, so that
 * the statement can be sent to the machine that has the workspace.
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
export function statement<Params extends readonly [workspaceId: WorkspaceId, ...rest: unknown[]], Row = void>(
  name: NameOf<Params>,
  text: string,
  options: StatementOptions = {},
): Run<Params, Row> {
  return make('workspace', name, text, options)
}

/** The words of writes, locks and recursion, which Citus refuses in a statement of several machines. */
const moreThanARead = /\b(insert|update|delete|merge|for (key )?share|recursive)\b/i

/**
 * A hot statement that gathers from all workspaces. It reads only and takes no locks, and it reads little on each
 * machine that has a part of the tables: a page, by an index that is in the order of the page.
 */
export function gather<Params extends readonly unknown[], Row>(
  name: string,
  text: string,
  options: StatementOptions = {},
): Run<Params, Row> {
  const [more] = moreThanARead.exec(text) ?? []
  if (more !== undefined) throw new Error(`statement ${name}: what gathers only reads, without "${more}"`)
  return make('gather', name, text, options)
}

/**
 * A hot statement about what belongs to the service: tables without workspaces, and those that every machine has all of
 * (projects, users, keys).
 */
export function serviceStatement<Params extends readonly unknown[], Row = void>(
  name: string,
  text: string,
  options: StatementOptions = {},
): Run<Params, Row> {
  return make('service', name, text, options)
}

function make<Params extends readonly unknown[], Row>(
  kind: StatementKind,
  name: string,
  text: string,
  { anySize = false }: StatementOptions,
): Run<Params, Row> {
  if (text.includes('?')) throw new Error(`statement ${name}: write it without question marks`)
  const other = known.get(name)
  // A connection that has prepared one of two by their name refuses the other.
  if (other !== undefined && (other.text !== text || other.kind !== kind))
    throw new Error(`statement ${name}: another one has this name`)
  known.set(name, { text, kind })
  return async (db, ...params) => {
    const client = db.client as LimitedClient
    const options = anySize || prepares(db) ? { name, values: params } : { values: params }
    const connection = await client.acquireConnection()
    try {
      const asked = {
        statement: name,
        kind,
        sql: text,
        bindings: [],
        options,
        response: { rows: [] as Row[] },
      }
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
