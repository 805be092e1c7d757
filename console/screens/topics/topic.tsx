import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateTopicRequest'
import type { Topic } from 'postseal'
import { client } from '../../api/client.js'
import { useDeletion } from '../../api/deletion.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { DeleteCard } from '../../ui/dialogs/delete-card.js'
import { Facts, ProjectLink } from '../../ui/facts.js'
import { SavedForm } from '../../ui/forms/saved-form.js'
import { Badge } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { topicOf, TopicFields } from './topic-fields.js'
import { checkRows, rowsIn, rowsOf } from './translation-rows.js'

const ownRules = { ...rules, name: { ...rules.name, required: true } }

/** One topic: the texts that contacts read about it, and its deletion. */
export default function TopicScreen({ id = '' }: { id?: string }) {
  const query = useQuery({ queryKey: ['topics', id], queryFn: () => client.topics.retrieve(id) })
  const { data: topic } = query
  const above = <a href={pathTo('lists/topics', { project: topic?.project_id })}>Topics</a>
  if (topic === undefined) return awaitedScreen({ title: 'Topic', above, query })
  return (
    <Screen
      title={topic.name}
      above={above}
      beside={<Badge kind={topic.environment}>{topic.environment}</Badge>}
      actions={
        <LinkButton href={pathTo('campaigns/new', { project: topic.project_id })} needs="member">
          Make a campaign
        </LinkButton>
      }
    >
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={topic.id} what="the topic’s id" />],
            ['Key', <Copyable key="key" text={topic.key} what="the topic’s key" />],
            ['Project', <ProjectLink key="project" id={topic.project_id} />],
            ['Made', <Time key="made" at={topic.created_at} absolute />],
            ['Changed', <Time key="changed" at={topic.updated_at} absolute />],
          ]}
        />
      </Card>
      <Card
        title="What contacts read"
        hint="A change is on their pages at once, also on those that mails of before lead to."
      >
        <Change key={topic.id} topic={topic} />
      </Card>
      <Delete topic={topic} />
    </Screen>
  )
}

function Change({ topic: { id, name, description, default_subscribed, translations } }: { topic: Topic }) {
  return (
    <SavedForm
      rules={ownRules}
      initial={{
        name,
        description: description ?? undefined,
        default_subscribed,
        translations: rowsOf(translations),
      }}
      call={{ method: 'PATCH', path: `/v1/topics/${id}`, body: topicOf }}
      submit={async (values) => {
        checkRows(rowsIn(values.translations))
        queries.setQueryData(['topics', id], await client.topics.update(id, topicOf(values)))
        await queries.invalidateQueries({ queryKey: ['topics'] })
      }}
    >
      <TopicFields />
    </SavedForm>
  )
}

function Delete({ topic: { id, key, project_id: project } }: { topic: Topic }) {
  const remove = useDeletion(['topics', id])
  return (
    <DeleteCard
      about="What contacts have chosen stays with them, and holds again for a later topic with the same key. Where a campaign, a segment or an automation still needs it, it is refused."
      what="topic"
      button="Delete the topic…"
      name={key}
      run={() => remove(client.topics.delete(id), pathTo('lists/topics', { project }))}
    >
      <p>
        It goes from the pages that contacts choose on. The link to unsubscribe in mails of it unsubscribes
        from all campaigns and automations of the project from now on.
      </p>
    </DeleteCard>
  )
}
