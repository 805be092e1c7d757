import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { saveContacts, type SavedContact } from '../../audience/contacts/many/save.js'
import type { CsvBatch } from '../../audience/csv/read.js'
import { erasedAmong } from '../../audience/erasure/refuse-erased.js'
import type { SubscriberListRow } from '../../audience/lists/list-rows.js'
import { confirmProven } from '../../audience/subscriptions/confirm-many.js'
import { suppressionsOf } from '../../audience/suppressions/find.js'
import type { Project } from '../../workspace/projects/projects.js'
import { requestSubscription, type OptInDependencies } from '../opt-in.js'
import type { ContactColumns } from './columns.js'
import { readContact, type ReadContact, type RefusedLine, type Refusal } from './line.js'
import type { ImportCounts, ImportRow } from './import-rows.js'

/** Result of a batch of lines. */
export interface ImportedLines {
  readonly counts: ImportCounts
  readonly refused: readonly RefusedLine[]
  /** Number of consecutive refused lines at the end of the batch. */
  readonly refusedInARow: number
}

/** The project and list to which contacts of a file are added. */
export interface ImportTarget {
  readonly project: Project
  /** The list to which the contacts are subscribed; undefined if there is none. */
  readonly list: SubscriberListRow | undefined
}

/** A line that is a valid contact. */
export interface Taken {
  readonly line: number
  readonly contact: ReadContact
}

/** Source of an import's opt-ins in the consents. */
const optInSource = 'import'

/**
 * Imports a batch of lines in the caller's transaction. If an address comes several times, each line is applied, in
 * their order.
 *
 * @throws ApiError if the workspace would have too many contacts, or may not send the opt-in mail
 */
export async function importLines(
  tx: Transaction,
  dependencies: OptInDependencies,
  row: Pick<ImportRow, 'workspace_id' | 'project_id' | 'environment' | 'consent'>,
  {
    target: { project, list },
    batch,
  }: { readonly target: ImportTarget; readonly batch: CsvBatch<ContactColumns> },
): Promise<ImportedLines> {
  const { layout } = batch
  const counts = {
    lines: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    subscribed: 0,
    not_subscribed: 0,
  }
  const refused: RefusedLine[] = []
  const rejected = new Set<number>()
  const reject = (line: number, refusal: Refusal) => {
    counts.rejected += 1
    rejected.add(line)
    refused.push({ line, ...refusal })
  }
  const { read, refused: unread } = readLines(batch, row.consent === 'proof', new Date())
  counts.lines = read.length + unread.length
  for (const { line, ...refusal } of unread) reject(line, refusal)
  if (read.length === 0) return { counts, refused, refusedInARow: rejected.size }

  const to = { workspaceId: row.workspace_id, projectId: row.project_id, environment: row.environment }
  const reasons = await suppressionsOf(tx.sql, dependencies.tokens, to.workspaceId, {
    projectId: to.projectId,
    addresses: [...new Set(read.map(({ contact }) => contact.address))],
  })
  const email = layout.columns.targets.indexOf('email')
  // An address that was erased in this project can be suppressed in the workspace for another reason.
  const erased = await erasedAmong(tx.sql, dependencies.tokens, to, [...reasons.keys()])
  const isErased = ({ contact }: Taken) => erased.has(contact.address)
  for (const { line } of read.filter(isErased)) reject(line, { code: 'erased', column: email })
  const taken = read.filter((each) => !isErased(each))
  const saved = await saveContacts(
    tx,
    to,
    taken.map(({ contact }) => contact),
  )
  const there = taken
    .map((each, index) => ({ ...each, ...(saved[index] as SavedContact) }))
    .filter(({ line, outcome }) => {
      if (outcome === 'too_many_properties') reject(line, { code: outcome, column: null })
      else counts[outcome] += 1
      return outcome !== 'too_many_properties'
    })
  const notSubscribed = (line: number, code: 'suppressed' | 'unsubscribed') => {
    counts.not_subscribed += 1
    refused.push({ line, code, column: email })
  }
  const wanted = there.filter(({ line, contact }) => {
    const isSuppressed = reasons.has(contact.address)
    if (list !== undefined && isSuppressed) notSubscribed(line, 'suppressed')
    return list !== undefined && !isSuppressed
  })
  if (list !== undefined && row.consent === 'opt_in') {
    for (const { contact } of wanted) {
      const { outcome } = await requestSubscription(tx, dependencies, {
        project,
        list,
        body: { email: contact.email },
        proof: { source: optInSource, ip: null, userAgent: null },
      })
      if (outcome === 'requested') counts.subscribed += 1
    }
  } else if (list !== undefined) {
    const proven = wanted.flatMap(({ line, id, contact: { proof, ...contact } }) =>
      proof === undefined
        ? []
        : [{ line, contactId: id, email: contact.email, address: contact.address, proof }],
    )
    const outcomes = await confirmProven(tx, to, list.id, proven)
    for (const [index, { line }] of proven.entries()) {
      if (outcomes[index] === 'confirmed') counts.subscribed += 1
      else if (outcomes[index] === 'ended') notSubscribed(line, 'unsubscribed')
    }
  }
  refused.sort((one, other) => one.line - other.line)
  const lastTaken = read.findLast(({ line }) => !rejected.has(line))?.line ?? 0
  return { counts, refused, refusedInARow: [...rejected].filter((line) => line > lastTaken).length }
}

/**
 * Reads a batch of lines, before any data of the workspace is looked at. Empty lines are neither read nor refused.
 *
 * @param needsProof true if each person must have given consent
 */
export function readLines(
  { lines, layout }: CsvBatch<ContactColumns>,
  needsProof: boolean,
  now: Date,
): { readonly read: readonly Taken[]; readonly refused: readonly RefusedLine[] } {
  const read: Taken[] = []
  const refused: RefusedLine[] = []
  for (const each of lines) {
    const contact =
      'code' in each
        ? { code: each.code, column: null }
        : readContact(each.cells, layout.columns, needsProof, now)
    if (contact === undefined) continue
    if ('code' in contact) refused.push({ line: each.line, ...contact })
    else read.push({ line: each.line, contact })
  }
  return { read, refused }
}
