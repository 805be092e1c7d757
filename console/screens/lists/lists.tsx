import { ListChecks } from '../../icons/icons.js'
import type { ListSubscriberListsRequest, SubscriberList } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddLink, Adding, ListScreen } from '../../app/list-screen.js'
import { FigureLink } from '../../ui/figures/figure-link.js'
import { Empty } from '../../ui/notices/empty.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { CallSamples } from '../contacts/samples.js'
import AddList from './add-list.js'
import { WishTabs } from './tabs.js'

const columns: readonly Column<SubscriberList>[] = [
  { head: 'Name', kind: 'main', cell: ({ name }) => name, width: 180 },
  {
    head: 'Sender',
    kind: 'extra',
    cell: ({ from_email, from_name }) => (from_name === null ? from_email : `${from_name} <${from_email}>`),
    width: 220,
  },
  {
    head: 'Subscribers',
    kind: 'number',
    cell: ({ id, figures }) =>
      figures && (
        <FigureLink
          count={figures.confirmed.value}
          isMore={!figures.confirmed.exact}
          what="subscribers"
          href={pathTo(`lists/${id}`, { status: 'confirmed' })}
          title="People who have confirmed and not unsubscribed since"
        />
      ),
  },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Each list is loaded with the number of its subscribers. */
const filter: ListSubscriberListsRequest = { include: ['figures'] }

const firstCall = {
  verb: 'POST',
  path: '/v1/subscriber-lists',
  method: ['subscriberLists.create', 'subscriber_lists.create'],
} as const

/** The lists that people subscribe to. */
export default function Lists() {
  const { params } = useParams()
  const { project, ...list } = useProjectList(
    ['subscriber-lists', 'list'],
    (query, options) => client.subscriberLists.list(query, options),
    { filter },
  )
  const add = <AddLink screen="lists">New list</AddLink>
  return (
    <ListScreen
      title="Lists"
      hint="People subscribe to lists by confirming a mail (double opt-in)."
      add={add}
      lead={<WishTabs current="lists" project={params.project} />}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`lists/${id}`)}
      empty={
        <Empty
          icon={ListChecks}
          title="No lists yet"
          action={add}
          sample={
            project && (
              <CallSamples
                {...firstCall}
                body={{ project_id: project.id, name: 'Product news', from_email: 'news@shop.example' }}
                what="First list"
              />
            )
          }
        >
          People subscribe to a list, such as product news. Each gets a mail to confirm, and the proof of
          consent is kept.
        </Empty>
      }
    >
      <Adding>{(onClose) => <AddList onClose={onClose} />}</Adding>
    </ListScreen>
  )
}
