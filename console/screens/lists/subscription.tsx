import { useQuery } from '@tanstack/preact-query'
import { MailX } from '../../icons/icons.js'
import type { SubscriberList, Subscription } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { Badge, Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { Proof } from './proof.js'
import { Unsubscribe } from './unsubscribe.js'
import { statusWords, type SubscriptionStatus } from './words.js'

/** Milliseconds between two polls of a subscription that waits for its confirmation. */
const lookEvery = 10_000

/** One subscription, with the proof of its person's consent. */
export default function SubscriptionScreen({
  id = '',
  subscription = '',
}: {
  id?: string
  subscription?: string
}) {
  const { data: list } = useQuery({
    queryKey: ['subscriber-lists', id],
    queryFn: () => client.subscriberLists.retrieve(id),
  })
  const query = useQuery({
    queryKey: ['subscriptions', id, subscription],
    queryFn: () => client.subscriptions.retrieve(id, subscription),
    // The person may confirm while somebody looks at this screen.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? lookEvery : false),
  })
  const { data: found } = query
  const above = (
    <>
      <a href={pathTo('lists', { project: list?.project_id })}>Lists</a> /{' '}
      <a href={pathTo(`lists/${id}`)}>{list?.name ?? 'List'}</a>
    </>
  )
  if (found === undefined) return awaitedScreen({ title: 'Subscription', above, query })
  return (
    <Screen
      title={found.email}
      above={above}
      beside={
        <>
          <Status of={found.status}>{statusWords[found.status as SubscriptionStatus]}</Status>
          <Badge kind={found.environment}>{found.environment}</Badge>
        </>
      }
      actions={<Actions found={found} list={list} />}
    >
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={found.id} what="the subscription’s id" />],
            [
              'Contact',
              <a key="contact" href={pathTo(`contacts/${found.contact_id}`)}>
                {found.email}
              </a>,
            ],
            ['Opt-in mail sent', <Time key="asked" at={found.requested_at} absolute />],
            [
              'Confirmed',
              found.confirmed_at === null ? undefined : (
                <Time key="confirmed" at={found.confirmed_at} absolute />
              ),
            ],
            [
              'Unsubscribed',
              found.unsubscribed_at === null ? undefined : (
                <Time key="gone" at={found.unsubscribed_at} absolute />
              ),
            ],
            [
              'Unsubscribe page',
              <>
                <Copyable text={found.unsubscribe_url} what="the unsubscribe page" />
                <p class="small quiet">
                  Anyone with this link can unsubscribe the person, so do not share it.
                </p>
              </>,
            ],
          ]}
        />
      </Card>
      <Proof subscription={found} list={list} />
    </Screen>
  )
}

function Actions({ found, list }: { found: Subscription; list: SubscriberList | undefined }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <LinkButton href={pathTo('messages', { project: found.project_id, recipient: found.email })}>
        Messages to this address
      </LinkButton>
      {found.status !== 'unsubscribed' && (
        <Button icon={MailX} danger needs="admin" onClick={() => setAsks(true)}>
          Unsubscribe…
        </Button>
      )}
      {asks && <Unsubscribe subscription={found} list={list} onClose={() => setAsks(false)} />}
    </>
  )
}
