import type { Knex } from 'knex'
import type { Uuid } from '../db/ids.js'
import { statement } from '../db/statement.js'
import type { Resolver } from '../dns/resolver.js'
import type { Findings, LookAt } from './check/look-at.js'
import { ensureKeys } from './dkim/ensure-key.js'
import { checkedKeys } from './dkim/key-life.js'
import type { DkimKeyStore } from './dkim/key-store.js'
import type { DomainRow } from './rows.js'

/** What a look at a domain has found, to be recorded. */
export interface Looked {
  readonly workspaceId: Uuid
  readonly id: Uuid
  /** When it began, by the database's clock, which all processes share. */
  readonly lookedAt: Date
  readonly findings: Findings
}

const selectDomain = statement<
  [workspaceId: Uuid, id: Uuid],
  Pick<DomainRow, 'workspace_id' | 'id' | 'name'> & { looked_at: Date }
>(
  'select_domain_to_look_at',
  'select *, clock_timestamp() as looked_at from domains where workspace_id = $1 and id = $2',
)

/**
 * Looks at a domain's records. It asks the DNS, which takes its time: no transaction may be open.
 *
 * @returns undefined where there is no such domain
 * @throws SealedError where the domain has no key yet, and this process has another secret than who made others
 */
export async function look(
  db: Knex,
  { store, lookAt }: { readonly store: DkimKeyStore; readonly lookAt: LookAt },
  resolver: Resolver,
  workspaceId: Uuid,
  id: Uuid,
): Promise<Looked | undefined> {
  const [domain] = await selectDomain(db, workspaceId, id)
  if (domain === undefined) return undefined
  const keys = checkedKeys(await ensureKeys(db, store, domain))
  const findings = await lookAt({ name: domain.name, keys }, resolver)
  return { workspaceId, id, lookedAt: domain.looked_at, findings }
}
