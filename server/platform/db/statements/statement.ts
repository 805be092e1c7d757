import type { Knex } from 'knex'
import type { LimitedClient, SentStatement, StatementKind } from '../connection/client.js'
import type { WorkspaceId } from '../ids.js'

/** Options for running a statement. */
export interface StatementOptions {
  /**
   * True if the statement's plan is right whatever the sizes of its tables, so that the embedded database prepares it
   * as well. There a plan may be old: there is one session, and only a vacuum has its statements planned anew.
   */
  readonly anySize?: boolean
}

/** Returns every statement that has been made in this process, sent or not. */
export function madeStatements(): (SentStatement & { readonly name: string })[] {
  return [...known].map(([name, { text, kind }]) => ({ name, sql: text, kind }))
}

/** Runs a statement with the values of its placeholders. */
export type Run<Params extends readonly unknown[], Row> = (db: Knex, ...params: Params) => Promise<Row[]>

/** `string`, or no type if the first of the parameters is a plain string, which could be anything. */
type NameOf<Params extends readonly unknown[]> = keyof WorkspaceId extends keyof Params[0] ? string : never

/** The text and the kind of the statement of each name. */
const known = new Map<string, { readonly text: string; readonly kind: StatementKind }>()

/**
 * Makes a hot statement about one workspace, whose id is $1: SQL with `$1 …` placeholders, prepared once per
 * connection under its name. Each table that has workspaces in it is narrowed by `workspace_id = $1`, also in
 * subqueries, so that the statement can be sent to the machine that has the workspace.
 *
 * It uses only Knex's pool and transactions. Knex's own way of a query through builder, runner and events searches
 * the whole text at each query, and took twice as long as node-postgres itself.
 *
 * A `?` in the text would be taken for a placeholder when Knex runs the text, so use no operator with one.
 *
 * @typeParam Params the values, in the order of the placeholders
 * @typeParam Row a row of the result, or void if there is none to read
 */
export function statement<Params extends readonly [workspaceId: WorkspaceId, ...rest: unknown[]], Row = void>(
  name: NameOf<Params>,
  text: string,
  options: StatementOptions = {},
): Run<Params, Row> {
  return make('workspace', name, text, options)
}

/** Matches the words of writes, locks and recursion, which Citus refuses in a statement of several machines. */
const moreThanARead = /\b(insert|update|delete|merge|for (key )?share|recursive)\b/i

/**
 * Makes a hot statement that gathers from all workspaces. It reads only and takes no locks, and it reads little on
 * each machine that has a part of the tables: a page, by an index that is in the order of the page.
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
 * Makes a hot statement about rows that belong to the service: tables without workspaces, and tables that every
 * machine has as a whole (projects, users, keys).
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

/** Marks a database that prepares by name only statements that suit tables of any size. */
export function neverPrepare(db: Knex): void {
  unprepared.add(configOf(db))
}

function prepares(db: Knex): boolean {
  return !unprepared.has(configOf(db))
}

/** Returns the configuration object, which a transaction shares with the database it came from. */
function configOf(db: Knex): object {
  return (db.client as { config: object }).config
}
