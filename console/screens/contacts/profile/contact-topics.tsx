import { useQuery } from '@tanstack/preact-query'
import { Tags } from '../../../icons/icons.js'
import type { Contact, ContactTopic, TopicConsent } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo } from '../../../state/location.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'
import { ListTable, Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { wayOf, wishOf } from '../../topics/words.js'
import { ChooseTopic } from './choose-topic.js'

/** A contact's current choice for each topic of its project, and every choice that it has made. */
export function ContactTopics({ contact: { id, email, project_id } }: { contact: Contact }) {
  const [changing, setChanging] = useState<ContactTopic>()
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', id, 'topics'],
    queryFn: () => client.contacts.retrieveTopics(id),
  })
  const columns: readonly Column<ContactTopic>[] = [
    { head: 'Topic', kind: 'main', cell: ({ name }) => name, width: 180 },
    { head: 'Wish', kind: 'side', cell: ({ subscribed }) => <Wish isSubscribed={subscribed} /> },
    {
      head: 'Chosen',
      cell: ({ chosen_at }) => (chosen_at === null ? 'Not yet: by default' : <Time at={chosen_at} />),
    },
    {
      head: 'Change',
      kind: 'time',
      cell: (topic) => (
        <Button
          needs="admin"
          label={`${topic.subscribed ? 'Unsubscribe' : 'Add'}: ${topic.name}`}
          onClick={() => setChanging(topic)}
        >
          {topic.subscribed ? 'Unsubscribe' : 'Add'}
        </Button>
      ),
    },
  ]
  return (
    <>
      {typeof data?.unsubscribed_at === 'string' && (
        <Notice kind="warn" title="The contact receives no mail of any topic">
          The contact has opted out of all campaigns and automations. Its choices apply again if it opts in.
        </Notice>
      )}
      <Card title="Topics" hint="Kinds of mail that the contact can choose." bare>
        <Table
          caption="Topics of the contact"
          columns={columns}
          rows={data?.topics}
          keyOf={({ key }) => key}
          error={error}
          onRetry={() => void refetch()}
          empty={
            <Empty
              icon={Tags}
              title="No topic"
              action={
                <LinkButton href={pathTo('lists/topics', { project: project_id })}>New topic</LinkButton>
              }
            >
              The project has no topics. With topics, contacts choose which mail they want.
            </Empty>
          }
        />
      </Card>
      <Choices contactId={id} topics={data?.topics ?? []} />
      {changing !== undefined && (
        <ChooseTopic contactId={id} email={email} topic={changing} onClose={() => setChanging(undefined)} />
      )}
    </>
  )
}

function Wish({ isSubscribed }: { isSubscribed: boolean }) {
  return <Status of={isSubscribed ? 'confirmed' : 'unsubscribed'}>{wishOf(isSubscribed)}</Status>
}

/** Every choice with its proof, the newest first. */
function Choices({ contactId, topics }: { contactId: string; topics: readonly ContactTopic[] }) {
  const list = useList(
    ['contacts', contactId, 'topic-consents'],
    (query, options) => client.contacts.listTopicConsents(contactId, query, options),
    { limit: 20 },
  )
  const columns: readonly Column<TopicConsent>[] = [
    {
      head: 'Topic',
      kind: 'main',
      cell: ({ topic }) => topics.find(({ key }) => key === topic)?.name ?? topic,
      width: 180,
    },
    { head: 'Choice', kind: 'side', cell: ({ action }) => <Wish isSubscribed={action === 'subscribed'} /> },
    { head: 'How', cell: wayOf, width: 160 },
    { head: 'IP address', kind: 'extra', cell: ({ ip_address }) => <span class="mono">{ip_address}</span> },
    { head: 'Browser', kind: 'extra', cell: ({ user_agent }) => user_agent ?? '' },
    { head: 'When', kind: 'time', cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <Card title="History" hint="Each recorded choice, with its proof." bare>
      <ListTable
        caption="Choices of the contact"
        columns={columns}
        list={list}
        keyOf={({ at, topic, action }) => `${at} ${topic} ${action}`}
        empty={<p class="inside quiet">No choices yet. The default of each topic applies.</p>}
      />
    </Card>
  )
}
