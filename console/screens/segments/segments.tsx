import { Filter, Plus } from '../../icons/icons.js'
import type { Segment } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { useProjectNames } from '../../api/project.js'
import { ListScreen } from '../../app/list-screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { EveryProjectFilter } from '../../ui/lists/filters.js'
import type { Column } from '../../ui/lists/table.js'
import { useNames } from './names.js'
import { Starts } from '../../ui/lists/starts.js'
import { SizeInList } from './size.js'
import { starts } from './starts.js'
import { sentenceOf } from './words.js'

/** The segments with their rules in words, and the rules from which a new segment can start. */
export default function Segments() {
  const { params } = useParams()
  const projectName = useProjectNames()
  const names = useNames()
  const isEverywhere = params.of === 'all'
  const { project, ...list } = useProjectList(
    ['segments', 'list'],
    (query, options) => client.segments.list(query, options),
    { isEverywhere },
  )
  // The segment is created in the current project.
  const toNew = (start?: string) => pathTo('segments/new', { project: project?.id, start })
  const columns: readonly Column<Segment>[] = [
    {
      head: 'Name',
      kind: 'main',
      cell: ({ name, rule }) => {
        const words = sentenceOf(rule, names)
        return (
          <span title={words}>
            {name}
            <span class="small quiet under">{words}</span>
          </span>
        )
      },
      width: 240,
    },
    ...(isEverywhere
      ? [{ head: 'Project', cell: ({ project_id }: Segment) => projectName(project_id) }]
      : []),
    { head: 'Contacts', kind: 'number', cell: (segment) => <SizeInList segment={segment} /> },
  ]
  const add = (
    <LinkButton href={toNew()} icon={Plus} kind="main">
      New segment
    </LinkButton>
  )
  return (
    <ListScreen
      title="Segments"
      hint="Rules that select contacts by their properties, events, mail and lists."
      add={add}
      filters={
        <div class="filters">
          <EveryProjectFilter project={project} />
        </div>
      }
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`segments/${id}`)}
      empty={
        <Empty icon={Filter} title={isEverywhere ? 'No segment yet' : 'No segments yet'} action={add}>
          A segment is a rule that selects contacts for campaigns and automations. It is always up to date,
          because the rule is evaluated each time.
        </Empty>
      }
    >
      <Starts list={list} hint="Each creates a rule that you can change." starts={starts} toNew={toNew} />
    </ListScreen>
  )
}
