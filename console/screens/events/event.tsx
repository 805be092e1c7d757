import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Json } from '../../ui/code/code.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { Badge } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { whoOf } from './engagement.js'

/** One event, with the payload as a webhook gets it. */
export default function EventScreen({ id = '' }: { id?: string }) {
  const query = useQuery({
    queryKey: ['events', id],
    queryFn: () => client.events.retrieve(id),
  })
  const { data: event } = query
  const above = <a href={pathTo('events')}>Events</a>
  if (event === undefined) return awaitedScreen({ title: 'Event', above, query })
  const data = event.data as { message_id?: unknown; log_id?: unknown }
  return (
    <Screen
      title={event.type}
      mono
      above={above}
      beside={event.environment !== null && <Badge kind={event.environment}>{event.environment}</Badge>}
      actions={
        typeof data.message_id === 'string' && (
          <LinkButton
            href={pathTo(`messages/${data.message_id}`, {
              log: typeof data.log_id === 'string' ? data.log_id : undefined,
            })}
          >
            Open the message
          </LinkButton>
        )
      }
    >
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={event.id} what="the event’s id" />],
            ['Recorded', <Time key="at" at={event.created_at} absolute />],
            ['By', whoOf(event)],
            ['Link', event.type === 'message.clicked' ? event.data.url : undefined],
            ['Project', event.project_id === null ? 'None: it is about the workspace' : event.project_id],
          ]}
        />
      </Card>
      <Card title="Payload" hint="As a webhook gets it.">
        <Json value={event} what="the payload" />
      </Card>
    </Screen>
  )
}
