import { Card } from '../../../ui/card.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { typeOf, typeWords, valueText, type Properties, type PropertyValue } from './property-rows.js'

type Entry = readonly [name: string, value: PropertyValue]

const columns: readonly Column<Entry>[] = [
  { head: 'Name', kind: 'main', cell: ([name]) => <span class="mono">{name}</span> },
  { head: 'Value', cell: ([, value]) => <span class="wraps">{valueText(value)}</span> },
  { head: 'Type', kind: 'extra', cell: ([, value]) => <span class="quiet">{typeWords[typeOf(value)]}</span> },
]

/** The properties of a contact. */
export function PropertiesCard({ properties }: { properties: Properties }) {
  return (
    <Card title="Properties" bare>
      <PropertiesTable
        caption="Properties"
        properties={properties}
        none="None yet. Segments and templates go by them."
      />
    </Card>
  )
}

/** Properties with their values, by name. */
export function PropertiesTable({
  caption,
  properties,
  none,
}: {
  caption: string
  properties: Properties
  none: string
}) {
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={Object.entries(properties).sort(([one], [other]) => one.localeCompare(other))}
      keyOf={([name]) => name}
      empty={<p class="inside quiet">{none}</p>}
    />
  )
}
