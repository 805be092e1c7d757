import { countText } from '../../ui/numbers.js'
import { Table, type Column } from '../../ui/table.js'
import { kinds, type Counts } from './kinds.js'

type Row = (typeof kinds)[number]

/** Counts by kind. Kinds of which there is nothing stand in a sentence below. */
export function CountsTable({
  caption,
  counts,
  none,
}: {
  caption: string
  /** Undefined while they load. */
  counts: Counts | undefined
  none: string
}) {
  const columns: readonly Column<Row>[] = [
    { head: 'Kind', kind: 'main', cell: ([, name]) => name, width: 140 },
    { head: 'What becomes of it', cell: ([, , fate]) => <span class="wraps">{fate}</span>, width: 220 },
    { head: 'Number', kind: 'number', cell: ([kind]) => countText(counts?.[kind] ?? 0), width: 24 },
  ]
  const rows = counts && kinds.filter(([kind]) => counts[kind] > 0)
  const absent = counts ? kinds.filter(([kind]) => counts[kind] === 0) : []
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={([kind]) => kind}
        empty={<p class="inside">{none}</p>}
      />
      {rows !== undefined && rows.length > 0 && absent.length > 0 && (
        <p class="inside small quiet">
          None of: {absent.map(([, name]) => name.charAt(0).toLowerCase() + name.slice(1)).join(', ')}.
        </p>
      )}
    </>
  )
}
