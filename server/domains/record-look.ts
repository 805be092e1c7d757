import type { Knex } from 'knex'
import { timeOf } from '../db/ids.js'
import { nextCheckAfter } from './cadence.js'
import { expectedRecords } from './check/expected.js'
import type { DomainRecord } from './check/look-at.js'
import { checkedKeys, keysOf, moveOn, type KeyLife } from './dkim/key-life.js'
import type { Looked } from './look.js'
import { columnsOf, domainColumns, lockDomain, standingOf, storedRecord, type DomainRow } from './rows.js'
import { brokenIn, standingAfter, verdictOf, type Verdict } from './states.js'
import { tellChange } from './state-events.js'
import type { Surroundings } from './surroundings.js'

/** What came of recording a look. */
export interface Recorded {
  readonly row: DomainRow
  readonly verdict: Verdict
  /** Whether the status is another now, so that there is an event to deliver. */
  readonly changed: boolean
}

/**
 * Records what a look has found: the records, the keys that may sign from now on, and the status with its event. One that began
 * before the look that was recorded last changes nothing: what it saw is older.
 *
 * @returns undefined where the domain is gone
 */
export async function recordLook(
  trx: Knex.Transaction,
  surroundings: Surroundings,
  { workspaceId, id, lookedAt, findings }: Looked,
): Promise<Recorded | undefined> {
  const before = await lockDomain(trx, workspaceId, id)
  if (before === undefined) return undefined
  if (before.checked_at !== null && before.checked_at > lookedAt) {
    return { row: before, verdict: verdictOf(findings.records), changed: false }
  }
  await moveOn(trx, workspaceId, before.name, publishedIn(findings.records))
  const keys = await keysOf(trx, workspaceId, [before.name])
  const records = fitTo(keys, findings.records, before, surroundings)

  const verdict = verdictOf(records)
  const standing = standingAfter(standingOf(before), before.vouched_at !== null, verdict, lookedAt)
  const pending = keys
    .filter(({ status }) => status === 'pending')
    .map(({ created_at }) => created_at.getTime())
  const due = {
    ...standing,
    createdAt: timeOf(id),
    keyPendingSince: pending.length === 0 ? null : new Date(Math.max(...pending)),
  }
  const [row] = await trx('domains')
    .where({ workspace_id: workspaceId, id })
    .update({
      ...columnsOf(standing),
      checked_at: lookedAt,
      next_check_at: nextCheckAfter(due, lookedAt),
      records: JSON.stringify(records.map(storedRecord)),
      ...(findings.dmarcPolicy !== undefined && {
        dmarc_policy: findings.dmarcPolicy && JSON.stringify(findings.dmarcPolicy),
      }),
    })
    .returning<DomainRow[]>(domainColumns)
  if (row === undefined) throw new Error('a domain that is locked is gone')
  await tellChange(trx, before.status, row, brokenIn(records))
  return { row, verdict, changed: row.status !== before.status }
}

function publishedIn(records: readonly DomainRecord[]): string[] {
  return records.flatMap(({ kind, status, selector }) =>
    kind === 'dkim' && status === 'ok' && selector !== null ? [selector] : [],
  )
}

/**
 * The findings as they are to be kept: of keys that there still are, and each needed as much as its key is by now. One that was
 * found pending may have become the one that signs.
 */
function fitTo(
  keys: readonly KeyLife[],
  found: readonly DomainRecord[],
  { name }: DomainRow,
  surroundings: Surroundings,
): DomainRecord[] {
  const expected = expectedRecords({ name, keys: checkedKeys(keys) }, surroundings)
  return found.flatMap((record) => {
    if (record.kind !== 'dkim') return [record]
    const now = expected.find(({ kind, selector }) => kind === 'dkim' && selector === record.selector)
    return now === undefined ? [] : [{ ...record, need: now.need }]
  })
}
