import { propertyName, usualTargets } from '../../../server/product/programs/contact-imports/targets.js'
import { delimiterOf, rowsOf } from '../suppressions/csv-file.js'

/** What a column may be for, in words. A property has a name of its own beside it. */
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
  ignore: 'Leave it alone',
} as const

export type Kind = keyof typeof targetWords

/** What a column is for. */
export interface Target {
  readonly kind: Kind
  /** Of the property, where it is one. */
  readonly property: string
}

/** A column of a file. */
export interface FileColumn {
  /** As the first line has it; empty in a file of addresses alone. */
  readonly header: string
  /** What the service takes it for where nothing else is said; `ignore` where it would refuse the column. */
  readonly usual: Target
  /** Whether the service would refuse the file where nothing is said of this column. */
  readonly isUnknown: boolean
  /** A few values that stand in it. */
  readonly values: readonly string[]
}

/** The beginning of a file. */
interface Beginning {
  readonly delimiter: string
  readonly isBare: boolean
  readonly columns: readonly FileColumn[]
}

/** A file and how it begins. */
export interface ChosenFile extends Beginning {
  readonly file: File
}

/** How many values of a column are shown, from how many rows. */
const shown = { values: 3, rows: 8 } as const

/**
 * Reads the beginning of a file as the service does.
 *
 * @param isWhole whether the text ends where the file does: otherwise its last row may be cut
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
      const usual = usualOnes[index]
      return {
        header,
        usual: usual ?? plain('ignore'),
        isUnknown: usual === undefined,
        values: data
          .map((cells) => cells[index]?.trim() ?? '')
          .filter((value) => value !== '')
          .slice(0, shown.values),
      }
    }),
  }
}

/** What a spreadsheet would take for a formula has an apostrophe ahead, which the service takes off. */
function unguarded(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r])/, '').trim()
}

const plain = (kind: Kind): Target => ({ kind, property: '' })

/** What the service takes a column for; undefined where it would refuse the file. */
function inKinds(usual: string | undefined): Target | undefined {
  const [, property, type] = /^properties\.(\w+):(\w+)$/.exec(usual ?? '') ?? []
  if (property !== undefined) return { kind: `properties.${type}` as Kind, property }
  return usual === undefined ? undefined : plain(usual as Kind)
}

/** What is wrong with what the columns are for, in words; undefined where nothing is. */
export function mistakeIn(targets: readonly Target[], needsProof: boolean): string | undefined {
  const used = targets.filter(({ kind }) => kind !== 'ignore')
  const wrong = used.find(({ kind, property }) => isProperty(kind) && !propertyName.test(property))
  if (wrong !== undefined) {
    const form = 'it has letters, digits and underscores, and begins with a letter'
    return `“${wrong.property}” is no name of a property: ${form}.`
  }
  const names = used.map((target) =>
    isProperty(target.kind) ? `properties.${target.property}` : target.kind,
  )
  const twice = used.find((_, index) => names.indexOf(names[index] ?? '') < index)
  if (twice !== undefined)
    return isProperty(twice.kind)
      ? `Two columns are the property ${twice.property}. Leave one of them alone.`
      : `Two columns are “${targetWords[twice.kind]}”. Leave one of them alone.`
  const needed: readonly Kind[] = needsProof ? ['email', 'consent_at', 'consent_source'] : ['email']
  const missing = needed.find((kind) => !names.includes(kind))
  return missing === undefined
    ? undefined
    : missing === 'email'
      ? 'Say which column has the addresses.'
      : `Say which column is “${targetWords[missing]}”: the proof of consent has a time and a place.`
}

export function isProperty(kind: Kind): boolean {
  return kind.startsWith('properties.')
}

/** What is said of the columns in the request: only what the service would not take so by itself. */
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

/** What an import has taken a column for, in words: `properties.seats:number` is "Property seats (number)". */
export function wordsOfTarget(target: string): string {
  const [, property, type] = /^properties\.(\w+):(\w+)$/.exec(target) ?? []
  if (property !== undefined) return `Property ${property} (${type === 'boolean' ? 'yes or no' : type})`
  return (targetWords as Readonly<Record<string, string>>)[target] ?? target
}
