import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { useMay } from '../../state/session.js'
import { Card } from '../../ui/card.js'
import { Time } from '../../ui/time.js'
import { CountsTable } from './counts.js'

/** The data to erase: those of an address, in one project or in all. */
export interface Subject {
  readonly email: string
  readonly project_id?: string
}

/** Number up to which the service counts each kind beforehand (the schema `FoundCounts`). */
const most = 10_000

/** The numbers of things that would be erased now, by kind. */
export function Preview({ subject }: { subject: Subject }) {
  const may = useMay('admin')
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['deletions', 'preview', subject],
    queryFn: () => client.deletions.preview(subject),
    enabled: may,
  })
  if (!may) {
    return (
      <Card title="What will go">
        <p class="quiet">
          Needs the role admin: what is known of an address is counted for those who may erase it.
        </p>
      </Card>
    )
  }
  return (
    <Card
      title="What will go"
      hint={
        data && (
          <>
            What is known of {subject.email}, counted <Time at={new Date(dataUpdatedAt)} />.
          </>
        )
      }
      bare
    >
      <CountsTable
        caption="What will go"
        counts={data?.found}
        most={most}
        error={error}
        onRetry={() => void refetch()}
        none="Nothing is known of this address. Erasing it still keeps it from being written to."
        also="Not counted beforehand, and erased as well: bodies and attachments of its messages, and what was written about it in events, webhook deliveries, kept replies and the audit log."
      />
    </Card>
  )
}
