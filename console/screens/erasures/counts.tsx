import { countText } from '../../ui/figures/numbers.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { kinds, type Counts } from './kinds.js'

type Row = (typeof kinds)[number]

/** A table of counts by kind. Kinds with a count of 0 are named in a sentence below. */
export function CountsTable({
  caption,
  counts,
  most = Infinity,
  none,
  also,
  error,
  onRetry,
}: {
  caption: string
  /** Counts of all kinds or of some. Undefined while they load. */
  counts: Partial<Counts> | undefined
  /** Number at which counting stopped: a count that reaches it may be larger. */
  most?: number
  none: string
  /** Sentence about things that are not counted. */
  also?: string
  error?: unknown
  onRetry?: () => void
}) {
  const count = (kind: Row[0]) => counts?.[kind] ?? 0
  const columns: readonly Column<Row>[] = [
    { head: 'Kind', kind: 'main', cell: ([, name]) => name, width: 140 },
    { head: 'Outcome', cell: ([, , fate]) => <span class="wraps">{fate}</span>, width: 220 },
    {
      head: 'Number',
      kind: 'number',
      cell: ([kind]) => (count(kind) < most ? countText(count(kind)) : `${countText(most)} or more`),
      width: 24,
    },
  ]
  const counted = counts && kinds.filter(([kind]) => counts[kind] !== undefined)
  const rows = counted?.filter(([kind]) => count(kind) > 0)
  const absent = counted?.filter(([kind]) => count(kind) === 0) ?? []
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={([kind]) => kind}
        error={error}
        {...(onRetry && { onRetry })}
        empty={<p class="inside">{none}</p>}
      />
      {rows !== undefined && (rows.length > 0 || also !== undefined) && (
        <div class="inside stack tight small quiet">
          {rows.length > 0 && absent.length > 0 && (
            <p>
              None of: {absent.map(([, name]) => name.charAt(0).toLowerCase() + name.slice(1)).join(', ')}.
            </p>
          )}
          {also !== undefined && <p>{also}</p>}
        </div>
      )}
    </>
  )
}
