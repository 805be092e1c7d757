import { propertyName, usualTargets } from '../../../server/product/programs/contact-imports/targets.js'
import { delimiterOf, rowsOf } from '../suppressions/csv-file.js'

/** Labels of the possible targets of a column. A property's name is chosen separately. */
export const targetWords = {
  email: 'Address',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  unsubscribed_at: 'Opted out since',
  'properties.text': 'Property: text',
  'properties.number': 'Property: number',
  'properties.boolean': 'Property: yes or no',
  properties: 'Properties as JSON',
  consent_at: 'Consent: when',
  consent_source: 'Consent: where',
  consent_ip: 'Consent: IP address',
  ignore: 'Ignore',
} as const

export type Kind = keyof typeof targetWords

/** Field of a contact into which a column is imported. */
export interface Target {
  readonly kind: Kind
  /** Name of the property, if the target is one. */
  readonly property: string
}

/** A column of a file. */
export interface FileColumn {
  /** Header in the file's first line; empty in a file of addresses alone. */
  readonly header: string
  /** Target that the service chooses by default; `ignore` if it would refuse the column. */
  readonly usual: Target
  /** Target with which the choice begins: the usual one, or a number where all values are numbers. */
  readonly first: Target
  /** True if the service would refuse the file unless the request names a target for this column. */
  readonly isUnknown: boolean
  /** A few values of the column. */
  readonly values: readonly string[]
}

/** The beginning of a file. */
interface Beginning {
  readonly delimiter: string
  readonly isBare: boolean
  readonly columns: readonly FileColumn[]
}

/** A file with its parsed beginning. */
export interface ChosenFile extends Beginning {
  readonly file: File
  /** The whole text; undefined if the file is too large to look through here. */
  readonly text: string | undefined
}

/** Maximum number of values shown of a column, and of rows that are read for them. */
const shown = { values: 3, rows: 8 } as const

/**
 * Reads the beginning of a file as the service does.
 *
 * @param isWhole true if the text is the whole file: otherwise its last row may be cut off
 */
export function readBeginning(text: string, isWhole: boolean): Beginning {
  const delimiter = delimiterOf(text)
  const rows: (readonly string[])[] = []
  for (const { cells, end } of rowsOf(text, delimiter)) {
    if (rows.length > shown.rows) break
    if (cells.every((cell) => cell === '') || (!isWhole && end === text.length)) continue
    rows.push(cells.map(unguarded))
  }
  const [first = [], ...others] = rows
  const isBare = first.length === 1 && /^[^\s@]+@[^\s@]+$/.test(first[0] ?? '')
  const data = isBare ? rows : others
  const headers = isBare ? [''] : first
  const usualOnes = isBare ? [plain('email')] : usualTargets(headers).map(inKinds)
  return {
    delimiter,
    isBare,
    columns: headers.map((header, index) => {
      const usual = usualOnes[index] ?? plain('ignore')
      const values = data.map((cells) => cells[index]?.trim() ?? '').filter((value) => value !== '')
      return {
        header,
        usual,
        first:
          areNumbers(header, values) && isProperty(usual.kind)
            ? { ...usual, kind: 'properties.number' }
            : usual,
        isUnknown: usualOnes[index] === undefined,
        values: values.slice(0, shown.values),
      }
    }),
  }
}

/** Matches headers of digits that are no amounts: `00501` is a ZIP code, and no number of 501. */
const ofCodes = /zip|plz|post|phone|tel|mobile|fax|code|id$|no$|nr$|number$/i

/** Tells whether the values of a column are amounts, which compare as numbers. */
function areNumbers(header: string, values: readonly string[]): boolean {
  return (
    values.length > 0 &&
    !ofCodes.test(header) &&
    values.every((value) => /^-?(0|[1-9]\d{0,11})(\.\d+)?$/.test(value))
  )
}

/** Removes the apostrophe ahead of a value that a spreadsheet would take for a formula, as the service does. */
function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, '').trim()
}

const plain = (kind: Kind): Target => ({ kind, property: '' })

/** Converts the service's default target of a column; undefined if the service would refuse the file. */
function inKinds(usual: string | undefined): Target | undefined {
  const [, property, type] = /^properties\.(\w+):(\w+)$/.exec(usual ?? '') ?? []
  if (property !== undefined) return { kind: `properties.${type}` as Kind, property }
  return usual === undefined ? undefined : plain(usual as Kind)
}

/** Returns the mistake in the chosen targets, in words; undefined if there is none. */
export function mistakeIn(targets: readonly Target[], needsProof: boolean): string | undefined {
  const used = targets.filter(({ kind }) => kind !== 'ignore')
  const wrong = used.find(({ kind, property }) => isProperty(kind) && !propertyName.test(property))
  if (wrong !== undefined) {
    const form = 'letters, digits and underscores, starting with a letter'
    return `“${wrong.property}” is not a valid property name: ${form}.`
  }
  const names = used.map((target) =>
    isProperty(target.kind) ? `properties.${target.property}` : target.kind,
  )
  const twice = used.find((_, index) => names.indexOf(names[index] ?? '') < index)
  if (twice !== undefined)
    return isProperty(twice.kind)
      ? `Two columns are the property ${twice.property}. Ignore one of them.`
      : `Two columns are “${targetWords[twice.kind]}”. Ignore one of them.`
  const needed: readonly Kind[] = needsProof ? ['email', 'consent_at', 'consent_source'] : ['email']
  const missing = needed.find((kind) => !names.includes(kind))
  return missing === undefined
    ? undefined
    : missing === 'email'
      ? 'Choose the column with the addresses.'
      : `Choose the column for “${targetWords[missing]}”. The proof of consent needs a time and a place.`
}

export function isProperty(kind: Kind): boolean {
  return kind.startsWith('properties.')
}

/** Returns the request's `columns`: only the targets that the service would not choose by default. */
export function columnsOf(columns: readonly FileColumn[], targets: readonly Target[]): string[] {
  const said = columns.flatMap(({ header, usual, isUnknown }, index) => {
    const target = targets[index] ?? usual
    const isUsual = textOf(target) === textOf(usual) && !isUnknown
    return header === '' || isUsual ? [] : [`${textOf(target)}=${header}`]
  })
  return [...new Set(said)]
}

function textOf({ kind, property }: Target): string {
  return isProperty(kind) ? `properties.${property}:${kind.slice('properties.'.length)}` : kind
}

/** Describes the target of a column in words: `properties.seats:number` is "Property seats (number)". */
export function wordsOfTarget(target: string): string {
  const [, property, type] = /^properties\.(\w+):(\w+)$/.exec(target) ?? []
  if (property !== undefined) return `Property ${property} (${type === 'boolean' ? 'yes or no' : type})`
  return (targetWords as Readonly<Record<string, string>>)[target] ?? target
}
