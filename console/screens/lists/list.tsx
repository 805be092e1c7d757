import { useQuery } from '@tanstack/preact-query'
import { UserPlus } from '../../icons/icons.js'
import type { SubscriberList } from 'postseal'
import { client } from '../../api/client.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddLink, Adding } from '../../app/list-screen.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts, ProjectLink } from '../../ui/facts.js'
import { Badge } from '../../ui/status.js'
import { PartTabs } from '../../ui/controls/tabs.js'
import { Time } from '../../ui/time.js'
import { CallSamples } from '../contacts/samples.js'
import { AddSubscription } from './add-subscription.js'
import { ListSettings } from './list-settings.js'
import { Subscriptions } from './subscriptions.js'

const parts = [
  ['', 'Subscriptions'],
  ['form', 'Sign-up form'],
  ['settings', 'Settings'],
] as const

/** One list: its subscriptions, the call for a sign-up form, and its settings. */
export default function SubscriberListScreen({ id = '' }: { id?: string }) {
  const { params } = useParams()
  const query = useQuery({
    queryKey: ['subscriber-lists', id],
    queryFn: () => client.subscriberLists.retrieve(id),
  })
  const { data: list } = query
  const above = <a href={pathTo('lists', { project: list?.project_id })}>Lists</a>
  if (list === undefined) return awaitedScreen({ title: 'List', above, query })
  const part = params.part ?? ''
  const add = (
    <AddLink icon={UserPlus} screen={`lists/${id}`}>
      New subscription
    </AddLink>
  )
  return (
    <Screen
      title={list.name}
      above={above}
      beside={<Badge kind={list.environment}>{list.environment}</Badge>}
      actions={add}
    >
      <Card>
        <FactsOf list={list} />
      </Card>
      <PartTabs label="Parts of the list" parts={parts} screen={`lists/${id}`} current={part} />
      {part === '' && <Subscriptions list={list} add={add} />}
      {part === 'form' && <SignUpForm list={list} />}
      {part === 'settings' && <ListSettings list={list} />}
      <Adding>{(onClose) => <AddSubscription list={list} onClose={onClose} />}</Adding>
    </Screen>
  )
}

function FactsOf({ list }: { list: SubscriberList }) {
  return (
    <Facts
      of={[
        ['Id', <Copyable key="id" text={list.id} what="the list’s id" />],
        ['Sender', list.from_name === null ? list.from_email : `${list.from_name} <${list.from_email}>`],
        ['Project', <ProjectLink key="project" id={list.project_id} />],
        ['Opt-in', 'Double opt-in: people confirm through a link in a mail'],
        ['Created', <Time key="made" at={list.created_at} absolute />],
      ]}
    />
  )
}

/** The call that the server behind a sign-up form makes. */
function SignUpForm({ list }: { list: SubscriberList }) {
  return (
    <Card
      title="Subscribe people from your sign-up form"
      hint="Your server makes this call for each submitted form. Its key needs the scopes contacts:* and messages:send."
    >
      <div class="stack">
        <CallSamples
          verb="POST"
          path={`/v1/subscriber-lists/${list.id}/subscriptions`}
          method={['subscriptions.request', 'subscriptions.request']}
          first={[list.id]}
          body={{
            email: 'ada@example.com',
            source: 'Sign-up form on shop.example',
            ip_address: '203.0.113.7',
            user_agent: 'Mozilla/5.0',
          }}
          what="Request a subscription"
        />
        <p class="quiet">
          Pass on the person’s IP address and User-Agent, and say in your words where they asked: that is kept
          as proof of consent. One mail goes out, with a link that works for 7 days; who asks again within 24
          hours gets no second one. Nobody is subscribed before they press the button of the page.
        </p>
      </div>
    </Card>
  )
}
