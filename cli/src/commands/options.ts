import { Option } from 'commander'
import type { CatalogOperation, Field, FieldValue, JsonBody } from '../contract/catalog.js'

/** Options as commander stores them, by attribute name. */
export type Given = Readonly<Record<string, unknown>>

/** Returns the query and body fields of an operation. */
export function fieldsOf({ query, body }: CatalogOperation): readonly Field[] {
  return [...query, ...(body?.kind === 'json' ? body.fields : [])]
}

/** An option with the values that it accepts, for shell completion. */
export class FieldOption extends Option {
  constructor(
    flags: string,
    description: string,
    readonly candidates: readonly string[],
  ) {
    super(flags, description)
  }
}

/** Creates the options for a field: one option, or two for a boolean. */
export function optionsOf({ option, description, required, value }: Field): Option[] {
  const words = `${description}${oneOfWords(value)}${required ? ' (required)' : ''}`
  if (value.kind === 'boolean')
    return [new Option(`--${option}`, words), new Option(`--no-${option}`, 'The opposite')]
  const added = new FieldOption(`--${option} <${placeholderOf(option, value)}>`, words, oneOfIn(value))
  return [
    added.argParser((text: string, before: unknown) => [
      ...(Array.isArray(before) ? (before as unknown[]) : []),
      text,
    ]),
  ]
}

/** Returns the arguments for fields, by field name in the contract. */
export function givenFor(fields: readonly Field[], given: Given): Map<string, readonly string[] | boolean> {
  const byName = new Map(Object.entries(given))
  const values = new Map<string, readonly string[] | boolean>()
  for (const field of fields) {
    const [option] = optionsOf(field)
    const value = byName.get(option?.attributeName() ?? '')
    if (typeof value === 'boolean') values.set(field.name, value)
    else if (Array.isArray(value)) values.set(field.name, value as readonly string[])
  }
  return values
}

/** Creates the options of an operation that are not in its query or body. */
export function ownOptionsOf(operation: CatalogOperation): Option[] {
  const { body, produces, isList, takesIdempotencyKey } = operation
  return [
    ...(body?.kind === 'json' ? bodyOptions(body) : []),
    ...(body?.kind === 'file'
      ? [
          new Option(
            '--file <file>',
            `The ${nameOf(body.mediaType)} to send; "-" is standard input (required)`,
          ),
        ]
      : []),
    ...(isList
      ? [
          new Option('--all', 'Go through all pages'),
          new Option('--max <number>', 'Go through pages until there are so many'),
        ]
      : []),
    ...(produces.length > 1
      ? [
          new FieldOption(
            '--format <format>',
            `One of ${produces.map(nameOf).join(', ')}; ${nameOf(produces[0] ?? '')} unless given`,
            produces.map(nameOf),
          ),
        ]
      : []),
    ...(produces.length > 0 ? [new Option('--output <file>', 'Write the reply to a file')] : []),
    ...(takesIdempotencyKey
      ? [
          new Option(
            '--idempotency-key <key>',
            'Repeating a key has no further effect (default: a random key)',
          ),
        ]
      : []),
    ...sharedOptions(),
  ]
}

/** Creates the options of every command that sends requests to a service. */
function sharedOptions(): Option[] {
  return [
    new Option('--json', 'Print the reply as JSON'),
    new Option('--dry-run', 'Print the request as a curl command, and send nothing'),
    new Option('--profile <name>', 'The service and key to use; see "postseal profile"'),
    new Option('--timeout <seconds>', 'The timeout of an attempt in seconds (default: 60)'),
  ]
}

function bodyOptions({ fields }: JsonBody): Option[] {
  const takesFiles = fields.some(({ value }) => value.kind === 'items' && value.isFiles)
  const attach = new Option('--attach <file>', 'A file to attach')
  attach.argParser((text: string, before: unknown) => [
    ...(Array.isArray(before) ? (before as unknown[]) : []),
    text,
  ])
  return [
    ...(takesFiles ? [attach] : []),
    new Option('--data <json>', 'The whole body, also @file or @-; other options replace its properties'),
  ]
}

/** Returns the short name of a media type: `csv` for `text/csv`. */
export function nameOf(mediaType: string): string {
  const names: Readonly<Record<string, string>> = {
    'text/csv': 'csv',
    'application/json': 'json',
    'application/x-ndjson': 'ndjson',
  }
  return new Map(Object.entries(names)).get(mediaType) ?? mediaType
}

function oneOfWords(value: FieldValue): string {
  const values = oneOfIn(value)
  return values.length === 0 ? '' : ` (one of ${values.join(', ')})`
}

function oneOfIn(value: FieldValue): readonly string[] {
  const scalar = value.kind === 'list' ? value.of : value
  return 'oneOf' in scalar && scalar.oneOf !== undefined ? scalar.oneOf : []
}

function placeholderOf(option: string, value: FieldValue): string {
  switch (value.kind) {
    case 'list':
      return placeholderOf(option, value.of)
    case 'address':
    case 'addresses':
      return 'address'
    case 'object':
      return 'key=value'
    case 'items':
      return 'json'
    case 'integer':
    case 'number':
      return 'number'
    case 'text':
      return option.endsWith('-id') || option === 'id' ? 'id' : 'text'
    default:
      return value.kind
  }
}
