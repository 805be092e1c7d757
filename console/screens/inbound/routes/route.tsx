import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateInboundRouteRequest'
import { Inbox } from '../../../icons/icons.js'
import type { InboundRoute } from 'postseal'
import { client } from '../../../api/client.js'
import { useDeletion } from '../../../api/deletion.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { awaitedScreen, Screen } from '../../../app/screen.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Copyable } from '../../../ui/code/copy.js'
import { DeleteCard } from '../../../ui/dialogs/delete-card.js'
import { Facts, ProjectLink } from '../../../ui/facts.js'
import { SavedForm } from '../../../ui/forms/saved-form.js'
import { Badge } from '../../../ui/status.js'
import { Time } from '../../../ui/time.js'
import { RouteFields, RouteNameField, settingsOf, valuesOf } from './route-fields.js'
import { RouteStatus } from './route-status.js'
import { RouteTest } from './route-test.js'
import { anAddressOf } from '../samples.js'
import { TryIt } from '../try-it.js'

const settingRules = { ...rules, name: { ...rules.name, required: true } }

/** One route: the mail that it accepts, its settings, and its deletion. */
export default function RouteScreen({ id = '' }: { id?: string }) {
  const query = useQuery({
    queryKey: ['inbound-routes', id],
    queryFn: () => client.inbound.retrieveRoute(id),
  })
  const { data: route } = query
  const above = <a href={pathTo('inbound/routes', { project: route?.project_id })}>Inbound routes</a>
  if (route === undefined) return awaitedScreen({ title: 'Inbound route', above, what: 'route', query })
  return (
    <Screen
      title={route.name}
      above={above}
      beside={
        <>
          <RouteStatus enabled={route.enabled} />
          <Badge kind={route.environment}>{route.environment}</Badge>
        </>
      }
      actions={
        <LinkButton icon={Inbox} href={pathTo('inbound', { project: route.project_id, route: id })}>
          Its mail
        </LinkButton>
      }
    >
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={route.id} what="the route’s id" />],
            ['Accepts mail for', <Copyable key="for" text={route.recipient} what="the address" />],
            ['Project', <ProjectLink key="project" id={route.project_id} />],
            ['Created', <Time key="made" at={route.created_at} absolute />],
            ['Updated', <Time key="changed" at={route.updated_at} absolute />],
          ]}
        />
      </Card>
      <Settings route={route} />
      <RouteTest recipient={anAddressOf(route.recipient)} />
      {route.enabled && <TryIt recipient={route.recipient} />}
      <Delete route={route} />
    </Screen>
  )
}

function Settings({ route }: { route: InboundRoute }) {
  const { id } = route
  return (
    <Card title="Settings" hint="Changes apply within 5 seconds, to mail that arrives from then on.">
      <SavedForm
        rules={settingRules}
        initial={valuesOf(route)}
        call={{ method: 'PATCH', path: `/v1/inbound/routes/${id}`, body: settingsOf }}
        submit={async (values) => {
          queries.setQueryData(
            ['inbound-routes', id],
            await client.inbound.updateRoute(id, settingsOf(values)),
          )
          await queries.invalidateQueries({ queryKey: ['inbound-routes', 'all'] })
        }}
      >
        <RouteNameField />
        <RouteFields />
      </SavedForm>
    </Card>
  )
}

function Delete({ route: { id, name, recipient, project_id: project } }: { route: InboundRoute }) {
  const remove = useDeletion(['inbound-routes', id], ['inbound'])
  return (
    <DeleteCard
      about="Its mail is refused from then on. Mail that has arrived is kept until it expires. A route that starts a published automation cannot be deleted."
      what="route"
      button="Delete the route…"
      name={name}
      run={() => remove(client.inbound.deleteRoute(id), pathTo('inbound/routes', { project }))}
    >
      <p class="wrap">
        Mail for {recipient} is answered 550, unless a less specific route takes it. Replies to messages that
        were sent with this route come back to their senders. This cannot be undone.
      </p>
    </DeleteCard>
  )
}
