import { Eraser } from '../../icons/icons.js'
import type { Deletion } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useProjectNames } from '../../api/project.js'
import { pathTo } from '../../state/location.js'
import { ListScreen } from '../../app/list-screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { countText } from '../../ui/figures/numbers.js'
import { Status } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { totalOf } from './kinds.js'

/** The requested erasures. None of them names an address. */
export default function Erasures() {
  const nameOf = useProjectNames()
  const list = useList(['deletions', 'list'], (query, options) => client.deletions.list(query, options))
  const columns: readonly Column<Deletion>[] = [
    { head: 'Erasure', kind: 'main', cell: ({ id }) => <span class="mono">{id}</span>, width: 240 },
    { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
    {
      head: 'In',
      cell: ({ project_id }) => (project_id === null ? 'Whole workspace' : nameOf(project_id)),
    },
    { head: 'Erased', kind: 'number', cell: ({ erased }) => countText(totalOf(erased)), width: 30 },
    { head: 'Requested', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
  const erase = (
    <LinkButton href={pathTo('erasures/new')} kind="main" icon={Eraser} needs="admin">
      Erase an address
    </LinkButton>
  )
  return (
    <ListScreen
      title="Erasures"
      above={<a href={pathTo('contacts')}>Contacts</a>}
      hint="The number of erased records by kind. The erased address itself is not kept."
      add={erase}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`erasures/${id}`)}
      empty={
        <Empty icon={Eraser} title="No erasures yet" action={erase}>
          When somebody asks to be forgotten, erase their address. This removes their contacts, their mail and
          their name in logs, and reports how much of each was removed.
        </Empty>
      }
    />
  )
}
