import { useQuery } from '@tanstack/preact-query'
import { Workflow } from '../../../icons/icons.js'
import type { AutomationRun, Contact } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { ListTable, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'

/** A contact's runs of automations, the newest first. */
export function ContactRuns({ contact: { id, project_id } }: { contact: Contact }) {
  const { data: automations } = useQuery({
    queryKey: ['automations', 'names', project_id],
    queryFn: async () => (await client.automations.list({ project_id, limit: 100 })).data,
  })
  const list = useList(['contacts', id, 'runs'], (query, options) =>
    client.contacts.listRuns(id, query, options),
  )
  const columns: readonly Column<AutomationRun>[] = [
    {
      head: 'Automation',
      kind: 'main',
      cell: ({ automation_id }) =>
        automations?.find((each) => each.id === automation_id)?.name ?? automation_id,
      width: 180,
    },
    { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
    { head: 'Where it is', cell: whereOf },
    { head: 'Version', kind: 'extra', cell: ({ version }) => `Version ${version}` },
    { head: 'Begun', kind: 'time', cell: ({ started_at }) => <Time at={started_at} /> },
  ]
  return (
    <Card title="Runs of automations" bare>
      <ListTable
        caption="Runs of automations"
        columns={columns}
        list={list}
        href={(row) => pathTo(`automations/${row.automation_id}/runs/${row.id}`)}
        empty={
          <Empty icon={Workflow} title="No run">
            Automations start a run when the contact causes an event or subscribes. Older runs are deleted
            after the retention time.
          </Empty>
        }
      />
    </Card>
  )
}

/** Returns the reason why a run has ended, or the step that it is at. */
function whereOf({ ended_reason, ended_at, step_key }: AutomationRun): string {
  if (ended_reason !== null) return wordsOf(ended_reason)
  if (ended_at !== null) return ''
  return step_key === null ? 'Behind the last step' : `At the step ${step_key}`
}
