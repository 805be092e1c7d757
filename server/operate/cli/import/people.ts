import { isIP } from 'node:net'
import { readAddress } from '../../../../base/addresses/address.js'
import { oneLine, unguard } from '../../../../base/text/spreadsheet-guard.js'
import type { CsvFormat } from '../../../product/audience/csv/layout.js'
import { FileInUtf16, readCsv } from '../../../product/audience/csv/read.js'
import { brokenMessages } from '../../../product/audience/csv/scan.js'
import type { ReadSuppression } from '../../../product/audience/suppressions/csv/line.js'
import { propertyNameOf } from '../../../product/programs/contact-imports/targets.js'
import { timeIn } from '../../../product/programs/contact-imports/line.js'
import { CommandError } from '../../command-error.js'
import type { ExportKind, Use } from './exports.js'
import type { ExportFile } from './files.js'
import type { LeftOut } from './left-out.js'
import { Properties, tagsOf } from './properties.js'

/** A row of an export. */
export interface Person {
  /** Number of the physical line on which the row begins. */
  readonly line: number
  /** Address as the export has it; the import decides whether it is one. */
  readonly email: string
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly properties: Readonly<Record<string, string | number | boolean>>
  readonly unsubscribedAt: Date | undefined
  /** Time and address of the person's consent. */
  readonly consent: { readonly at: Date; readonly ip: string } | undefined
  readonly suppression: ReadSuppression | undefined
}

/** The columns of an export. */
export interface ExportColumns {
  readonly headers: readonly string[]
  readonly uses: readonly Use[]
}

const key = (header: string) => header.toLowerCase().replace(/[\s_.-]+/g, '')

function formatOf({ name, kind }: ExportFile): CsvFormat<ExportColumns> {
  return {
    named: (cells) => {
      const headers = cells.map((cell) => unguard(cell).trim())
      const uses = headers.map((header): Use => {
        if (Object.hasOwn(kind.columns, key(header))) return kind.columns[key(header)] as Use
        return kind.hasProperties && header !== '' ? `properties.${propertyNameOf(header) ?? ''}` : 'ignore'
      })
      if (!uses.includes('email'))
        throw new CommandError(`${name} has no column for the address: is it an export of ${kind.name}?`)
      return { headers, uses }
    },
    unnamed: { headers: [], uses: [] },
    count: ({ uses }) => uses.length,
    mayBreak: ({ uses }, field) => uses[field] !== 'email' && !/_(at|ip)$/.test(uses[field] ?? ''),
  }
}

/**
 * Reads the people of an export as it arrives, in the order of the file.
 *
 * @param leftOut counts what cannot be kept
 * @param now time of an opt-out for which the export has none
 * @throws CommandError if the file is not one that can be read
 */
export async function* readPeople(
  file: ExportFile,
  leftOut: LeftOut,
  now: Date,
): AsyncGenerator<{ readonly columns: ExportColumns; readonly people: readonly Person[] }> {
  try {
    for await (const { lines, layout } of readCsv(file.open(), formatOf(file))) {
      const { columns } = layout
      if (columns.uses.length === 0)
        throw new CommandError(`${file.name} does not name its columns in the first line.`)
      const people: Person[] = []
      for (const each of lines) {
        const leaveOut = (field: string | null, why: string) => leftOut.add(file.name, field, why, each.line)
        if ('code' in each) leaveOut(null, brokenMessages[each.code])
        else if (each.cells.slice(columns.uses.length).some((cell) => cell.trim() !== ''))
          leaveOut(null, brokenMessages.columns)
        else if (each.cells.some((cell) => cell.trim() !== ''))
          people.push(personOf(each.line, each.cells, columns, { kind: file.kind, leaveOut, now }))
      }
      yield { columns, people }
    }
  } catch (error) {
    if (error instanceof FileInUtf16) throw new CommandError(`${file.name} is in UTF-16: save it as UTF-8.`)
    throw error
  }
}

function personOf(
  line: number,
  cells: readonly string[],
  { headers, uses }: ExportColumns,
  {
    kind,
    leaveOut,
    now,
  }: {
    readonly kind: ExportKind
    readonly leaveOut: (field: string | null, why: string) => void
    readonly now: Date
  },
): Person {
  const properties = new Properties(leaveOut)
  const texts = new Map<Use, string>()
  const headerOf = new Map<Use, string>()
  for (const [column, use] of uses.entries()) {
    const header = headers[column] ?? ''
    const text = (cells[column] ?? '').trim()
    if (text === '' || use === 'ignore') continue
    if (use === 'attributes') properties.addJson(header, text)
    else if (use === 'tags') {
      const tags = tagsOf(text)
      if (tags !== undefined) properties.add(header, tags, 'tags')
    } else if (use.startsWith('properties.')) {
      const name = use.slice('properties.'.length)
      properties.add(header, text, name === '' ? undefined : name)
    } else if (texts.has(use)) leaveOut(header, 'there is a column for the same before it')
    else {
      texts.set(use, text)
      headerOf.set(use, header)
    }
  }
  const time = (use: Use): Date | undefined => {
    const text = texts.get(use)
    const at = text === undefined ? undefined : exportedTime(text, now)
    if (text !== undefined && at === undefined) leaveOut(headerOf.get(use) ?? null, 'it is not a time')
    return at
  }
  const ip = (use: Use): string => {
    const text = texts.get(use) ?? ''
    if (text === '' || (isIP(text) !== 0 && !text.includes('%'))) return text
    leaveOut(headerOf.get(use) ?? null, 'it is not an IP address')
    return ''
  }
  const status = texts.get('status')
  const optedOut = kind.optedOut || (status !== undefined && status.toLowerCase() !== 'enabled')
  const [asked, confirmed] = [time('consent_at'), time('confirmed_at')]
  const [askedIp, confirmedIp] = [ip('consent_ip'), ip('confirmed_ip')]
  const at = confirmed ?? asked
  const email = texts.get('email') ?? ''
  return {
    line,
    email,
    name: oneLine(texts.get('name') ?? ''),
    firstName: oneLine(texts.get('first_name') ?? ''),
    lastName: oneLine(texts.get('last_name') ?? ''),
    properties: properties.values,
    unsubscribedAt: optedOut ? (time('unsubscribed_at') ?? time('changed_at') ?? now) : undefined,
    consent: at === undefined ? undefined : { at, ip: confirmedIp === '' ? askedIp : confirmedIp },
    suppression: suppressionOf(email, texts, time('suppressed_at') ?? null, { kind, leaveOut }),
  }
}

/** The longest note of a suppression, in characters. */
const longestNote = 500

function suppressionOf(
  email: string,
  texts: ReadonlyMap<Use, string>,
  suppressedAt: Date | null,
  {
    kind: { suppressed, hasContacts },
    leaveOut,
  }: { readonly kind: ExportKind; readonly leaveOut: (field: string | null, why: string) => void },
): ReadSuppression | undefined {
  if (suppressed === undefined) return undefined
  if (texts.get('bounce')?.startsWith('4') === true) {
    leaveOut(null, 'the address was away for a time only')
    return undefined
  }
  const address = readAddress(email)
  if (address === undefined) {
    // For a contact the import itself reports this.
    if (!hasContacts) leaveOut(null, 'this is not an e-mail address')
    return undefined
  }
  const note = oneLine(texts.get('note') ?? '').slice(0, longestNote)
  return { ...address, reason: suppressed, note: note === '' ? null : note, suppressedAt }
}

/**
 * Reads a time as `timeIn` knows it, seconds since 1970, or the form that Go writes, with the name of the zone behind
 * its offset.
 */
export function exportedTime(text: string, now: Date): Date | undefined {
  if (/^\d{9,10}$/.test(text)) return timeIn(new Date(Number(text) * 1000).toISOString(), now)
  return timeIn(text.replace(/( [+-]\d{4}) \S+$/, '$1'), now)
}
