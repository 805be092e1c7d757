import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateTopicRequest'
import { Trash2 } from '../../icons/icons.js'
import type { Topic } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useProjects } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Awaited } from '../../ui/loading/awaited.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { Form } from '../../ui/forms/form.js'
import { Badge } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { topicOf, TopicFields } from './topic-fields.js'
import { checkRows, rowsIn, rowsOf } from './translation-rows.js'

const ownRules = { ...rules, name: { ...rules.name, required: true } }

/** One topic: what contacts read of it, and its end. */
export default function TopicScreen({ id = '' }: { id?: string }) {
  const {
    data: topic,
    error,
    refetch,
  } = useQuery({ queryKey: ['topics', id], queryFn: () => client.topics.retrieve(id) })
  const { data: projects } = useProjects()
  const above = <a href={pathTo('lists/topics', { project: topic?.project_id })}>Topics</a>
  if (topic === undefined) {
    return (
      <Screen title="Topic" above={above}>
        <Awaited what="topic" error={error} onRetry={refetch} />
      </Screen>
    )
  }
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
            [
              'Project',
              <a key="project" href={pathTo(`projects/${topic.project_id}`)}>
                {projects?.find((each) => each.id === topic.project_id)?.name ?? topic.project_id}
              </a>,
            ],
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
      <Card title="Delete">
        <Delete topic={topic} />
      </Card>
    </Screen>
  )
}

function Change({ topic: { id, name, description, default_subscribed, translations } }: { topic: Topic }) {
  const [saved, setSaved] = useState(false)
  return (
    <Form
      rules={ownRules}
      initial={{
        name,
        description: description ?? undefined,
        default_subscribed,
        translations: rowsOf(translations),
      }}
      call={{ method: 'PATCH', path: `/v1/topics/${id}`, body: topicOf }}
      verb="Save"
      needs="admin"
      submit={async (values) => {
        setSaved(false)
        checkRows(rowsIn(values.translations))
        queries.setQueryData(['topics', id], await client.topics.update(id, topicOf(values)))
        await queries.invalidateQueries({ queryKey: ['topics'] })
      }}
      onDone={() => setSaved(true)}
    >
      <TopicFields />
      <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
        {saved && 'Saved.'}
      </p>
    </Form>
  )
}

function Delete({ topic: { id, key, project_id } }: { topic: Topic }) {
  const { route } = useLocation()
  const [asks, setAsks] = useState(false)
  const isGone = useRef(false)
  // Not before the page is left, which would ask for it once more.
  useEffect(() => () => void (isGone.current && queries.removeQueries({ queryKey: ['topics', id] })), [])
  return (
    <div class="stack tight">
      <p>
        What contacts have chosen stays with them, and holds again for a later topic with the same key. Where
        a campaign, a segment or an automation still needs it, it is refused.
      </p>
      <div class="row">
        <Button icon={Trash2} danger needs="admin" onClick={() => setAsks(true)}>
          Delete the topic…
        </Button>
      </div>
      {asks && (
        <Confirm
          title="Delete this topic?"
          verb="Delete the topic"
          name={key}
          run={async () => {
            await client.topics.delete(id)
            route(pathTo('lists/topics', { project: project_id }), true)
            isGone.current = true
            await queries.invalidateQueries({
              queryKey: ['topics'],
              predicate: ({ queryKey }) => queryKey[1] !== id,
            })
          }}
          onClose={() => setAsks(false)}
        >
          <p>
            It goes from the pages that contacts choose on. The link to unsubscribe in mails of it
            unsubscribes from all campaigns and automations of the project from now on.
          </p>
        </Confirm>
      )}
    </div>
  )
}
