import type { Knex } from 'knex'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { findDomainOfName, type DomainRow } from '../domain-rows.js'
import type { SendingSetup } from '../sending-setup.js'
import { longestReturnPathName, returnPathName } from './name.js'

/**
 * Checks the label of a return path that a request sets for a domain of the workspace.
 *
 * @throws ApiError 422 `validation_failed` if its name would be too long, or is in use otherwise: mail is sent from it,
 *   or it is the service's own
 */
export async function freeReturnPathLabel(
  db: Knex,
  { hostname, returnPathDomain }: SendingSetup,
  workspaceId: WorkspaceId,
  {
    domain,
    given,
  }: {
    readonly domain: string
    /** Label that was asked for, which matches the contract's pattern. */
    readonly given: string
  },
): Promise<string> {
  const label = given.toLowerCase()
  const name = returnPathName({ name: domain, returnPathLabel: label })
  if (name.length > longestReturnPathName) {
    const message = `would give the return path a name of more than ${longestReturnPathName} characters`
    throw refusedValue('/body/return_path_label', 'too_long', message)
  }
  const isSender = (await findDomainOfName(db, workspaceId, name)) !== undefined
  if (isSender || [hostname, returnPathDomain].some((other) => other.toLowerCase() === name))
    throw refusedValue('/body/return_path_label', 'taken', `would be ${name}, which is in use already`)
  return label
}

/**
 * Renames the return path of a domain, which the transaction has locked. The new name counts as never found, and the
 * domain is due for a check.
 *
 * @throws ApiError as {@link freeReturnPathLabel} does
 */
export async function nameReturnPath(
  trx: Knex.Transaction,
  sendingSetup: SendingSetup,
  row: DomainRow,
  given: string,
): Promise<DomainRow> {
  const { workspace_id, id, name } = row
  if (given.toLowerCase() === row.return_path_label) return row
  const label = await freeReturnPathLabel(trx, sendingSetup, workspace_id, { domain: name, given })
  const changes = {
    return_path_label: label,
    return_path_verified_at: null,
    return_path_broken_at: null,
    next_check_at: new Date(),
  }
  await trx('domains').where({ workspace_id, id }).update(changes)
  return { ...row, ...changes }
}
