import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { timeOf } from '../../../../cli/src/suppressions/time-of.js'
import type { ChosenMail } from '../../../product/mail/change/retry-delivery.js'
import { sinkDestination } from '../../../product/mail/destination.js'
import { normalizeDomain } from '../../../../base/addresses/address.js'
import { WrongUsage } from '../../command-error.js'
import { allWorkspaces, findWorkspace } from '../find-workspace.js'

/** Selection of deliveries in the operator's words. */
export interface SelectionOptions {
  readonly workspace?: string
  readonly destination?: string
  readonly log?: string
  readonly key?: string
  readonly project?: string
  readonly since?: string
  readonly all?: boolean
  readonly json?: boolean
}

export interface Selection {
  readonly workspaces: readonly WorkspaceId[]
  /** Destination of the deliveries; null means any. */
  readonly destination: string | null
  /** Log of the one delivery; null means any. */
  readonly logId: Uuid | null
  /** Restriction to some messages; undefined means any. */
  readonly mail: ChosenMail | undefined
}

/**
 * @throws CommandError if nothing is selected, or the selection makes no sense
 */
export async function selectionOf(db: Knex, options: SelectionOptions): Promise<Selection> {
  const { workspace, destination, log, all } = options
  const mail = mailOf(options)
  const narrowed = [workspace, destination, log, mail].some((choice) => choice !== undefined)
  if (!narrowed && all !== true)
    throw new WrongUsage(
      'Choose the deliveries: --workspace, --destination, --log, --key, --project, --since, or --all.',
    )
  if (narrowed && all === true) throw new WrongUsage('--all cannot be combined with other choices.')
  return {
    workspaces: await workspacesOf(db, workspace),
    destination: destination === undefined ? null : destinationNamed(destination),
    logId: log === undefined ? null : idOf('log', log, '--log takes the id of a message log'),
    mail,
  }
}

/** Returns the workspace that is named, or all of them. */
export async function workspacesOf(db: Knex, wanted: string | undefined): Promise<WorkspaceId[]> {
  if (wanted !== undefined) return [await findWorkspace(db, wanted)]
  return (await allWorkspaces(db)).map(({ id }) => id)
}

/** Name of the sink as a destination, for people: it has no dot, so it is no domain. */
const sinkName = 'sink'

/**
 * @throws CommandError if the text is not a destination
 */
export function destinationNamed(given: string): string {
  if (given === sinkName) return sinkDestination
  const domain = normalizeDomain(given)
  if (domain === undefined) throw new WrongUsage(`--destination takes a domain or "sink", not "${given}".`)
  return domain
}

export function nameOfDestination(destination: string): string {
  return destination === sinkDestination ? sinkName : destination
}

function mailOf({ key, project, since }: SelectionOptions): ChosenMail | undefined {
  if (key === undefined && project === undefined && since === undefined) return undefined
  return {
    apiKeyId: key === undefined ? null : idOf('key', key, '--key takes the id of an API key'),
    projectId: project === undefined ? null : idOf('prj', project, '--project takes the id of a project'),
    since: since === undefined ? null : sinceOf(since),
  }
}

/**
 * @param rule sentence about the values of the option, for the error
 */
function idOf(prefix: 'log' | 'key' | 'prj', given: string, rule: string): Uuid {
  try {
    return fromTypeId(prefix, given)
  } catch {
    throw new WrongUsage(`${rule}, ${prefix}_…, not "${given}".`)
  }
}

function sinceOf(given: string): Date {
  try {
    return new Date(timeOf('--since', given, new Date()))
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}
