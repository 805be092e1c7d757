import type { Knex } from 'knex'
import { batcherBy } from '../../../platform/db/batching/batcher.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import type { SuppressionReason } from '../unsent-reason.js'

/**
 * Looks up the addresses that a workspace sends nothing to, in the form of `foldAddress`. Every sender looks them up
 * here before sending. An address is suppressed by a delivery's outcome (`product/mail/record/record.ts`), a report,
 * a person, an import or an erasure.
 */

/**
 * Returns the reason why a project sends nothing to an address, for each of the asked addresses that is suppressed;
 * the others are missing.
 */
export type FindSuppressions = (
  workspaceId: WorkspaceId,
  projectId: Uuid,
  addresses: readonly string[],
) => Promise<ReadonlyMap<string, SuppressionReason>>

/** SQL of the condition of an index on tokens. */
const isToken = `(workspace_id, case when left(address, 1) = '#' then 1 end) = ($1, 1)`

/**
 * Selects suppressions row by row along the primary key, whatever the planner thinks of the table's size. A row
 * without an address says that the workspace has erased addresses, whose tokens were not among the asked forms.
 *
 * The barrier (`offset 0`) hides from the planner how many addresses are asked for. Otherwise the planner would plan
 * the statement anew for each request, which takes ten times as long as looking one address up.
 */
const selectSuppressions = statement<
  [workspaceId: WorkspaceId, addresses: readonly string[]],
  { address: string; reason: SuppressionReason } | { address: null; reason: null }
>(
  'select_suppressions',
  `select found.address, found.reason
   from (select $2::text[] as addresses offset 0) given cross join lateral unnest(given.addresses) as asked (address)
   cross join lateral (
     select address, reason from suppressions where workspace_id = $1 and address = asked.address limit 1
   ) found
   union all
   (select null, null from suppressions where ${isToken} limit 1)`,
)

/**
 * Returns SQL of common table expressions for a statement that stores mail: `suppressed` has the `message_id`s of
 * mail with a suppressed recipient, and the one row of `erasure` says with `erased` whether there are tokens, which
 * these expressions cannot look up. The statement has the workspace as `$1`.
 *
 * @param recipients name of a common table expression with `message_id` and `address`
 */
export function suppressedOf(recipients: string): string {
  return `suppressed as (
     select recipient.message_id from ${recipients} recipient cross join lateral (
       select from suppressions where workspace_id = $1 and address = recipient.address limit 1
     ) found
   ), erasure as materialized (
     select exists (select from suppressions where ${isToken}) as erased
   )`
}

/** The most forms of addresses that one query looks up. */
const maxTogether = 2000

/** The addresses that mail of a project goes to. */
interface Asked {
  readonly projectId: Uuid
  readonly addresses: readonly string[]
}

/**
 * Makes a function that looks addresses up. Simultaneous look-ups of a workspace share a query, so that a busy API
 * asks the database once for many requests.
 */
export function suppressionFinder(db: Knex, tokens: AddressTokens): FindSuppressions {
  const withTokens = new RecentWorkspaces()
  const find = batcherBy(
    (workspaceId: WorkspaceId, together: Asked[]) =>
      lookUp(db, tokens, workspaceId, { together, withTokens }),
    { maxWeight: maxTogether, weigh: ({ addresses }) => addresses.length * formsEach },
  )
  return (workspaceId, projectId, addresses) => find(workspaceId, { projectId, addresses })
}

/** Looks up at most some hundred addresses in the caller's transaction. */
export async function suppressionsOf(
  trx: Knex,
  tokens: AddressTokens,
  workspaceId: WorkspaceId,
  { projectId, addresses }: Asked,
): Promise<ReadonlyMap<string, SuppressionReason>> {
  const [reasons] = await lookUp(trx, tokens, workspaceId, { together: [{ projectId, addresses }] })
  return reasons ?? new Map()
}

/** The number of forms under which an address may be stored: itself, or one of two tokens once it was erased. */
const formsEach = 3

/**
 * Looks addresses up. It makes and looks up their tokens only if the workspace has erased any, because making tokens
 * takes longer than everything else here.
 */
async function lookUp(
  db: Knex,
  tokens: AddressTokens,
  workspaceId: WorkspaceId,
  {
    together,
    withTokens = new RecentWorkspaces(),
  }: {
    readonly together: readonly Asked[]
    /** Workspaces that are known to have tokens, for which both are looked up at once. */
    readonly withTokens?: RecentWorkspaces
  },
): Promise<ReadonlyMap<string, SuppressionReason>[]> {
  if (!withTokens.has(workspaceId)) {
    const plain = together.flatMap(({ addresses }) => addresses)
    const rows = await selectSuppressions(db, workspaceId, plain)
    if (!rows.some(({ address }) => address === null)) {
      const reasons = reasonsIn(rows)
      return together.map(({ addresses }) => pick(reasons, addresses, (address) => [address]))
    }
    withTokens.add(workspaceId)
  }
  const forms = new Map<Asked, string[][]>()
  for (const asked of together) {
    forms.set(
      asked,
      asked.addresses.map((address) => [
        address,
        tokens(workspaceId, null, address),
        tokens(workspaceId, asked.projectId, address),
      ]),
    )
  }
  const reasons = reasonsIn(await selectSuppressions(db, workspaceId, [...forms.values()].flat(2)))
  return together.map((asked) =>
    pick(reasons, asked.addresses, (_address, index) => forms.get(asked)?.[index] ?? []),
  )
}

type Row = Awaited<ReturnType<typeof selectSuppressions>>[number]

function reasonsIn(rows: readonly Row[]): ReadonlyMap<string, SuppressionReason> {
  return new Map(rows.flatMap(({ address, reason }) => (address === null ? [] : [[address, reason]])))
}

function pick(
  reasons: ReadonlyMap<string, SuppressionReason>,
  addresses: readonly string[],
  formsOf: (address: string, index: number) => readonly string[],
): ReadonlyMap<string, SuppressionReason> {
  const found = new Map<string, SuppressionReason>()
  if (reasons.size === 0) return found
  for (const [index, address] of addresses.entries()) {
    const reason = formsOf(address, index)
      .map((form) => reasons.get(form))
      .find((each) => each !== undefined)
    if (reason !== undefined) found.set(address, reason)
  }
  return found
}

const maxRecent = 10_000

/** A `RecentWorkspaces` remembers workspaces, and may forget some of them. */
class RecentWorkspaces {
  readonly #ids = new Set<Uuid>()

  has(id: Uuid): boolean {
    return this.#ids.has(id)
  }

  add(id: Uuid): void {
    if (this.#ids.size >= maxRecent) this.#ids.clear()
    this.#ids.add(id)
  }
}
