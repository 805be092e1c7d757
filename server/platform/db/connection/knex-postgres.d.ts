/**
 * Types of Knex's PostgreSQL dialect. Knex publishes its dialects for others to extend, but without types.
 */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex'

  /** A connection of node-postgres. */
  export interface RawConnection {
    /** Closes the connection; immediately if it is waiting for a reply. */
    end(): Promise<void>
  }

  export default class PostgresClient extends Knex.Client {
    /** True if this is the client of a transaction. */
    readonly transacting?: boolean
    override acquireRawConnection(): Promise<RawConnection>
    override acquireConnection(): Promise<RawConnection>
    /** Runs a query with Knex's events. The client of a transaction uses only its own connection. */
    override query<Asked extends object | string>(connection: RawConnection, asked: Asked): Promise<Asked>
    _query<Asked extends { readonly options?: object }>(
      connection: RawConnection,
      asked: Asked,
    ): Promise<Asked>
  }
}
