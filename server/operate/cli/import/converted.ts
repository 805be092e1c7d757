import { stringify } from 'csv-stringify/sync'
import { guard } from '../../../../base/text/spreadsheet-guard.js'
import type { ExportFile } from './files.js'
import { LeftOut } from './left-out.js'
import { readPeople, type Person } from './people.js'

const columns = ['email', 'name', 'first_name', 'last_name', 'unsubscribed_at', 'properties']
const proofColumns = ['consent_at', 'consent_source', 'consent_ip']

/** Space at the beginning or end, which a reader would trim from an unquoted value. */
const spaceAround = /^\s|\s$/
const written = { record_delimiter: '\r\n', quoted_match: [spaceAround] }

/**
 * Writes an export as a file of contacts that the import takes. A person stands on the same line as in the export,
 * with empty lines between, so that the import's line numbers are those of the export.
 *
 * @param isTaken returns whether a person is written to the file
 * @param source source of consents, if they are written
 */
export async function* convertedFile(
  file: ExportFile,
  isTaken: (person: Person) => boolean,
  source: string | undefined,
  now: Date,
): AsyncGenerator<Buffer> {
  const header = source === undefined ? columns : [...columns, ...proofColumns]
  yield Buffer.from(stringify([header], written))
  let next = 2
  for await (const { people } of readPeople(file, new LeftOut(), now)) {
    let text = ''
    for (const person of people.filter(isTaken)) {
      text += '\r\n'.repeat(person.line - next)
      text += stringify([cellsOf(person, source).map(guard)], written)
      next = person.line + 1
    }
    if (text !== '') yield Buffer.from(text)
  }
}

function cellsOf(person: Person, source: string | undefined): string[] {
  const { email, name, firstName, lastName, unsubscribedAt, properties, consent } = person
  const isEmpty = Object.keys(properties).length === 0
  return [
    ...[email, name, firstName, lastName, unsubscribedAt?.toISOString() ?? ''],
    isEmpty ? '' : JSON.stringify(properties),
    ...(source === undefined
      ? []
      : [consent?.at.toISOString() ?? '', consent === undefined ? '' : source, consent?.ip ?? '']),
  ]
}
