import { ListChecks, Plus } from '../../icons/icons.js'
import type { SubscriberList } from 'postseal'
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
import { AddList } from './add-list.js'
import { WishTabs } from './tabs.js'

const columns: readonly Column<SubscriberList>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 180 },
  {
    head: 'Its mail is from',
    cell: ({ from_email, from_name }) => (from_name === null ? from_email : `${from_name} <${from_email}>`),
    width: 220,
  },
  { head: 'Made', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The lists that people subscribe to. */
export default function Lists() {
  const project = useProject()
  const projects = useProjectsError()
  const { params, change } = useParams()
  const filter = project ? { project_id: project.id } : {}
  const list = useList(
    ['subscriber-lists', 'list', filter],
    (cursor, options) => client.subscriberLists.list({ limit: 50, ...filter, ...cursor }, options),
    { enabled: project !== undefined },
  )
  const add = (
    <LinkButton href={pathTo('lists', { ...params, new: '1' })} kind="main" icon={Plus} needs="admin">
      Make a list
    </LinkButton>
  )
  return (
    <Screen
      title="Lists"
      hint="What people subscribe to, each by confirming a mail (double opt-in)."
      actions={add}
    >
      <WishTabs current="lists" project={params.project} />
      <section class="card" aria-label="Lists">
        <Table
          caption="Lists"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`lists/${id}`)}
          error={projects.error ?? list.error}
          onRetry={projects.error === null ? list.onRetry : projects.retry}
          pages={list.pages}
          empty={
            <Empty
              icon={ListChecks}
              title="No list yet"
              action={add}
              sample={
                project && (
                  <Samples
                    of={samplesOf(
                      {
                        verb: 'POST',
                        path: '/v1/subscriber-lists',
                        method: ['subscriberLists.create', 'subscriber_lists.create'],
                      },
                      { project_id: project.id, name: 'Product news', from_email: 'news@shop.example' },
                    )}
                    what="A first list"
                  />
                )
              }
            >
              A list is what people subscribe to, such as product news. Whoever asks gets a mail to confirm
              it, and the proof of each consent is kept.
            </Empty>
          }
        />
      </section>
      {params.new !== undefined && <AddList onClose={() => change({ new: undefined }, true)} />}
    </Screen>
  )
}
