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
      <Card title="What will be erased">
        <p class="quiet">Needs the role admin.</p>
      </Card>
    )
  }
  return (
    <Card
      title="What will be erased"
      hint={
        data && (
          <>
            Data about {subject.email}, counted <Time at={new Date(dataUpdatedAt)} />.
          </>
        )
      }
      bare
    >
      <CountsTable
        caption="What will be erased"
        counts={data?.found}
        most={most}
        error={error}
        onRetry={() => void refetch()}
        none="There is no data about this address. Erasing it still suppresses it."
        also="Also erased, but not counted in advance: bodies and attachments of its messages, and mentions in events, webhook deliveries, stored replies and the audit log."
      />
    </Card>
  )
}
