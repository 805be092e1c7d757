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
      cell: ({ project_id }) => (project_id === null ? 'The whole workspace' : nameOf(project_id)),
    },
    { head: 'Erased', kind: 'number', cell: ({ erased }) => countText(totalOf(erased)), width: 30 },
    { head: 'Asked for', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
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
      hint="What was erased, by kind. None of them says whose it was."
      add={erase}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`erasures/${id}`)}
      empty={
        <Empty icon={Eraser} title="Nothing was erased yet" action={erase}>
          Where a person asks to be forgotten, erase the address: its contacts, its mail and its name in logs
          go, and a report says how much of each.
        </Empty>
      }
    />
  )
}
