import type { components } from '../../../../generated/api-types.js'
import { table } from '../table.js'
import type { LeftOut, LeftOutField } from './left-out.js'
import type { Person } from './people.js'
import type { Rehearsed } from './rehearse.js'
import type { Surveyed } from './survey.js'

type ContactImport = components['schemas']['ContactImport']

/** Result of importing an export. */
export interface ImportResult {
  readonly suppressions: { readonly imported: number; readonly already_present: number }
  readonly imports: readonly { readonly file: string; readonly import: ContactImport }[]
  readonly left_out: LeftOut['fields']
}

/** Number of refused lines that are shown for each file. */
const maxLines = 10

/** Returns the result of an import as text for people. */
export function shownResult({ suppressions, imports, left_out }: ImportResult): string {
  const parts = imports.flatMap(({ file, import: found }) => {
    const { id, status, error, lines, created, updated, unchanged, rejected } = found
    const list =
      found.list_id === null
        ? ''
        : found.consent === 'opt_in'
          ? `, ${found.subscribed} asked, ${found.not_subscribed} not asked`
          : `, ${found.subscribed} subscribed, ${found.not_subscribed} not subscribed`
    if (status === 'running') return [`${file}: ${id} is being imported`]
    return [
      `${file}: ${status} (${id}): ${lines} lines, ${created} created, ${updated} updated, ` +
        `${unchanged} unchanged, ${rejected} rejected${list}`,
      ...(error === null ? [] : [`  ${error.message}`]),
      ...found.first_lines.slice(0, maxLines).map(lineText),
      ...(found.first_lines.length > 0 ? [`  all of them: GET /v1/contact-imports/${id}/lines`] : []),
    ]
  })
  const { imported, already_present: known } = suppressions
  return [
    ...(imported + known > 0 ? [`suppressions: ${imported} imported, ${known} known already`] : []),
    ...parts,
    ...left_out.map(leftOutLine),
    ...(imported + known + imports.length === 0 ? ['There is nothing to import.'] : []),
  ].join('\n')
}

function lineText({ line, column, message }: ContactImport['first_lines'][number]): string {
  return `  line ${line}${column === null ? '' : `, ${column}`}: ${message}`
}

function leftOutLine({ file, field, why, count, lines }: LeftOutField): string {
  const times = count === 1 ? 'once' : `${count} times`
  const more = count > lines.length ? ', …' : ''
  return `left out of ${file}: ${field ?? 'lines'}, ${times}: ${why} (line ${lines.join(', ')}${more})`
}

/** Describes a file, and what its import would do. */
export interface FilePlan extends Surveyed {
  readonly wanted: Rehearsed
  readonly unwanted: Rehearsed
}

/** Returns the plan of an import, for people or as JSON. */
export function shownPlan(
  plans: readonly FilePlan[],
  leftOut: readonly LeftOutField[],
  { json }: { readonly json?: boolean },
): string {
  const files = plans.map(({ file, columns, counts, first, wanted, unwanted }) => ({
    file: file.name,
    wanted: wanted.taken,
    unwanted: unwanted.taken,
    suppressed: counts.suppressed,
    rejected: wanted.rejected + unwanted.rejected,
    first_lines: [...wanted.firstLines, ...unwanted.firstLines].sort((one, other) => one.line - other.line),
    columns: columns.headers.map((header, index) => ({ header, use: columns.uses[index] ?? 'ignore' })),
    first: first.map(shownPerson),
  }))
  if (json === true) return JSON.stringify({ files, left_out: leftOut }, null, 2)
  return [
    ...files.flatMap(({ file, wanted, unwanted, suppressed, rejected, first_lines, columns, first }) => [
      `${file}: ${wanted} contacts, ${unwanted} more without campaigns, ${suppressed} addresses to suppress, ` +
        `${rejected} rejected`,
      ...first_lines.slice(0, maxLines).map(lineText),
      table(
        ['column', 'becomes'],
        columns.map(({ header, use }) => [header, use]),
      ),
      ...first.map((person) => JSON.stringify(person)),
      '',
    ]),
    ...leftOut.map(leftOutLine),
    'Nothing was changed.',
  ].join('\n')
}

function shownPerson({ line, email, name, firstName, lastName, ...others }: Person): Record<string, unknown> {
  const { properties, unsubscribedAt, consent, suppression } = others
  const parts = [firstName, lastName].filter((part) => part !== '').join(' ')
  return {
    ...{ line, email, name: name === '' ? parts : name },
    properties,
    unsubscribed_at: unsubscribedAt ?? null,
    consent: consent ?? null,
    suppressed: suppression?.reason ?? null,
  }
}
