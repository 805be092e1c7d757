import type { Knex } from 'knex'
import { recordAudit } from '../../../platform/audit/record.js'
import { serviceEntry } from '../../../platform/audit/other-entries.js'
import { timeOf, toTypeId } from '../../../platform/db/ids.js'
import { nextCheckAfter } from './cadence.js'
import { expectedRecords } from './expected.js'
import type { DomainRecord } from './record-check.js'
import { keysOf, moveOn, type KeyLife } from '../dkim/key-life.js'
import type { DomainCheck } from './check-domain.js'
import { keepReturnPathName, returnPathAfter } from '../return-path/lifecycle.js'
import { returnPathName } from '../return-path/name.js'
import {
  domainToCheck,
  labelledDomain,
  lifecycleColumns,
  lifecycleOf,
  lockDomain,
  type DomainRow,
} from '../domain-rows.js'
import { brokenIn, lifecycleAfter, verdictOf, type DomainVerdict } from '../lifecycle.js'
import { recordStatusEvent } from '../status-events.js'
import type { SendingSetup } from '../sending-setup.js'

export interface SavedCheck {
  readonly row: DomainRow
  readonly verdict: DomainVerdict
  /** True if the status has changed, so that there is an event to deliver. */
  readonly changed: boolean
}

/**
 * Saves the findings of a check: the records, the keys that may sign from now on, and the status with its event. A
 * check that began before the one that was saved last changes nothing, because its findings are older.
 *
 * @returns undefined if the domain is gone
 */
export async function saveCheck(
  trx: Knex.Transaction,
  sendingSetup: SendingSetup,
  { workspaceId, id, checkedAt, findings }: DomainCheck,
): Promise<SavedCheck | undefined> {
  const before = await lockDomain(trx, workspaceId, id)
  if (before === undefined) return undefined
  if (before.checked_at !== null && before.checked_at > checkedAt) {
    return { row: before, verdict: verdictOf(findings.records), changed: false }
  }
  await moveOn(trx, workspaceId, before.name, publishedIn(findings.records))
  const keys = await keysOf(trx, workspaceId, [before.name])
  const records = fitTo(keys, findings.records, before, sendingSetup)

  const verdict = verdictOf(records)
  const lifecycle = lifecycleAfter(lifecycleOf(before), before.vouched_at !== null, verdict, checkedAt)
  const found = records.find(({ kind }) => kind === 'return_path')
  const returnPath = returnPathAfter({ ...before, status: lifecycle.status }, found, checkedAt)
  if (returnPath.return_path_verified_at !== null && returnPath.return_path_broken_at === null)
    await keepReturnPathName(trx, workspaceId, returnPathName(labelledDomain(before)))
  const pending = keys
    .filter(({ status }) => status === 'pending')
    .map(({ created_at }) => created_at.getTime())
  const due = {
    ...lifecycle,
    createdAt: timeOf(id),
    returnPathBrokenSince: returnPath.return_path_broken_at,
    keyPendingSince: pending.length === 0 ? null : new Date(Math.max(...pending)),
  }
  const [row] = await trx('domains')
    .where({ workspace_id: workspaceId, id })
    .update({
      ...lifecycleColumns(lifecycle),
      ...returnPath,
      checked_at: checkedAt,
      next_check_at: nextCheckAfter(due, checkedAt),
      records: JSON.stringify(records),
      ...(findings.dmarcPolicy !== undefined && {
        dmarc_policy: findings.dmarcPolicy && JSON.stringify(findings.dmarcPolicy),
      }),
    })
    .returning<DomainRow[]>('*')
  if (row === undefined) throw new Error('a domain that is locked is gone')
  await recordStatusEvent(trx, before.status, row, brokenIn(records))
  const changed = row.status !== before.status
  if (changed) {
    const resource = { type: 'domain', id: toTypeId('dom', id) }
    await recordAudit(trx, [serviceEntry(workspaceId, `domain_${row.status}`, { resource })])
  }
  return { row, verdict, changed }
}

function publishedIn(records: readonly DomainRecord[]): string[] {
  return records.flatMap(({ kind, status, selector }) =>
    kind === 'dkim' && status === 'ok' && selector !== null ? [selector] : [],
  )
}

/**
 * Returns the findings to keep: those of keys that still exist, each with the need that its key has now, since a
 * pending key may have become the active one. A finding of a return path whose name has changed is dropped.
 */
function fitTo(
  keys: readonly KeyLife[],
  found: readonly DomainRecord[],
  row: DomainRow,
  sendingSetup: SendingSetup,
): DomainRecord[] {
  const expected = expectedRecords(domainToCheck(row, keys), sendingSetup)
  return found.flatMap((record) => {
    if (record.kind !== 'dkim' && record.kind !== 'return_path') return [record]
    const now = expected.find(({ kind, name }) => kind === record.kind && name === record.name)
    return now === undefined ? [] : [{ ...record, need: now.need }]
  })
}
