import type { Knex } from 'knex'
import { newUuid, toTypeId, type Uuid } from '../db/ids.js'
import { normalizeDomain } from '../mail-address.js'
import { CommandError } from './command-error.js'
import { findWorkspace } from './find-workspace.js'

export interface DomainOptions {
  readonly workspace?: string
  readonly json?: boolean
}

interface Domain {
  readonly id: Uuid
  readonly workspace_id: Uuid
  readonly name: string
  readonly state: 'pending' | 'verified' | 'degraded' | 'failed'
}

/** The operator vouches for a domain: live projects of the workspace may send from it. */
export async function trustDomain(db: Knex, given: string, options: DomainOptions): Promise<string> {
  const name = nameOf(given)
  const workspace_id = await findWorkspace(db, options.workspace)
  await db<Domain>('domains')
    .insert({ id: newUuid(), workspace_id, name, state: 'verified' })
    .onConflict(['workspace_id', 'name'])
    .merge(['state'])
  return `${toTypeId('ws', workspace_id)} may send from ${name}.`
}

/** The workspace's domains, one a line with its state. */
export async function listDomains(db: Knex, options: DomainOptions): Promise<string> {
  const workspace_id = await findWorkspace(db, options.workspace)
  const domains = await db<Domain>('domains').select('name', 'state').where({ workspace_id }).orderBy('name')
  if (options.json === true) return JSON.stringify(domains, null, 2)
  return domains.map(({ name, state }) => `${name}  ${state}`).join('\n') || 'There is no domain yet.'
}

/** The workspace has no such domain any more. */
export async function removeDomain(db: Knex, given: string, options: DomainOptions): Promise<string> {
  const name = nameOf(given)
  const workspace_id = await findWorkspace(db, options.workspace)
  const removed = await db<Domain>('domains').where({ workspace_id, name }).delete()
  if (removed === 0) throw new CommandError(`${toTypeId('ws', workspace_id)} has no domain ${name}.`)
  return `${toTypeId('ws', workspace_id)} has no domain ${name} any more. Running services forget it within 5 seconds.`
}

function nameOf(given: string): string {
  const name = normalizeDomain(given.replace(/\.$/, ''))
  if (name === undefined) throw new CommandError(`"${given}" is not a domain such as shop.example.`)
  return name
}
