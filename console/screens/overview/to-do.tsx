import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { loadFirstDomains } from '../../api/domains.js'
import { queries } from '../../api/queries.js'
import { sendingStatus } from '../../api/sending.js'
import { pathTo } from '../../state/location.js'
import { isHeldBack } from '../dmarc/words.js'
import { useSteps } from '../start/steps.js'
import { Card } from '../../ui/card.js'
import { Status } from '../../ui/status.js'
import { meaningOf, type Meaning } from '../../ui/meaning.js'

interface Item {
  readonly id: string
  readonly status: string
  readonly text: string
  readonly href: string
  readonly what: string
}

/** Order of the items: the worst come first. */
const order: readonly Meaning[] = ['bad', 'warn', 'off', 'busy', 'neutral', 'good']

/** Milliseconds between two polls. */
const refreshMs = 60_000

/** The things that need to be done in the workspace; empty if there are none. */
export function ToDo() {
  const { data: items = [] } = useQuery({
    queryKey: ['to do'],
    queryFn: find,
    refetchInterval: refreshMs,
    staleTime: 10_000,
  })
  const steps = Object.values(useSteps())
  const done = steps.filter((step) => step === true).length
  const isNew = steps.every((step) => step !== undefined) && done < steps.length
  if (items.length === 0 && !isNew) return null
  return (
    <Card title="To do" bare>
      <ul class="to-do">
        {items.map(({ id, status, text, href, what }) => (
          <li key={id}>
            <Status of={status} />
            <span class="wrap">{text}</span>
            <a href={href}>{what}</a>
          </li>
        ))}
        {isNew && (
          <li>
            <Status of="draft">
              {done} of {steps.length}
            </Status>
            <span>First steps are done.</span>
            <a href={pathTo('start')}>Continue</a>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** Loads everything at once. A failed call is left out here, and its error is seen on its own screen. */
async function find(): Promise<Item[]> {
  const parts = await Promise.allSettled([halts(), domains(), webhooks(), ramps(), campaigns()])
  const items = parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []))
  const rank = ({ status }: Item) => order.indexOf(meaningOf(status))
  return items.sort((one, other) => rank(one) - rank(other))
}

async function halts(): Promise<Item[]> {
  const { status, note, reason } = await queries.fetchQuery({ ...sendingStatus, staleTime: 10_000 })
  if (status !== 'halted') return []
  const why = {
    bounce_rate: 'too much bounced',
    complaint_rate: 'too many complained',
    operator: 'the operator halted it',
  }
  const words = why[reason as keyof typeof why] ?? 'see why'
  return [
    {
      id: 'halt',
      status,
      text: `Sending is stopped: ${words}.${note === null ? '' : ` ${note}`}`,
      href: pathTo('limits'),
      what: 'Show figures',
    },
  ]
}

async function domains(): Promise<Item[]> {
  const all = await loadFirstDomains()
  const texts: Readonly<Record<string, string>> = {
    failed: 'cannot send, because DNS records are missing',
    degraded: 'lost a record that it needs',
    pending: 'waits for its records',
  }
  return all.flatMap(({ id, name, status }) => {
    const text = texts[status]
    return text === undefined
      ? []
      : [{ id, status, text: `${name} ${text}.`, href: pathTo(`domains/${id}`), what: 'Show records' }]
  })
}

async function webhooks(): Promise<Item[]> {
  const { data } = await client.webhooks.listHealth({ limit: 100 })
  return data.flatMap(({ webhook_id: id, url, status, consecutive_failures: failures }) =>
    status === 'healthy'
      ? []
      : [
          {
            id,
            status,
            text: status === 'failing' ? `${url} failed ${failures} times in a row.` : `${url} is disabled.`,
            href: pathTo(`webhooks/${id}`),
            what: 'Show deliveries',
          },
        ],
  )
}

async function ramps(): Promise<Item[]> {
  const { data } = await client.dmarc.listRamps({ limit: 100 })
  return data.flatMap((ramp) => {
    const { domain_id: id, domain, ready } = ramp
    return ready && !isHeldBack(ramp)
      ? [
          {
            id: `ramp ${id}`,
            status: 'ready',
            text: `${domain} is ready for its next DMARC step.`,
            href: pathTo(`dmarc/${id}`),
            what: 'Show the record',
          },
        ]
      : []
  })
}

async function campaigns(): Promise<Item[]> {
  const { data } = await client.campaigns.list({ status: 'paused', limit: 20 })
  return data.flatMap(({ id, name, pause_reason: reason }) =>
    reason === null || reason === 'manual'
      ? []
      : [
          {
            id,
            status: 'paused',
            text: `The campaign ${name} is paused: ${String(reason).replaceAll('_', ' ')}.`,
            href: pathTo(`campaigns/${id}`),
            what: 'See why',
          },
        ],
  )
}
