import { Table, type Column } from '../../ui/lists/table.js'
import { plainName, propertyNameOf } from '../../../server/product/programs/contact-imports/targets.js'
import { isProperty, targetWords, type FileColumn, type Kind, type Target } from './columns.js'

interface Row {
  readonly column: FileColumn
  readonly target: Target
  readonly index: number
}

/** The columns of a file with their first values, each with a choice of its target. */
export function ColumnsTable({
  columns,
  targets,
  onChange,
}: {
  columns: readonly FileColumn[]
  targets: readonly Target[]
  onChange: (index: number, target: Target) => void
}) {
  const rows = columns.map((column, index): Row => ({
    column,
    index,
    target: targets[index] ?? column.usual,
  }))
  const shown: readonly Column<Row>[] = [
    {
      head: 'Column',
      kind: 'main',
      cell: ({ column: { header } }) => header || <em class="quiet">no name</em>,
    },
    {
      head: 'First values',
      cell: ({ column: { values } }) => values.join(', ') || <em class="quiet">none</em>,
    },
    {
      head: 'Use',
      cell: ({ column, target, index }) => (
        <TargetOf column={column} target={target} onChange={(next) => onChange(index, next)} />
      ),
    },
  ]
  return (
    <Table
      caption="Columns of the file"
      columns={shown}
      rows={rows}
      keyOf={({ index }) => String(index)}
      empty={<p class="inside quiet">The file has no columns.</p>}
    />
  )
}

function TargetOf({
  column: { header },
  target: { kind, property },
  onChange,
}: {
  column: FileColumn
  target: Target
  onChange: (target: Target) => void
}) {
  // A column without a name cannot be named in a request.
  if (header === '') return <>{targetWords[kind]}</>
  return (
    <span class="import-target">
      <select
        aria-label={`Use of ${header}`}
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            kind: value as Kind,
            property: property || (propertyNameOf(header) ?? plainName(header)),
          })
        }
      >
        {Object.entries(targetWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {isProperty(kind) && (
        <input
          class="mono"
          aria-label={`Name of the property of ${header}`}
          autocomplete="off"
          spellcheck={false}
          value={property}
          onInput={({ currentTarget: { value } }) => onChange({ kind, property: value.trim() })}
        />
      )}
    </span>
  )
}
