import { Download } from '../../icons/icons.js'
import type { SuppressionImport } from 'postseal'
import type { ComponentChildren } from 'preact'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { csvOf, saveAs } from '../../ui/lists/csv.js'
import { Facts } from '../../ui/facts.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { rowsOf, type FileText } from './csv-file.js'
import type { Progress } from './import-parts.js'

type RejectedLine = SuppressionImport['rejected_lines'][number]

/** Maximum number of refused lines shown: the file of them has all. */
const shown = 20

const columns: readonly Column<RejectedLine>[] = [
  { head: 'Why', kind: 'main', cell: ({ message }) => message },
  { head: 'Line', kind: 'number', cell: ({ line }) => line },
]

export type ImportState = 'idle' | 'runs' | 'stopped' | 'done'

const titles: Readonly<Record<ImportState, (name: string) => string>> = {
  idle: (name) => name,
  runs: (name) => `Importing ${name}`,
  stopped: (name) => `The import of ${name} was stopped`,
  done: (name) => `${name} was imported`,
}

/** The progress of an import, and its refused lines. */
export function Report({
  progress,
  file,
  state,
  actions,
}: {
  progress: Progress
  file: FileText
  state: ImportState
  actions: ComponentChildren
}) {
  const { name } = file
  const { done, imported, already_present, rejected, rejected_lines } = progress
  const percent = Math.floor(done * 100)
  const save = () => saveAs('refused-lines.csv', refusedAsCsv(rejected_lines, file))
  return (
    <>
      <Card title={titles[state](name)} actions={actions}>
        <div class="stack">
          {state !== 'done' && (
            <label class="small quiet">
              {percent} %
              <progress class="progress" max={100} value={percent} />
            </label>
          )}
          <Facts
            of={[
              [
                'Newly suppressed',
                <strong key="new" class="num">
                  {imported.toLocaleString()}
                </strong>,
              ],
              [
                'Already suppressed',
                <span key="before" class="num">
                  {already_present.toLocaleString()}
                </span>,
              ],
              [
                'Refused lines',
                <span key="refused" class="num">
                  {rejected.toLocaleString()}
                </span>,
              ],
            ]}
          />
        </div>
      </Card>
      {rejected > 0 && (
        <Card
          title="Refused lines"
          hint={
            rejected_lines.length > shown
              ? `The first ${shown} of ${rejected.toLocaleString()}. All other lines were imported.`
              : 'All other lines were imported.'
          }
          bare
          actions={
            <Button icon={Download} onClick={save}>
              Download as CSV
            </Button>
          }
        >
          <Table
            caption="Refused lines"
            columns={columns}
            rows={rejected_lines.slice(0, shown)}
            keyOf={({ line, code }) => `${line} ${code}`}
            empty={null}
          />
        </Card>
      )}
    </>
  )
}

/**
 * Writes the refused records as CSV, each with its line and the reason: once corrected, the file can be imported as
 * it is.
 */
function refusedAsCsv(lines: readonly RejectedLine[], { text, layout }: FileText): string {
  const messages = new Map(lines.map(({ line, message }) => [line, message]))
  const head = layout.head?.cells ?? Object.keys(layout.places)
  const records: (string | number)[][] = []
  for (const { line, cells } of rowsOf(text, layout.delimiter)) {
    const message = messages.get(line)
    if (message !== undefined) records.push([...head.map((_, i) => cells[i] ?? ''), line, message])
  }
  return csvOf([[...head, 'line', 'why refused'], ...records])
}
