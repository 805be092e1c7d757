import { readAddress } from '../../../../base/addresses/address.js'
import { unguard } from '../../../../base/text/spreadsheet-guard.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { maxProperties } from '../../audience/contacts/upsert.js'
import type { CsvFormat } from '../../audience/csv/layout.js'
import { keyOfHeader, usualTargets, type Target } from './targets.js'

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
  return { header: keyOfHeader(text.slice(equals + 1)), target, path: `/query/columns/${index}` }
}

/** @throws ApiError 422 `validation_failed` */
function columnsOf(cells: readonly string[], named: readonly NamedColumn[]): ContactColumns {
  const headers = cells.map((cell) => unguard(cell).trim())
  const found = headers.map(keyOfHeader)
  for (const { header, path } of named)
    if (!found.includes(header)) throw refusedValue(path, 'column', 'must name a column of the file')
  const usual = usualTargets(headers)
  const targets = headers.map((header, index): Target => {
    const column = named.find((each) => each.header === found[index])
    if (column !== undefined) return column.target
    return usual[index] ?? refuseHeader(header)
  })
  refuseUseless(headers, targets)
  return { headers, targets }
}

/** @throws ApiError 422 `validation_failed` */
function refuseUseless(headers: readonly string[], targets: readonly Target[]): void {
  const used = targets.filter((target) => target !== 'ignore').map((target) => target.replace(/:\w+$/, ''))
  const seen = new Set<string>()
  const twice = used.find((target) => seen.has(target) || !seen.add(target))
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

/** @throws ApiError 422 `validation_failed` */
function refuseHeader(header: string): never {
  const column = `has the column "${header.slice(0, 100)}", which is no name for a property`
  throw refusedValue('/body', 'columns', `${column}: say by columns what it is for, or ignore it`)
}
