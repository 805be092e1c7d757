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
          New campaign
        </LinkButton>
      }
    >
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={topic.id} what="the topic’s id" />],
            ['Key', <Copyable key="key" text={topic.key} what="the topic’s key" />],
            ['Project', <ProjectLink key="project" id={topic.project_id} />],
            ['Created', <Time key="made" at={topic.created_at} absolute />],
            ['Changed', <Time key="changed" at={topic.updated_at} absolute />],
          ]}
        />
      </Card>
      <Card
        title="Shown to contacts"
        hint="Changes show on their pages immediately, including pages linked from earlier mail."
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
      about="Contacts’ choices are kept, and apply again to a later topic with the same key. You cannot delete a topic that a campaign, a segment or an automation still uses."
      what="topic"
      button="Delete the topic…"
      name={key}
      run={() => remove(client.topics.delete(id), pathTo('lists/topics', { project }))}
    >
      <p>
        The topic disappears from the pages where contacts choose. Unsubscribe links in its mail then end all
        campaigns and automations of the project.
      </p>
    </DeleteCard>
  )
}
