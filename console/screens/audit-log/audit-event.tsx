import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { useMay } from '../../state/session.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Json } from '../../ui/code/code.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { Notice } from '../../ui/notices/notice.js'
import { Badge, Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { agentText } from '../sessions/agent.js'
import { actorKindText, actorPath, actorText, resourcePath } from './actors.js'
import { operationText } from './operations.js'

const above = <a href={pathTo('audit-log')}>Audit log</a>

const refusal = (
  <Notice title="This needs the role admin">
    The audit log says who changed what. An admin or owner can show you the entry.
  </Notice>
)

/** One entry of the audit log: who did what to which thing, from which address, and with what outcome. */
export default function AuditEventScreen({ id = '' }: { id?: string }) {
  const may = useMay('admin')
  const query = useQuery({
    queryKey: ['audit-events', id],
    queryFn: () => client.auditEvents.retrieve(id),
    enabled: may,
  })
  const { data: event } = query
  if (event === undefined)
    return awaitedScreen({
      title: 'Audit event',
      above,
      what: 'entry',
      lines: 8,
      query,
      ...(!may && { refusal }),
    })
  const { actor, resource, outcome } = event
  const kind = actorKindText(actor.kind)
  const of = resource === null ? undefined : resourcePath(resource)
  const by = actorPath(actor)
  return (
    <Screen
      title={operationText(event.operation, outcome === 'succeeded')}
      above={above}
      beside={<Status of={outcome} />}
      actions={
        <>
          {resource !== null && (
            <LinkButton href={pathTo('audit-log', { resource: resource.id })}>
              History of this item
            </LinkButton>
          )}
          {actor.id !== null && (
            <LinkButton href={pathTo('audit-log', { actor: actor.id })}>Activity of this actor</LinkButton>
          )}
        </>
      }
    >
      <Card>
        <Facts
          of={[
            ['When', <Time key="at" at={event.created_at} absolute />],
            [
              'Who',
              <span key="who" class="row">
                {by === undefined ? actorText(actor) : <a href={by}>{actorText(actor)}</a>}
                {kind !== undefined && <Badge>{kind}</Badge>}
              </span>,
            ],
            [
              'Target',
              resource === null ? (
                'Several things, or none'
              ) : (
                <span key="of" class="row">
                  {resource.type.replaceAll('_', ' ')}
                  <Copyable text={resource.id} what="the id">
                    {of === undefined ? resource.id : <a href={of}>{resource.id}</a>}
                  </Copyable>
                </span>
              ),
            ],
            ['Count', event.count ?? undefined],
            [
              'Project',
              event.project_id === null ? undefined : (
                <a key="project" class="mono" href={pathTo(`projects/${event.project_id}`)}>
                  {event.project_id}
                </a>
              ),
            ],
            [
              'IP address',
              event.ip_address === null ? (
                'None: run on the service’s machine'
              ) : (
                <Copyable key="from" text={event.ip_address} what="the IP address" />
              ),
            ],
            [
              'Client',
              event.user_agent === null ? undefined : (
                <span key="with" title={event.user_agent}>
                  {agentText(event.user_agent)}
                </span>
              ),
            ],
            ['Reply', replyOf(event)],
            ['Operation', <span class="mono">{event.operation}</span>],
            [
              'Session',
              actor.session_id === null ? undefined : (
                <Copyable key="session" text={actor.session_id} what="the session’s id" />
              ),
            ],
            [
              'Request',
              event.request_id === null ? undefined : (
                <Copyable key="request" text={event.request_id} what="the request id" />
              ),
            ],
            ['Id', <Copyable key="id" text={event.id} what="the entry’s id" />],
          ]}
        />
      </Card>
      <Card
        title="Entry"
        hint="As the API has it. An entry has no bodies and no secrets, so what a value was before is not in it."
      >
        <Json value={event} what="the entry" />
      </Card>
    </Screen>
  )
}

function replyOf({ status, error_code: code }: { status: number | null; error_code: string | null }) {
  if (status === null) return undefined
  return <span class="mono">{code === null ? status : `${status} ${code}`}</span>
}
