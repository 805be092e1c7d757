import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { sinkDestination } from '../../product/delivery/transport.js'
import { normalizeDomain } from '../../mail/address.js'
import { WrongUsage } from '../command-error.js'
import { allWorkspaces, findWorkspace } from './find-workspace.js'

/** Which deliveries a command is for, as the operator says it. */
export interface SelectionOptions {
  readonly workspace?: string
  readonly destination?: string
  readonly log?: string
  readonly all?: boolean
  readonly json?: boolean
}

export interface Selection {
  readonly workspaces: readonly WorkspaceId[]
  /** Null: to any. */
  readonly destination: string | null
  /** Null: any. */
  readonly logId: Uuid | null
}

/**
 * @throws CommandError where nothing is selected, or what is selected makes no sense
 */
export async function selectionOf(db: Knex, options: SelectionOptions): Promise<Selection> {
  const { workspace, destination, log, all } = options
  const narrowed = workspace !== undefined || destination !== undefined || log !== undefined
  if (!narrowed && all !== true)
    throw new WrongUsage('Say which deliveries: --workspace, --destination, --log, or --all.')
  if (narrowed && all === true) throw new WrongUsage('--all goes with no other choice.')
  return {
    workspaces: await workspacesOf(db, workspace),
    destination: destination === undefined ? null : destinationNamed(destination),
    logId: log === undefined ? null : logIdOf(log),
  }
}

/** The workspace that is named, or all of them. */
export async function workspacesOf(db: Knex, wanted: string | undefined): Promise<WorkspaceId[]> {
  if (wanted !== undefined) return [await findWorkspace(db, wanted)]
  return (await allWorkspaces(db)).map(({ id }) => id)
}

/** What mail to the sink is called where people read it: it has no dot, so it is no domain. */
const sinkName = 'sink'

/** @throws CommandError */
export function destinationNamed(given: string): string {
  if (given === sinkName) return sinkDestination
  const domain = normalizeDomain(given)
  if (domain === undefined) throw new WrongUsage(`--destination takes a domain or "sink", not "${given}".`)
  return domain
}

export function nameOfDestination(destination: string): string {
  return destination === sinkDestination ? sinkName : destination
}

function logIdOf(given: string): Uuid {
  try {
    return fromTypeId('log', given)
  } catch {
    throw new WrongUsage(`--log takes the id of a message log, log_…, not "${given}".`)
  }
}
