import { nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import type { DkimAlgorithm } from '../../../mail/dkim/signing-key.js'

export interface KeyRow {
  workspace_id: WorkspaceId
  domain: string
  selector: string
  algorithm: DkimAlgorithm
  /** The private key, as sealed PKCS#8. */
  private_key: Buffer
  public_key: string
}

/** A domain with one of its keys, or with null in all columns of the key if it has none. */
export type DomainKeyRow = { id: Uuid; name: string } & (KeyRow | { [Column in keyof KeyRow]: null })

/**
 * Selects the active keys of the longest of these names that is a domain of the workspace. RSA comes first, because
 * every receiver knows it and some look at the first signatures only.
 */
export const selectDomainKeys = statement<[workspaceId: WorkspaceId, names: readonly string[]], DomainKeyRow>(
  'select_dkim_keys_of_domain',
  `select domain.id, domain.name, key.workspace_id, key.domain, key.selector, key.algorithm, key.private_key,
     key.public_key
   from domains domain
   left join dkim_keys key on key.workspace_id = $1 and key.domain = domain.name and key.status = 'active'
   where domain.workspace_id = $1 and domain.id = (
     select id from domains where workspace_id = $1 and name = any($2::text[]) order by length(name) desc limit 1)
   order by key.algorithm desc, key.selector`,
)

type NewRow = [
  workspaceId: WorkspaceId,
  domain: string,
  selector: string,
  algorithm: DkimAlgorithm,
  privateKey: Buffer,
  publicKey: string,
]

/**
 * Keeps a domain's key unless another process was first, or the domain is being removed: the removal waits for this
 * lock, and then finds the key to delete.
 */
export const insertDomainKey = statement<NewRow>(
  'insert_dkim_key',
  `insert into dkim_keys (workspace_id, domain, selector, algorithm, private_key, public_key)
   select workspace_id, name, $3, $4, $5, $6 from domains where workspace_id = $1 and name = $2 for key share
   on conflict do nothing`,
)

/** The place of the development key, which is of no workspace and no domain. */
export const developmentKeyPlace = {
  workspace_id: nilUuid,
  domain: '',
  selector: 'postseal-dev',
} as const

export const selectDevelopmentKey = statement<[noWorkspace: WorkspaceId], KeyRow>(
  'select_development_dkim_key',
  `select workspace_id, domain, selector, algorithm, private_key, public_key from dkim_keys
   where workspace_id = $1 and domain = '' and selector = '${developmentKeyPlace.selector}'`,
)

export const insertDevelopmentKey = statement<
  [noWorkspace: WorkspaceId, privateKey: Buffer, publicKey: string]
>(
  'insert_development_dkim_key',
  `insert into dkim_keys (workspace_id, domain, selector, algorithm, private_key, public_key)
   values ($1, '', '${developmentKeyPlace.selector}', 'rsa', $2, $3)
   on conflict do nothing`,
)

/** Selects any workspace's key, to see whether this process can open it. */
export const selectAnyKey = gather<[], KeyRow>(
  'select_any_dkim_key',
  `select workspace_id, domain, selector, algorithm, private_key, public_key from dkim_keys limit 1`,
)
