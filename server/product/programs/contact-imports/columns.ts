import { readAddress } from '../../../../base/addresses/address.js'
import { unguard } from '../../../../base/text/spreadsheet-guard.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { maxProperties } from '../../audience/contacts/upsert.js'
import type { CsvFormat } from '../../audience/csv/layout.js'
import { keyOfHeader, usualTargets, type Target } from './targets.js'

/** The columns of a file of contacts. */
export interface ContactColumns {
  /** Headers as the first line has them. */
  readonly headers: readonly string[]
  readonly targets: readonly Target[]
}

/** A column that a request names: `target=header`. */
interface NamedColumn {
  readonly header: string
  readonly target: Target
  /** JSON pointer to the place where the request names the column. */
  readonly path: string
}

/**
 * Makes the format of a file of contacts. A file without a header has addresses alone.
 *
 * @param given the purposes of columns, as a request states them
 * @param needsProof true if the file must have the proof of consent
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
    // Free text may be on several lines. An address, a time or a number never is: a quote was left open.
    mayBreak: ({ targets }, field) => {
      const target = targets[field] as Target
      return target === 'name' || target === 'properties' || target === 'ignore' || target.endsWith(':text')
    },
  }
}

/**
 * Refuses a file without columns for the proof of consent.
 *
 * @throws ApiError 422 `validation_failed`
 */
function refuseWithoutProof(targets: readonly Target[]): void {
  const missing = (['consent_at', 'consent_source'] as const).find((target) => !targets.includes(target))
  if (missing !== undefined) throw refusedValue('/body', 'columns', `must have a column for ${missing}`)
}

/** Reads a column that a request names. The contract has checked its form. */
function readNamed(text: string, index: number): NamedColumn {
  const equals = text.indexOf('=')
  const given = text.slice(0, equals)
  const isUntyped = given.startsWith('properties.') && !given.includes(':')
  const target = (isUntyped ? `${given}:text` : given) as Target
  return { header: keyOfHeader(text.slice(equals + 1)), target, path: `/query/columns/${index}` }
}

/**
 * Finds the purposes of the columns of a file.
 *
 * @throws ApiError 422 `validation_failed`
 */
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

/**
 * Refuses columns without an address, or with the same purpose twice.
 *
 * @throws ApiError 422 `validation_failed`
 */
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

/**
 * Refuses a header that is no name for a property.
 *
 * @throws ApiError 422 `validation_failed`
 */
function refuseHeader(header: string): never {
  const column = `has the column "${header.slice(0, 100)}", which is not a valid property name`
  throw refusedValue('/body', 'columns', `${column}: say by columns what it is for, or ignore it`)
}
