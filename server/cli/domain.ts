import type { Knex } from 'knex'
import type { Config } from '../config.js'
import { newUuid, toTypeId, type Uuid } from '../db/ids.js'
import { normalizeDomain } from '../mail-address.js'
import { CommandError } from './command-error.js'
import { keyRecords, presentRecords } from './domain-keys.js'
import { findWorkspace } from './find-workspace.js'

export interface DomainOptions {
  readonly workspace?: string
  readonly json?: boolean
}

export interface TrustOptions extends DomainOptions {
  readonly ed25519?: boolean
}

interface Domain {
  readonly id: Uuid
  readonly workspace_id: Uuid
  readonly name: string
  readonly state: 'pending' | 'verified' | 'degraded' | 'failed'
}

/**
 * The operator vouches for a domain: live projects of the workspace may send from it. Its mail is signed with an RSA
 * key, and with an Ed25519 key beside it where that is wished.
 */
export async function trustDomain(
  db: Knex,
  config: Config,
  given: string,
  options: TrustOptions,
): Promise<string> {
  const name = nameOf(given)
  const workspace_id = await findWorkspace(db, options.workspace)
  await db<Domain>('domains')
    .insert({ id: newUuid(), workspace_id, name, state: 'verified' })
    .onConflict(['workspace_id', 'name'])
    .merge(['state'])
  const records = await keyRecords(
    db,
    config,
    workspace_id,
    name,
    options.ed25519 === true ? ['ed25519'] : [],
  )
  if (options.json === true) return JSON.stringify({ name, state: 'verified', dns_records: records }, null, 2)
  return `${toTypeId('ws', workspace_id)} may send from ${name}.\n\n${presentRecords(name, records)}`
}

/** A domain with its state and what its owner has to publish. */
export async function showDomain(
  db: Knex,
  config: Config,
  given: string,
  options: DomainOptions,
): Promise<string> {
  const name = nameOf(given)
  const workspace_id = await findWorkspace(db, options.workspace)
  const found = await db<Domain>('domains').select('state').where({ workspace_id, name }).first()
  if (found === undefined) throw noDomain(workspace_id, name)
  const records = await keyRecords(db, config, workspace_id, name)
  if (options.json === true)
    return JSON.stringify({ name, state: found.state, dns_records: records }, null, 2)
  return `${name}  ${found.state}\n\n${presentRecords(name, records)}`
}

/** The workspace's domains, one a line with its state. */
export async function listDomains(db: Knex, options: DomainOptions): Promise<string> {
  const workspace_id = await findWorkspace(db, options.workspace)
  const domains = await db<Domain>('domains').select('name', 'state').where({ workspace_id }).orderBy('name')
  if (options.json === true) return JSON.stringify(domains, null, 2)
  return domains.map(({ name, state }) => `${name}  ${state}`).join('\n') || 'There is no domain yet.'
}

/** The workspace has no such domain any more, and its keys are gone. */
export async function removeDomain(db: Knex, given: string, options: DomainOptions): Promise<string> {
  const name = nameOf(given)
  const workspace_id = await findWorkspace(db, options.workspace)
  const removed = await db.transaction(async (trx) => {
    const domains = await trx<Domain>('domains').where({ workspace_id, name }).delete()
    // After the domain: a key that a worker is just making is there by now.
    await trx('dkim_keys').where({ workspace_id, domain: name }).delete()
    return domains
  })
  if (removed === 0) throw noDomain(workspace_id, name)
  return `${toTypeId('ws', workspace_id)} has no domain ${name} any more. Running services forget it within 5 seconds.`
}

function noDomain(workspaceId: Uuid, name: string): CommandError {
  return new CommandError(`${toTypeId('ws', workspaceId)} has no domain ${name}.`)
}

function nameOf(given: string): string {
  const name = normalizeDomain(given.replace(/\.$/, ''))
  if (name === undefined) throw new CommandError(`"${given}" is not a domain such as shop.example.`)
  return name
}
