import { Plus, Tags } from '../../icons/icons.js'
import type { Topic } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useProject, useProjectsError } from '../../api/project.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Samples } from '../../ui/code/code.js'
import { Empty } from '../../ui/notices/empty.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { samplesOf } from '../contacts/samples.js'
import { WishTabs } from '../lists/tabs.js'
import { AddTopic } from './add-topic.js'

const columns: readonly Column<Topic>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 180 },
  { head: 'Key', cell: ({ key }) => <span class="mono">{key}</span>, width: 120 },
  {
    head: 'Who has not chosen',
    cell: ({ default_subscribed: isDefault }) => (isDefault ? 'Gets it' : 'Does not get it'),
  },
  { head: 'Made', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The kinds of mail that contacts choose for themselves. */
export default function Topics() {
  const project = useProject()
  const projects = useProjectsError()
  const { params, change } = useParams()
  const filter = project ? { project_id: project.id } : {}
  const list = useList(
    ['topics', 'list', filter],
    (cursor, options) => client.topics.list({ limit: 50, ...filter, ...cursor }, options),
    { enabled: project !== undefined },
  )
  const add = (
    <LinkButton href={pathTo('lists/topics', { ...params, new: '1' })} kind="main" icon={Plus} needs="admin">
      Make a topic
    </LinkButton>
  )
  return (
    <Screen
      title="Topics"
      hint="Kinds of mail that contacts choose for themselves, on a page that each mail leads to."
      actions={add}
    >
      <WishTabs current="topics" project={params.project} />
      <section class="card" aria-label="Topics">
        <Table
          caption="Topics"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`lists/topics/${id}`)}
          error={projects.error ?? list.error}
          onRetry={projects.error === null ? list.onRetry : projects.retry}
          pages={list.pages}
          empty={
            <Empty
              icon={Tags}
              title="No topic yet"
              action={add}
              sample={
                project && (
                  <Samples
                    of={samplesOf(
                      {
                        verb: 'POST',
                        path: '/v1/topics',
                        method: ['topics.create', 'topics.create'],
                      },
                      { project_id: project.id, key: 'product-news', name: 'Product news' },
                    )}
                    what="A first topic"
                  />
                )
              }
            >
              Campaigns and automations name a topic, such as product news. Then one click in the mail ends
              that topic alone, and not everything that you send.
            </Empty>
          }
        />
      </section>
      {params.new !== undefined && <AddTopic onClose={() => change({ new: undefined }, true)} />}
    </Screen>
  )
}
