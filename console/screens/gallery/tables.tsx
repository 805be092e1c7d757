import { Inbox } from '../../icons/icons.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/notices/empty.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { long, now } from './examples.js'

interface Row {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly subject: string
  readonly count: number
  readonly at: number
}

const columns: readonly Column<Row>[] = [
  { head: 'Recipient', kind: 'main', cell: ({ name }) => name, width: 200 },
  { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
  { head: 'Subject', cell: ({ subject }) => subject, width: 200 },
  { head: 'Attempts', kind: 'number', cell: ({ count }) => count },
  { head: 'Accepted', kind: 'time', cell: ({ at }) => <Time at={new Date(at)} /> },
]

const withButton: readonly Column<Row>[] = [
  ...columns.slice(0, 3),
  { head: 'Do', kind: 'side', cell: () => <Button danger>End</Button> },
]

const statuses = ['delivered', 'sending', 'deferred', 'bounced', 'suppressed', 'queued']

function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: index % 4 === 1 ? long.address : `ada-${index}@example.com`,
    status: statuses[index % statuses.length] ?? '',
    subject: index % 4 === 2 ? long.german : index % 4 === 3 ? long.arabic : 'Your order has been shipped',
    count: index * 37,
    at: now - index * 3_700_000,
  }))
}

const common = {
  columns,
  keyOf: ({ id }: Row) => id,
  empty: <NoRow />,
}

/** Parts that list things. */
export function Tables() {
  return (
    <>
      <Card title="Loading" bare>
        <Table caption="Loading" {...common} rows={undefined} />
      </Card>
      <Card title="Failed" bare>
        <Table
          caption="Messages"
          {...common}
          rows={undefined}
          error={new Error('The database does not answer. Try again in a while.')}
          onRetry={() => undefined}
        />
      </Card>
      <Card title="Empty" bare>
        <Table caption="Empty" {...common} rows={[]} />
      </Card>
      <Card title="One row" bare>
        <Table caption="One row" {...common} rows={rows(1)} href={() => '#main'} />
      </Card>
      <Card title="Many rows, some of them long" bare>
        <Table
          caption="Many rows"
          {...common}
          rows={rows(12)}
          href={() => '#main'}
          fresh={new Set(['0', '1'])}
          pages={{ onNext: () => undefined, onFirst: () => undefined, note: 'Page 2' }}
        />
      </Card>
      <Card title="The last page" bare>
        <Table caption="The last page" {...common} rows={rows(2)} pages={{ onFirst: () => undefined }} />
      </Card>
      <Card title="Rows with a button" bare>
        <Table caption="Rows with a button" {...common} columns={withButton} rows={rows(3)} />
      </Card>
    </>
  )
}

function NoRow() {
  return (
    <Empty icon={Inbox} title="Nothing here yet" action={<Button kind="main">Add one</Button>}>
      What this is for stands here, in a sentence.
    </Empty>
  )
}
