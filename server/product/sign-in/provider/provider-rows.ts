import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { UserRole } from '../../../platform/auth/principal.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather, statement } from '../../../platform/db/statements/statement.js'
import { recordDomains, type Client } from './recorded.js'

type Schemas = components['schemas']

/** Values of a claim by the role that they give. */
export type ClaimRoles = Readonly<Record<UserRole, readonly string[]>>

/** Settings of a workspace's provider. */
export interface ProviderSettings {
  readonly issuer: string
  readonly client_id: string
  readonly assume_email_verified: boolean
  readonly create_users: boolean
  readonly role_claim: string | null
  readonly roles: ClaimRoles
  readonly default_role: UserRole | null
}

/** A provider as it is stored. */
export interface ProviderRow extends ProviderSettings {
  /** Sealed client secret; null for a client without one. */
  readonly client_secret: Buffer | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** A domain whose addresses belong to people of the workspace. */
export interface DomainRow {
  readonly domain: string
  readonly verified_at: Date | null
  readonly failing_since: Date | null
  readonly checked_at: Date | null
  readonly problem: string | null
}

/** Returns the row that a client secret is sealed for. */
export function sealedClientSecretPlace(workspaceId: string): string[] {
  return ['identity_providers', workspaceId]
}

const selectProvider = statement<[workspaceId: WorkspaceId], ProviderRow>(
  'select_identity_provider',
  `select issuer, client_id, client_secret, assume_email_verified, create_users, role_claim, roles, default_role,
     created_at, updated_at
   from identity_providers where workspace_id = $1`,
)

/** Returns the provider of a workspace. */
export async function findProvider(db: Knex, workspaceId: WorkspaceId): Promise<ProviderRow | undefined> {
  return (await selectProvider(db, workspaceId))[0]
}

const upsertProvider = statement<
  [
    workspaceId: WorkspaceId,
    ...[issuer: string, clientId: string, clientSecret: Buffer | null],
    ...[assumeEmailVerified: boolean, createUsers: boolean],
    ...[roleClaim: string | null, roles: string, defaultRole: UserRole | null, now: Date],
  ],
  { created: boolean }
>(
  'upsert_identity_provider',
  `insert into identity_providers
     (workspace_id, issuer, client_id, client_secret, assume_email_verified, create_users, role_claim, roles,
      default_role, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $10)
   on conflict (workspace_id) do update set
     issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
     assume_email_verified = excluded.assume_email_verified, create_users = excluded.create_users,
     role_claim = excluded.role_claim, roles = excluded.roles, default_role = excluded.default_role,
     updated_at = excluded.updated_at
   returning created_at = $10 as created`,
)

/**
 * Stores a workspace's provider.
 *
 * @returns whether the workspace had none before
 */
export async function saveProvider(
  trx: Knex,
  workspaceId: WorkspaceId,
  settings: ProviderSettings,
  clientSecret: Buffer | null,
): Promise<boolean> {
  const [saved] = await upsertProvider(
    trx,
    workspaceId,
    settings.issuer,
    settings.client_id,
    clientSecret,
    settings.assume_email_verified,
    settings.create_users,
    settings.role_claim,
    JSON.stringify(settings.roles),
    settings.default_role,
    new Date(),
  )
  return saved?.created === true
}

export const deleteProvider = statement<[workspaceId: WorkspaceId], Client>(
  'delete_identity_provider',
  'delete from identity_providers where workspace_id = $1 returning issuer, client_id',
)

/** Selects the domains of a workspace, which has 20 at most. */
export const listDomains = statement<[workspaceId: WorkspaceId], DomainRow>(
  'list_identity_domains',
  `select domain, verified_at, failing_since, checked_at, problem
   from identity_domains where workspace_id = $1 order by domain`,
)

const deleteOthers = statement<[workspaceId: WorkspaceId, kept: readonly string[]], { domain: string }>(
  'delete_other_identity_domains',
  'delete from identity_domains where workspace_id = $1 and domain <> all($2::text[]) returning domain',
)

const insertDomain = statement<[workspaceId: WorkspaceId, domain: string]>(
  'insert_identity_domain',
  'insert into identity_domains (workspace_id, domain) values ($1, $2) on conflict do nothing',
)

/** Replaces the workspace's domains. A domain that stays keeps its proof. */
export async function saveDomains(
  trx: Knex,
  workspaceId: WorkspaceId,
  domains: readonly string[],
): Promise<void> {
  const removed = await deleteOthers(trx, workspaceId, domains)
  for (const domain of domains) await insertDomain(trx, workspaceId, domain)
  const names = removed.map(({ domain }) => domain)
  recordDomains(trx, workspaceId, names, domains)
}

const noteRecord = statement<[workspaceId: WorkspaceId, domain: string, now: Date]>(
  'note_record_of_identity_domain',
  `update identity_domains set checked_at = $3, problem = null, verified_at = coalesce(verified_at, $3), failing_since = null
   where workspace_id = $1 and domain = $2`,
)

const noteProblem = statement<[workspaceId: WorkspaceId, domain: string, now: Date, problem: string]>(
  'note_problem_of_identity_domain',
  `update identity_domains set checked_at = $3, problem = $4,
     failing_since = coalesce(failing_since, case when verified_at is not null then $3::timestamptz end)
   where workspace_id = $1 and domain = $2`,
)

/** Stores the result of a check: a problem, or null if the record is there. */
export async function noteCheck(
  db: Knex,
  workspaceId: WorkspaceId,
  domain: string,
  problem: string | null,
): Promise<void> {
  const now = new Date()
  if (problem === null) await noteRecord(db, workspaceId, domain, now)
  else await noteProblem(db, workspaceId, domain, now, problem)
}

/** Selects the workspace that has proven a domain; of several, the one that did so first. */
export const selectWorkspaceOf = gather<
  [domain: string],
  { workspaceId: WorkspaceId; checkedAt: Date | null }
>(
  'select_workspace_of_identity_domain',
  `select workspace_id as "workspaceId", checked_at as "checkedAt" from identity_domains
   where domain = $1 and verified_at is not null and failing_since is null order by domain, verified_at limit 1`,
)

/** Returns whether a workspace's domain is proven. */
export function isProven({ verified_at, failing_since }: DomainRow): boolean {
  return verified_at !== null && failing_since === null
}

/**
 * @param redirectUri URL that the provider sends browsers back to
 */
export function presentProvider(
  workspaceId: WorkspaceId,
  row: ProviderRow,
  domains: readonly DomainRow[],
  redirectUri: string,
): Schemas['IdentityProvider'] {
  const { issuer, client_id, client_secret, roles, created_at, updated_at, ...settings } = row
  return {
    issuer,
    client_id,
    has_client_secret: client_secret !== null,
    redirect_uri: redirectUri,
    domains: domains.map((domain) => presentDomain(workspaceId, domain)),
    assume_email_verified: settings.assume_email_verified,
    create_users: settings.create_users,
    role_claim: settings.role_claim,
    roles: { owner: [...roles.owner], admin: [...roles.admin], member: [...roles.member] },
    default_role: settings.default_role,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

function presentDomain(workspaceId: WorkspaceId, row: DomainRow): Schemas['IdentityDomain'] {
  const { domain, verified_at, failing_since, checked_at, problem } = row
  return {
    domain,
    status: verified_at === null ? 'pending' : failing_since === null ? 'verified' : 'failing',
    record: recordOf(workspaceId, domain),
    checked_at: checked_at?.toISOString() ?? null,
    problem,
  }
}

/**
 * Returns the record that proves that a domain belongs to a workspace: only the domain's owner can publish it there.
 */
export function recordOf(workspaceId: WorkspaceId, domain: string): Schemas['IdentityDomainRecord'] {
  return {
    type: 'TXT',
    name: `_postseal-sign-in.${domain}`,
    value: `postseal-workspace=${toTypeId('ws', workspaceId)}`,
  }
}
