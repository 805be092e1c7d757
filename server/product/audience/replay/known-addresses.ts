import type { Knex } from 'knex'
import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

/** The number of addresses that are in memory at a time. */
const pageSize = 1000

/**
 * Builds a statement that goes straight from each address to the next one along an index of addresses, however many
 * rows each has and whatever the planner thinks of the table's size.
 */
const walk = (table: string) =>
  statement<[workspaceId: WorkspaceId, after: string, max: number], { address: string }>(
    `walk_addresses_of_${table}`,
    `with recursive walked (address, place) as (
       (select address, 1 from ${table} where workspace_id = $1 and address > $2 order by address limit 1)
       union all
       select next.address, walked.place + 1
       from walked cross join lateral (
         select address from ${table} where workspace_id = $1 and address > walked.address order by address limit 1
       ) next
       where walked.place < $3
     )
     select address from walked`,
  )

/** Walks of the tables by whose addresses an erasure finds the rest. */
const walks = ['contacts', 'suppressions', 'soft_bounces', 'message_logs', 'inbound_addresses'].map(walk)

/** Yields all addresses of a workspace, in pages. An address comes once for each of the tables that have it. */
export async function* knownAddresses(
  sql: Knex,
  workspaceId: WorkspaceId,
): AsyncGenerator<readonly string[]> {
  for (const next of walks) {
    for (let after = '', full = true; full;) {
      const addresses = (await next(sql, workspaceId, after, pageSize)).map(({ address }) => address)
      yield addresses.filter((address) => !isAddressToken(address))
      full = addresses.length === pageSize
      after = addresses.at(-1) ?? after
    }
  }
}
