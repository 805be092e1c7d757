import type { Consent, SubscriberList, Subscription } from 'postseal'
import { useState } from 'preact/hooks'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Code, Json } from '../../ui/code/code.js'
import { Facts } from '../../ui/facts.js'
import { TabList } from '../../ui/controls/tabs.js'
import { Time } from '../../ui/time.js'
import { actOf, wayOf } from './words.js'

const forms = [
  { id: 'account', label: 'Account' },
  { id: 'text', label: 'As text' },
  { id: 'json', label: 'As JSON' },
]

const looks: Readonly<Record<string, string>> = { confirmed: 'good', unsubscribed: 'warn' }

/** The person's consents in order: to read, to pass on as text, and for programs. */
export function Proof({
  subscription,
  list,
}: {
  subscription: Subscription
  list: SubscriberList | undefined
}) {
  const [form, choose] = useState('account')
  return (
    <Card title="Proof of consent" hint="The person’s choices, oldest first. The proof cannot be changed.">
      <TabList label="Forms of the proof" tabs={forms} chosen={form} onChoose={choose}>
        {form === 'account' && (
          <ol class="timeline">
            {subscription.consents.map((consent, index) => (
              <li key={index} class={looks[consent.action] ?? 'neutral'}>
                <ConsentOf consent={consent} />
              </li>
            ))}
          </ol>
        )}
        {form === 'text' && <Code text={accountOf(subscription, list)} what="the account" wrapped />}
        {form === 'json' && <Json value={subscription.consents} what="the consents" />}
      </TabList>
      <p class="small quiet proof-wording">
        The confirmation question is in{' '}
        <a
          href={pathTo('messages', {
            project: subscription.project_id,
            q: `to:${subscription.email} category:subscription_confirmation`,
          })}
        >
          the opt-in mail
        </a>
        , for as long as the workspace keeps its messages.
      </p>
    </Card>
  )
}

function ConsentOf({ consent }: { consent: Consent }) {
  return (
    <>
      <div class="row">
        <strong>{actOf(consent)}</strong>
        <span class="quiet">
          <Time at={consent.at} absolute />
        </span>
      </div>
      <p class="wrap">{wayOf(consent)}</p>
      {(consent.ip_address !== null || consent.user_agent !== null) && (
        <Facts
          of={[
            [
              'IP address',
              consent.ip_address === null ? undefined : <span class="mono">{consent.ip_address}</span>,
            ],
            [
              'Browser',
              consent.user_agent === null ? undefined : <span class="mono">{consent.user_agent}</span>,
            ],
          ]}
        />
      )}
    </>
  )
}

/** Returns the account as text, with times in UTC, so that it is the same for every reader everywhere. */
function accountOf(subscription: Subscription, list: SubscriberList | undefined): string {
  const lines = [
    `Subscription of ${subscription.email} to ${list === undefined ? subscription.list_id : `“${list.name}”`}`,
    `Subscription ${subscription.id}, list ${subscription.list_id}`,
  ]
  for (const consent of subscription.consents) {
    lines.push('', `${consent.at} (UTC): ${actOf(consent)}`, `  ${wayOf(consent)}`)
    if (consent.ip_address !== null) lines.push(`  IP address: ${consent.ip_address}`)
    if (consent.user_agent !== null) lines.push(`  Browser: ${consent.user_agent}`)
  }
  return lines.join('\n')
}
