import type { ComponentChildren } from 'preact'
import { Card } from '../../ui/card.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { rowsOf, type FileText, type Known, type Row } from './csv-file.js'
import { nameOf, reasonOf } from './reasons.js'

/** Maximum number of rows shown. */
const shown = 8
/** Number of characters of a file that are searched for rows. */
const beginning = 200_000

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

/** The first rows of a file as they will be read. */
export function Preview({ name, text, layout, actions }: FileText & { actions: ComponentChildren }) {
  const { delimiter, head, places, ignored } = layout
  const cell = (row: Row, known: Known) => {
    const place = places[known]
    const value = place === undefined ? '' : (row.cells[place] ?? '').trim()
    // A value that a spreadsheet would take for a formula has a leading apostrophe, which the service removes.
    return value.replace(/^'(?=[=+\-@\t\r])/, '')
  }
  const columns: readonly Column<Row>[] = [
    { head: 'Address', kind: 'main', cell: (row) => cell(row, 'email') || <em class="quiet">missing</em> },
    {
      head: 'Reason',
      kind: 'side',
      cell: (row) => {
        const reason = cell(row, 'reason').toLowerCase() || 'import'
        return reasonOf(reason) === undefined ? reason : nameOf(reason)
      },
    },
    { head: 'Note', cell: (row) => cell(row, 'note') },
    { head: 'Suppressed', cell: (row) => cell(row, 'suppressed_at') || 'at the import' },
    { head: 'Line', kind: 'number', cell: (row) => row.line },
  ]
  const rows: Row[] = []
  for (const row of rowsOf(text.slice(0, beginning), delimiter)) {
    if (rows.length === shown) break
    if (row.start === head?.start || row.cells.every((each) => each === '')) continue
    rows.push(row)
  }
  return (
    <Card
      title={`Preview of ${name}`}
      hint={
        <>
          {head === undefined
            ? 'The first line has no column names. The columns are read as address, reason, time and note.'
            : `Line ${head.line} has the column names.`}{' '}
          Separated by {separators[delimiter]}.
          {ignored.length > 0 && ` Ignored: ${ignored.map((each) => each || '(no name)').join(', ')}.`}
        </>
      }
      bare
      actions={actions}
    >
      <Table
        caption={`The first rows of ${name}`}
        columns={columns}
        rows={rows}
        keyOf={({ line }) => String(line)}
        empty={<p class="inside quiet">The file has no rows.</p>}
      />
    </Card>
  )
}
