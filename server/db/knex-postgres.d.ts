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
    override acquireRawConnection(): Promise<RawConnection>
    override acquireConnection(): Promise<RawConnection>
    _query<Asked extends { readonly options?: object }>(
      connection: RawConnection,
      asked: Asked,
    ): Promise<Asked>
  }
}
