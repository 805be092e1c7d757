import { Tags } from '../../icons/icons.js'
import type { Topic } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddLink, Adding, ListScreen } from '../../app/list-screen.js'
import { Empty } from '../../ui/notices/empty.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { CallSamples } from '../contacts/samples.js'
import { WishTabs } from '../lists/tabs.js'
import { AddTopic } from './add-topic.js'

const columns: readonly Column<Topic>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 180 },
  { head: 'Key', cell: ({ key }) => <span class="mono">{key}</span>, width: 120 },
  {
    head: 'Default',
    cell: ({ default_subscribed: isDefault }) => (isDefault ? 'Gets it' : 'Not sent'),
  },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

const firstCall = { verb: 'POST', path: '/v1/topics', method: ['topics.create', 'topics.create'] } as const

/** The topics: kinds of mail that contacts choose for themselves. */
export default function Topics() {
  const { params } = useParams()
  const { project, ...list } = useProjectList(['topics', 'list'], (query, options) =>
    client.topics.list(query, options),
  )
  const add = <AddLink screen="lists/topics">New topic</AddLink>
  return (
    <ListScreen
      title="Topics"
      hint="Kinds of mail that contacts can choose on a page linked from each mail."
      add={add}
      lead={<WishTabs current="topics" project={params.project} />}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`lists/topics/${id}`)}
      empty={
        <Empty
          icon={Tags}
          title="No topics yet"
          action={add}
          sample={
            project && (
              <CallSamples
                {...firstCall}
                body={{ project_id: project.id, key: 'product-news', name: 'Product news' }}
                what="First topic"
              />
            )
          }
        >
          Give campaigns and automations a topic, such as product news. Unsubscribing then ends only that
          topic, not everything you send.
        </Empty>
      }
    >
      <Adding>{(onClose) => <AddTopic onClose={onClose} />}</Adding>
    </ListScreen>
  )
}
