import { useQuery } from '@tanstack/preact-query'
import { CalendarClock, CircleX, SendHorizontal } from '../../icons/icons.js'
import type { Message, MessageLog } from 'postseal'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useLive } from '../../api/live.js'
import { queries } from '../../api/queries.js'
import { pathTo, useParams } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Badge } from '../../ui/status.js'
import { PartTabs } from '../../ui/controls/tabs.js'
import { Time } from '../../ui/time.js'
import { Content } from './content.js'
import { MessageEvents } from './message-events.js'
import { MessageStatus } from './message-status.js'
import { Reschedule } from './reschedule.js'
import { Timeline } from './timeline.js'

const parts = [
  ['', 'Deliveries'],
  ['content', 'Content'],
  ['events', 'Events and webhooks'],
] as const

/** Maximum number of recipients of a message, and thus of its logs. */
const maxRecipients = 50

/** One message: its outcome for each recipient, its content, and its events. */
export default function MessageScreen({ id = '' }: { id?: string }) {
  const { route } = useLocation()
  const { params } = useParams()
  // A log is one recipient of a message: its address leads there.
  useEffect(() => {
    if (!id.startsWith('log_')) return
    client.messageLogs.retrieve(id).then(
      (log) => route(pathTo(`messages/${log.message_id}`, { log: id }), true),
      () => {},
    )
  }, [id])
  const query = useQuery({
    queryKey: ['messages', id],
    queryFn: () => client.messages.retrieve(id),
    enabled: id.startsWith('msg_'),
  })
  const { data: message } = query
  const { data: logs } = useQuery({
    queryKey: ['messages', id, 'logs'],
    queryFn: async () => (await client.messageLogs.list({ message_id: id, limit: maxRecipients })).data,
    enabled: message !== undefined,
  })
  useLive(message === undefined ? undefined : { message_id: id }, () => {
    void queries.invalidateQueries({ queryKey: ['messages', id] })
  })

  if (message === undefined)
    return awaitedScreen({ title: 'Message', above: <a href={pathTo('messages')}>Messages</a>, query })
  const part = params.part ?? ''
  return (
    <Screen
      title={message.subject === '' ? '(no subject)' : message.subject}
      above={<a href={pathTo('messages')}>Messages</a>}
      beside={
        <>
          <MessageStatus message={message} logs={logs} />
          <Badge kind={message.environment}>{message.environment}</Badge>
        </>
      }
      actions={<Actions message={message} />}
    >
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={message.id} what="the message’s id" />],
            [
              'From',
              message.from_name === null
                ? message.from_email
                : `${message.from_name} <${message.from_email}>`,
            ],
            ['To', recipientsOf(message)],
            ['Accepted', <Time key="at" at={message.created_at} absolute />],
            [
              'Scheduled for',
              message.scheduled_at === null ? undefined : (
                <Time key="for" at={message.scheduled_at} absolute />
              ),
            ],
            ['Category', message.category ?? undefined],
            ['Metadata', metadataOf(message)],
            [
              'Template',
              message.template === null ? undefined : <TemplateOf key="template" {...message.template} />,
            ],
            ['Campaign', campaignOf(message)],
            ['Sent with', keyOf(message)],
            ['Automation', mailOf('automation', logs?.[0]?.automation_id, message.project_id)],
          ]}
        />
      </Card>
      <PartTabs
        label="Parts of the message"
        parts={parts}
        screen={`messages/${id}`}
        current={part}
        keep={{ log: params.log }}
      />
      {part === '' && <Deliveries logs={logs} opened={params.log} />}
      {part === 'content' && <Content message={message} />}
      {part === 'events' && <MessageEvents messageId={id} />}
    </Screen>
  )
}

/** The template by its name, with a link to the version that the message is from; a deleted one by its id. */
function TemplateOf({ template_id: id, version }: NonNullable<Message['template']>) {
  const { data } = useQuery({
    queryKey: ['templates', 'name', id],
    queryFn: async ({ signal }) => (await client.templates.retrieve(id, { signal })).name,
    staleTime: 60_000,
    retry: false,
  })
  return (
    <>
      <a class={data === undefined ? 'mono' : undefined} href={pathTo(`templates/${id}`)}>
        {data ?? id}
      </a>
      , version {version}
    </>
  )
}

function Deliveries({
  logs,
  opened,
}: {
  logs: readonly MessageLog[] | undefined
  opened: string | undefined
}) {
  if (logs === undefined) return <Lines what="the deliveries" count={6} />
  // The recipient that the link was about stands first.
  const ordered = [...logs].sort((one, other) => Number(other.id === opened) - Number(one.id === opened))
  return (
    <div class="stack">
      {ordered.map((log) => (
        <Timeline key={log.id} log={log} />
      ))}
    </div>
  )
}

function Actions({ message }: { message: Message }) {
  const [asks, setAsks] = useState<'cancel' | 'reschedule'>()
  const waits = message.status === 'scheduled' || message.status === 'queued'
  return (
    <>
      {message.status === 'scheduled' && (
        <Button icon={CalendarClock} needs="admin" onClick={() => setAsks('reschedule')}>
          Reschedule
        </Button>
      )}
      {waits && (
        <Button icon={CircleX} danger needs="admin" onClick={() => setAsks('cancel')}>
          Cancel
        </Button>
      )}
      <LinkButton icon={SendHorizontal} href={pathTo('messages/new', { like: message.id })} needs="admin">
        Send a copy
      </LinkButton>
      {asks === 'reschedule' && <Reschedule message={message} onClose={() => setAsks(undefined)} />}
      {asks === 'cancel' && (
        <Confirm
          title="Cancel this message?"
          verb="Cancel the message"
          run={async () => {
            await client.messages.cancel(message.id)
            await queries.invalidateQueries({ queryKey: ['messages', message.id] })
          }}
          onClose={() => setAsks(undefined)}
        >
          <p>Recipients whose delivery is already under way still get the message. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  )
}

function recipientsOf({ recipients }: Message) {
  return (
    <ul>
      {recipients.map(({ log_id, email, name, kind }) => (
        <li key={log_id}>
          {name === null ? email : `${name} <${email}>`} {kind !== 'to' && <Badge>{kind}</Badge>}
        </li>
      ))}
    </ul>
  )
}

/** A link to all mail of a campaign or an automation. */
function campaignOf({ campaign_id: id }: Message) {
  if (typeof id !== 'string') return undefined
  return (
    <a class="mono" href={pathTo(`campaigns/${id}`)}>
      {id}
    </a>
  )
}

/** A link to the API key with which the message was sent. */
function keyOf({ api_key_id: id }: Message) {
  if (typeof id !== 'string') return undefined
  return (
    <a class="mono" href={pathTo(`api-keys/${id}`)}>
      {id}
    </a>
  )
}

function mailOf(program: 'automation', id: string | null | undefined, project: string) {
  if (typeof id !== 'string') return undefined
  return (
    <a key={program} class="mono" href={pathTo('messages', { project, q: `${program}:${id}` })}>
      {id}
    </a>
  )
}

function metadataOf({ metadata }: Message) {
  const pairs = Object.entries(metadata)
  if (pairs.length === 0) return undefined
  return (
    <ul class="mono small">
      {pairs.map(([key, value]) => (
        <li key={key}>
          {key} = {String(value)}
        </li>
      ))}
    </ul>
  )
}
