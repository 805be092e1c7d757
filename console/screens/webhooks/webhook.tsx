import { useQuery } from '@tanstack/preact-query'
import { Pause, Play } from '../../icons/icons.js'
import type { WebhookHealth, WebhookSubscription } from 'postseal'
import { useAction } from '../../api/action.js'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo, useParams } from '../../state/location.js'
import { useProjectNames } from '../../api/project.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { later } from '../../ui/loading/later.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { PartTabs } from '../../ui/controls/tabs.js'
import { durationText, Time } from '../../ui/time.js'
import { countText, percentText } from '../../ui/figures/numbers.js'
import { Deliveries } from './deliveries/deliveries.js'
import { TestButton } from './test-button.js'
import { eventsText, formatNames, healthWords, whyDisabled } from './words.js'
import { Measure } from '../../ui/figures/measure.js'

const WebhookSettings = later('the form', () => import('./webhook-settings.js'))
const Rotation = later('the rotation', () => import('./secrets/rotation.js'))

const parts = [
  ['', 'Deliveries'],
  ['secret', 'Signing secret'],
  ['settings', 'Settings'],
] as const

const above = <a href={pathTo('webhooks')}>Webhooks</a>

/** One webhook: its health, its deliveries, its secret and its settings. */
export default function WebhookScreen({ id = '' }: { id?: string }) {
  const { params } = useParams()
  const query = useQuery({
    queryKey: ['webhooks', id],
    queryFn: () => client.webhooks.retrieve(id),
  })
  const { data: webhook } = query
  const { data: health } = useQuery({
    queryKey: ['webhooks', 'health'],
    queryFn: async () => (await client.webhooks.listHealth({ limit: 100 })).data,
    refetchInterval: 10_000,
    select: (all) => all.find(({ webhook_id }) => webhook_id === id),
  })
  if (webhook === undefined) return awaitedScreen({ title: 'Webhook', above, query })
  const part = params.part ?? ''
  const words = health && healthWords(health)
  return (
    <Screen
      title={webhook.url}
      mono
      above={above}
      beside={words && <Status of={words.of}>{words.word}</Status>}
      hint={webhook.description ?? undefined}
      actions={
        <>
          <TestButton webhookId={id} disabled={!webhook.enabled} />
          <Switch webhook={webhook} />
        </>
      }
    >
      {!webhook.enabled && (
        <Notice
          kind="warn"
          title={
            <>
              Nothing has been sent since <Time at={webhook.disabled_at} absolute />
            </>
          }
        >
          {whyDisabled(webhook)} Deliveries wait, and are sent when you resume the webhook.
        </Notice>
      )}
      <Card>
        <FactsOf webhook={webhook} health={health} />
      </Card>
      <PartTabs label="Parts of the webhook" parts={parts} screen={`webhooks/${id}`} current={part} />
      {part === '' && <Deliveries webhook={webhook} health={health} />}
      {part === 'secret' && <Rotation webhook={webhook} />}
      {part === 'settings' && <WebhookSettings webhook={webhook} />}
    </Screen>
  )
}

function FactsOf({ webhook, health }: { webhook: WebhookSubscription; health: WebhookHealth | undefined }) {
  const nameOf = useProjectNames()
  return (
    <Facts
      of={[
        ['Id', <Copyable key="id" text={webhook.id} what="the webhook’s id" />],
        ['Events', <span title={webhook.events.join(', ')}>{eventsText(webhook.events)}</span>],
        ['Format', formatNames[webhook.format] ?? webhook.format],
        [
          'Verification key',
          webhook.verification_key === null ? undefined : (
            <Copyable
              key="key"
              text={webhook.verification_key}
              what="the public key that verifies requests"
            />
          ),
        ],
        [
          'Of',
          webhook.project_id === null
            ? `All projects${webhook.environment === null ? '' : `, ${webhook.environment} only`}`
            : nameOf(webhook.project_id),
        ],
        [
          'Last 24 hours',
          health &&
            (health.success_rate === null || health.p95_ms === null ? (
              'No attempts'
            ) : (
              <>
                {countText(health.succeeded)} of {countText(health.attempts)} attempts succeeded (
                <Measure>{percentText(health.success_rate, 1)}</Measure>), <Measure>95%</Measure> of replies
                within <Measure>{durationText(health.p95_ms)}</Measure>
              </>
            )),
        ],
        [
          'Failing since',
          health && health.failing_since !== null ? (
            <>
              <Time at={health.failing_since} absolute />, {failuresText(health.consecutive_failures)}
            </>
          ) : undefined,
        ],
        [
          'Last success',
          health && health.last_success_at !== null ? (
            <Time key="success" at={health.last_success_at} absolute />
          ) : undefined,
        ],
        ['Waiting', health && health.pending > 0 ? deliveriesText(health.pending) : undefined],
      ]}
    />
  )
}

function failuresText(count: number): string {
  return count === 1 ? 'one failure' : `${count} failures in a row`
}

function deliveriesText(count: number): string {
  return count === 1 ? 'One delivery' : `${count} deliveries`
}

/** The button that pauses or resumes a webhook. */
function Switch({ webhook: { id, enabled } }: { webhook: WebhookSubscription }) {
  const change = useAction({
    mutationFn: () => client.webhooks.update({ id, enabled: !enabled }),
    onSuccess: ({ webhook }) => {
      queries.setQueryData(['webhooks', id], webhook)
      return queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <>
      <Button
        icon={enabled ? Pause : Play}
        needs="admin"
        busy={change.isPending}
        onClick={() => change.mutate()}
        title={
          enabled ? 'Events wait until you resume it' : 'Sends waiting events and resets the failure count'
        }
      >
        {enabled ? 'Pause' : 'Resume'}
      </Button>
      {change.isError && (
        <ErrorNotice
          error={change.error}
          title={enabled ? 'The webhook was not paused' : 'The webhook was not resumed'}
        />
      )}
    </>
  )
}
