import { readAddress } from '../../../mail/address.js'
import { unguard } from '../../../mail/text/spreadsheet-guard.js'
import { refusedValue } from '../../../platform/http/errors.js'
import { maxProperties } from '../../audience/contacts/upsert.js'
import type { CsvFormat } from '../../audience/csv/layout.js'

/** What a column may be for, besides a property. */
const plainTargets = [
  'email',
  'name',
  'first_name',
  'last_name',
  'unsubscribed_at',
  'properties',
  'consent_at',
  'consent_source',
  'consent_ip',
  'ignore',
] as const
export type PlainTarget = (typeof plainTargets)[number]

/** A property of a contact, and what its texts are read as. */
export type PropertyTarget = `properties.${string}:${PropertyType}`
export type PropertyType = 'text' | 'number' | 'boolean'

/** What a column is for. */
export type Target = PlainTarget | PropertyTarget

/** The columns of a file of contacts. */
export interface ContactColumns {
  /** As the first line has them. */
  readonly headers: readonly string[]
  readonly targets: readonly Target[]
}

/** A column that is named in a request: `target=header`. */
interface NamedColumn {
  readonly header: string
  readonly target: Target
  /** The path of the request that names it. */
  readonly path: string
}

/** What a column is for by its header, in small letters without what stands between words. */
const known: ReadonlyMap<string, PlainTarget> = new Map(
  Object.entries({
    email: 'email',
    emailaddress: 'email',
    mail: 'email',
    mailaddress: 'email',
    name: 'name',
    fullname: 'name',
    firstname: 'first_name',
    givenname: 'first_name',
    lastname: 'last_name',
    surname: 'last_name',
    familyname: 'last_name',
    unsubscribedat: 'unsubscribed_at',
    properties: 'properties',
    consentat: 'consent_at',
    consentsource: 'consent_source',
    consentip: 'consent_ip',
  }),
)

/** Columns of an export of contacts that say nothing of a contact in another project. */
const ofExports = ['id', 'project_id', 'environment', 'created_at', 'updated_at']
/** They have it since there are topics; a choice has its proof, which no export of contacts has. */
const ofNewExports = [...ofExports, 'topics']

/**
 * How a file of contacts is read. A file without a header has addresses alone.
 *
 * @param given what columns are for, as a request says
 * @param needsProof whether the file must have the proof of consent
 */
export function contactFormat(given: readonly string[] = [], needsProof = false): CsvFormat<ContactColumns> {
  const named = given.map(readNamed)
  return {
    named: (cells) => {
      const [only] = cells
      const isBare =
        cells.length === 1 && only !== undefined && readAddress(unguard(only.trim())) !== undefined
      const columns = isBare ? undefined : columnsOf(cells, named)
      if (needsProof) refuseWithoutProof(columns?.targets ?? [])
      return columns
    },
    unnamed: { headers: [''], targets: ['email'] },
    count: ({ targets }) => targets.length,
    // Other people's words may be on several lines. An address, a time or a number never is: a quote was left open.
    mayBreak: ({ targets }, field) => {
      const target = targets[field] as Target
      return target === 'name' || target === 'properties' || target === 'ignore' || target.endsWith(':text')
    },
  }
}

/** @throws ApiError 422 `validation_failed` */
function refuseWithoutProof(targets: readonly Target[]): void {
  const missing = (['consent_at', 'consent_source'] as const).find((target) => !targets.includes(target))
  if (missing !== undefined) throw refusedValue('/body', 'columns', `must have a column for ${missing}`)
}

/** The contract has checked its form. */
function readNamed(text: string, index: number): NamedColumn {
  const equals = text.indexOf('=')
  const given = text.slice(0, equals)
  const isUntyped = given.startsWith('properties.') && !given.includes(':')
  const target = (isUntyped ? `${given}:text` : given) as Target
  return { header: normal(text.slice(equals + 1)), target, path: `/query/columns/${index}` }
}

const normal = (header: string) => header.trim().toLowerCase()

/** @throws ApiError 422 `validation_failed` */
function columnsOf(cells: readonly string[], named: readonly NamedColumn[]): ContactColumns {
  const headers = cells.map((cell) => unguard(cell).trim())
  const found = headers.map(normal)
  for (const { header, path } of named)
    if (!found.includes(header)) throw refusedValue(path, 'column', 'must name a column of the file')
  const isExport = ofExports.every((name) => found.includes(name))
  const targets = headers.map((header, index): Target => {
    const column = named.find((each) => each.header === found[index])
    if (column !== undefined) return column.target
    if (header === '' || (isExport && ofNewExports.includes(normal(header)))) return 'ignore'
    return known.get(header.toLowerCase().replace(/[\s_.-]+/g, '')) ?? propertyOf(header)
  })
  refuseUseless(headers, targets)
  return { headers, targets }
}

/** @throws ApiError 422 `validation_failed` */
function refuseUseless(headers: readonly string[], targets: readonly Target[]): void {
  const used = targets.filter((target) => target !== 'ignore').map((target) => target.replace(/:\w+$/, ''))
  const twice = used.find((target, index) => used.indexOf(target) < index)
  if (twice !== undefined)
    throw refusedValue('/body', 'columns', `must not have two columns for ${twice}; ignore one of them`)
  if (!used.includes('email')) {
    const isData = headers.some((header) => readAddress(header) !== undefined)
    throw refusedValue(
      '/body',
      'columns',
      isData
        ? 'must name its columns in the first line'
        : 'must have a column for the address, such as email, or one that columns names',
    )
  }
  if (used.filter((target) => target.startsWith('properties.')).length > maxProperties)
    throw refusedValue('/body', 'columns', `must have at most ${maxProperties} columns of properties`)
}

const propertyName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** A header as the name of a property; undefined where it cannot be one. */
export function propertyNameOf(header: string): string | undefined {
  const plain = header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return [header, plain].find((name) => propertyName.test(name))
}

/** @throws ApiError 422 `validation_failed` where the header is no name of a property */
function propertyOf(header: string): PropertyTarget {
  const name = propertyNameOf(header)
  if (name !== undefined) return `properties.${name}:text`
  throw refusedValue(
    '/body',
    'columns',
    `has the column "${header.slice(0, 100)}", which is no name for a property: say by columns what it is for, or ignore it`,
  )
}
