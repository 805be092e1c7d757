import { Card } from '../../ui/card.js'
import { Table } from '../../ui/table.js'
import type { Subject } from './erase.js'
import { kinds } from './kinds.js'

/** What will go, by kind. */
export function Preview({ subject }: { subject: Subject }) {
  return (
    <Card title="What will go" hint={`All that is known of ${subject.email}.`} bare>
      <Table
        caption="What will go"
        columns={[
          { head: 'Kind', kind: 'main', cell: ([, name]) => name },
          { head: 'What becomes of it', cell: ([, , fate]) => <span class="wraps">{fate}</span> },
        ]}
        rows={kinds}
        keyOf={([kind]) => kind}
        empty={null}
      />
    </Card>
  )
}
