import type { ContactImport } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { countText } from '../../ui/figures/numbers.js'
import { Status } from '../../ui/status.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { absoluteText, Time } from '../../ui/time.js'

const columns: readonly Column<ContactImport>[] = [
  { head: 'Begun', kind: 'main', cell: ({ created_at }) => absoluteText(new Date(created_at)), width: 160 },
  { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
  { head: 'New', kind: 'number', cell: ({ created }) => countText(created) },
  { head: 'Changed', kind: 'number', cell: ({ updated }) => countText(updated) },
  { head: 'Refused', kind: 'number', cell: ({ rejected }) => countText(rejected) },
  { head: 'Ended', kind: 'time', cell: ({ completed_at }) => <Time at={completed_at} /> },
]

/** The imports of a project, the newest first. They are polled while some run. */
export function Imports({ projectId }: { projectId: string }) {
  const list = useList(
    ['contact-imports', 'list'],
    (query, options) => client.contacts.listImports(query, options),
    { filter: { project_id: projectId }, limit: 20, refetchInterval: 10_000 },
  )
  // Shown only beside earlier imports: a person who imports for the first time has no use for it.
  if (list.rows?.length === 0 && list.isFirstPage) return null
  return (
    <Card title="Imports" hint="Reports are kept as long as messages. The files are not kept." bare>
      <ListTable
        caption="Contact imports"
        columns={columns}
        list={list}
        href={({ id }) => pathTo(`contacts/imports/${id}`)}
        empty={null}
      />
    </Card>
  )
}
