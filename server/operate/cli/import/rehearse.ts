import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { maxProperties } from '../../../product/audience/contacts/upsert.js'
import { readCsv } from '../../../product/audience/csv/read.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { suppressionsOf } from '../../../product/audience/suppressions/find.js'
import { contactFormat } from '../../../product/programs/contact-imports/columns.js'
import { readLines, type Taken } from '../../../product/programs/contact-imports/import-lines.js'
import type { RefusedLine } from '../../../product/programs/contact-imports/line.js'
import { keptLine, maxFirst, presentLines } from '../../../product/programs/contact-imports/lines.js'
import type { NewImport } from '../../../product/programs/contact-imports/start.js'
import { convertedFile } from './converted.js'
import type { ExportProgram } from './exports.js'
import type { ExportFile } from './files.js'
import type { Person } from './people.js'

/** The rows of a file that an import would take and those that it would refuse. */
export interface Rehearsed {
  readonly taken: number
  readonly rejected: number
  /** First of the refused lines. */
  readonly firstLines: readonly components['schemas']['ContactImportLine'][]
}

/** Result for a file without contacts. */
export const nobody: Rehearsed = { taken: 0, rejected: 0, firstLines: [] }

interface Rehearsal {
  readonly db: Knex
  readonly tokens: AddressTokens
  readonly program: ExportProgram
  readonly now: Date
}

/**
 * Reads the people of an export as the service would import them: from the file that it would get, by its own rules.
 * Only rules that depend on contacts' existing properties are not checked.
 */
export async function rehearse(
  { db, tokens, program, now }: Rehearsal,
  file: ExportFile,
  isTaken: (person: Person) => boolean,
  to: Pick<NewImport, 'workspaceId' | 'project' | 'consent'>,
): Promise<Rehearsed> {
  const isProven = to.consent === 'proof'
  const content = convertedFile(file, isTaken, isProven ? program.name : undefined, now)
  const first: components['schemas']['ContactImportLine'][] = []
  let taken = 0
  let rejected = 0
  for await (const batch of readCsv(content, contactFormat([], isProven))) {
    const { columns } = batch.layout
    const { read, refused } = readLines(batch, isProven, now)
    const addresses = [...new Set(read.map(({ contact }) => contact.address))]
    const reasons =
      addresses.length === 0
        ? new Map<string, string>()
        : await suppressionsOf(db, tokens, to.workspaceId, { projectId: to.project.id, addresses })
    const email = columns.targets.indexOf('email')
    const later = read.flatMap((each) => refusalOf(each, reasons, email))
    const all = [...refused, ...later].sort((one, other) => one.line - other.line)
    taken += read.length - later.length
    rejected += all.length
    const shown = all.slice(0, maxFirst - first.length)
    first.push(...presentLines(columns.headers, shown.map(keptLine)))
  }
  return { taken, rejected, firstLines: first }
}

function refusalOf(
  { line, contact }: Taken,
  reasons: ReadonlyMap<string, string>,
  email: number,
): RefusedLine[] {
  if (reasons.get(contact.address) === 'erasure') return [{ line, code: 'erased', column: email }]
  const count = Object.values(contact.properties).filter((value) => value !== null).length
  return count > maxProperties ? [{ line, code: 'too_many_properties', column: null }] : []
}
