import type { Knex } from 'knex'
import { batcherBy } from '../../db/batcher.js'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import type { AddressTokens } from '../erasure/address-tokens.js'
import type { SuppressionReason } from './reason.js'

/**
 * Addresses that a workspace sends nothing to, in the form of `foldAddress`. Who is about to send looks up
 * here; what puts an address here is a delivery's outcome (`delivery/queue/record.ts`), a report, a person,
 * an import or an erasure.
 */

/** Why a project sends nothing to each of the asked addresses; those that it may send to are missing. */
export type FindSuppressions = (
  workspaceId: Uuid,
  projectId: Uuid,
  addresses: readonly string[],
) => Promise<ReadonlyMap<string, SuppressionReason>>

/** Row by row along the primary key, whatever the planner thinks of the table's size. */
const selectSuppressions = statement<
  [workspaceId: Uuid, addresses: readonly string[]],
  { address: string; reason: SuppressionReason }
>(
  'select_suppressions',
  `select found.address, found.reason
   from unnest($2::text[]) as asked (address)
   cross join lateral (
     select address, reason from suppressions where workspace_id = $1 and address = asked.address limit 1
   ) found`,
  { anySize: true },
)

/** The most that is looked up in one query. */
const maxTogether = 2000

/** An address, and what it may stand under: itself, or a token of it once it was erased. */
interface Asked {
  readonly address: string
  readonly forms: readonly string[]
}

/**
 * Looks addresses up. What is asked for a workspace at the same time goes in one query, so that a busy API
 * asks the database once for many requests.
 */
export function suppressionFinder(db: Knex, tokens: AddressTokens): FindSuppressions {
  const find = batcherBy(
    async (workspaceId: Uuid, together: (readonly Asked[])[]) => {
      const forms = together.flatMap((asked) => asked.flatMap((each) => each.forms))
      const rows = await selectSuppressions(db, workspaceId, forms)
      const reasons = new Map(rows.map(({ address, reason }) => [address, reason]))
      return together.map((asked) => reasonsOf(asked, reasons))
    },
    { maxWeight: maxTogether, weigh: (asked) => asked.reduce((sum, { forms }) => sum + forms.length, 0) },
  )
  return (workspaceId, projectId, addresses) =>
    find(workspaceId, askedOf(tokens, workspaceId, projectId, addresses))
}

/** The same in the caller's transaction, for at most some hundred addresses. */
export async function suppressionsOf(
  trx: Knex,
  tokens: AddressTokens,
  workspaceId: Uuid,
  projectId: Uuid,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressionReason>> {
  const asked = askedOf(tokens, workspaceId, projectId, addresses)
  const rows = await selectSuppressions(
    trx,
    workspaceId,
    asked.flatMap(({ forms }) => forms),
  )
  return reasonsOf(asked, new Map(rows.map(({ address, reason }) => [address, reason])))
}

function askedOf(
  tokens: AddressTokens,
  workspaceId: Uuid,
  projectId: Uuid,
  addresses: readonly string[],
): Asked[] {
  return addresses.map((address) => ({
    address,
    forms: [address, tokens(workspaceId, null, address), tokens(workspaceId, projectId, address)],
  }))
}

function reasonsOf(
  asked: readonly Asked[],
  reasons: ReadonlyMap<string, SuppressionReason>,
): ReadonlyMap<string, SuppressionReason> {
  const found = new Map<string, SuppressionReason>()
  for (const { address, forms } of asked) {
    const reason = forms.map((form) => reasons.get(form)).find((each) => each !== undefined)
    if (reason !== undefined) found.set(address, reason)
  }
  return found
}
