import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateInboundRouteRequest'
import { Inbox, Trash2 } from '../../../icons/icons.js'
import type { InboundRoute } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useProjects } from '../../../api/project.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { Screen } from '../../../app/screen.js'
import { Awaited } from '../../../ui/loading/awaited.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Confirm } from '../../../ui/dialogs/dialog.js'
import { Facts } from '../../../ui/facts.js'
import { Form } from '../../../ui/forms/form.js'
import { Badge } from '../../../ui/status.js'
import { Time } from '../../../ui/time.js'
import { RouteFields, RouteNameField, settingsOf, valuesOf } from './route-fields.js'
import { RouteStatus } from './route-status.js'
import { RouteTest } from './route-test.js'
import { anAddressOf } from '../samples.js'

const settingRules = { ...rules, name: { ...rules.name, required: true } }

/** One route: what it takes, its settings, and its end. */
export default function RouteScreen({ id = '' }: { id?: string }) {
  const {
    data: route,
    error,
    refetch,
  } = useQuery({ queryKey: ['inbound-routes', id], queryFn: () => client.inbound.retrieveRoute(id) })
  const { data: projects } = useProjects()
  const above = <a href={pathTo('inbound/routes', { project: route?.project_id })}>Inbound routes</a>
  if (route === undefined) {
    return (
      <Screen title="Inbound route" above={above}>
        <Awaited what="route" error={error} onRetry={refetch} />
      </Screen>
    )
  }
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
            ['Takes mail for', <Copyable key="for" text={route.recipient} what="the address" />],
            [
              'Project',
              <a key="project" href={pathTo(`projects/${route.project_id}`)}>
                {projects?.find((project) => project.id === route.project_id)?.name ?? route.project_id}
              </a>,
            ],
            ['Made', <Time key="made" at={route.created_at} absolute />],
            ['Changed', <Time key="changed" at={route.updated_at} absolute />],
          ]}
        />
      </Card>
      <Settings route={route} />
      <RouteTest recipient={anAddressOf(route.recipient)} />
      <Card title="Delete">
        <Delete route={route} />
      </Card>
    </Screen>
  )
}

function Settings({ route }: { route: InboundRoute }) {
  const { id } = route
  const [saved, setSaved] = useState(false)
  return (
    <Card title="Settings" hint="A change counts for mail that comes from then on, within 5 seconds.">
      <Form
        rules={settingRules}
        initial={valuesOf(route)}
        call={{ method: 'PATCH', path: `/v1/inbound/routes/${id}`, body: settingsOf }}
        verb="Save"
        needs="admin"
        submit={async (values) => {
          setSaved(false)
          queries.setQueryData(
            ['inbound-routes', id],
            await client.inbound.updateRoute(id, settingsOf(values)),
          )
          await queries.invalidateQueries({ queryKey: ['inbound-routes', 'all'] })
        }}
        onDone={() => setSaved(true)}
      >
        <RouteNameField />
        <RouteFields />
        <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
          {saved && 'Saved.'}
        </p>
      </Form>
    </Card>
  )
}

function Delete({ route: { id, name, recipient, project_id: project } }: { route: InboundRoute }) {
  const { route: goTo } = useLocation()
  const [asks, setAsks] = useState(false)
  const isGone = useRef(false)
  // Not before the page is left, which would ask for it once more.
  useEffect(
    () => () => void (isGone.current && queries.removeQueries({ queryKey: ['inbound-routes', id] })),
    [],
  )
  return (
    <div class="stack tight">
      <p>
        Its mail is refused from then on. What has come stays until it expires. Where a published automation
        starts by it, it is refused.
      </p>
      <div class="row">
        <Button icon={Trash2} danger needs="admin" onClick={() => setAsks(true)}>
          Delete the route…
        </Button>
      </div>
      {asks && (
        <Confirm
          title="Delete this route?"
          verb="Delete the route"
          name={name}
          run={async () => {
            await client.inbound.deleteRoute(id)
            goTo(pathTo('inbound/routes', { project }), true)
            isGone.current = true
            void queries.invalidateQueries({ queryKey: ['inbound'] })
            void queries.invalidateQueries({ queryKey: ['inbound-routes', 'all'] })
            await queries.invalidateQueries({ queryKey: ['inbound-routes', 'list'] })
          }}
          onClose={() => setAsks(false)}
        >
          <p class="wrap">
            Mail for {recipient} is answered 550, unless a less specific route takes it. Replies to messages
            that were sent with this route come back to their senders. This cannot be undone.
          </p>
        </Confirm>
      )}
    </div>
  )
}
