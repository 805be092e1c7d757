import { useQuery } from '@tanstack/preact-query'
import type { InboundArrival, InboundDomain } from 'postseal'
import { namesLocalhost } from '../../../base/addresses/localhost.js'
import { client } from '../../api/client.js'
import { Awaited } from '../../ui/loading/awaited.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { NoPublicName } from '../../ui/notices/no-public-name.js'
import { Notice } from '../../ui/notices/notice.js'
import { counted, sizeText } from '../../ui/figures/numbers.js'
import { Status } from '../../ui/status.js'
import type { Meaning } from '../../ui/meaning.js'
import { Measure } from '../../ui/figures/measure.js'

/** Milliseconds between two DNS checks while a record is awaited. */
const lookEvery = 10_000

const standings: Readonly<Record<string, readonly [as: Meaning, words: string]>> = {
  published: ['good', 'Published'],
  missing: ['bad', 'No MX record found'],
  other: ['warn', 'Leads elsewhere'],
  unknown: ['off', 'Not looked up'],
}

/** The way of mail to the service: the MX records to publish, their state, and how much mail is kept. */
export function Arrival() {
  const { data, error, refetch } = useQuery({
    queryKey: ['inbound'],
    queryFn: () => client.inbound.retrieve(),
    refetchInterval: ({ state }) =>
      state.data?.domains.some(({ mx }) => mx === 'missing' || mx === 'other') === true ? lookEvery : false,
  })
  return (
    <Card title="How mail gets here" hint="Each domain of a route needs an MX record that leads here.">
      {data === undefined ? (
        <Awaited what="receiver" lines={4} error={error} onRetry={refetch} />
      ) : (
        <Records of={data} />
      )}
    </Card>
  )
}

function Records({ of: { mx, port, domains, storage } }: { of: InboundArrival }) {
  const isHeldBack = mx.some(({ host }) => namesLocalhost(host))
  return (
    <div class="stack">
      {isHeldBack && (
        <NoPublicName>
          Until then the MX record is held back. It would name this machine, where no mail can arrive.
        </NoPublicName>
      )}
      <Facts
        of={[
          ['MX record', isHeldBack ? undefined : <Values key="mx" of={mx} />],
          [
            'Receiver',
            port === 25
              ? 'Port 25, where mail servers connect'
              : `Port ${port}. Mail servers connect to port 25, so forward that port here.`,
          ],
          [
            'Kept',
            <>
              {counted(storage.messages, 'mail')}, <Measure>{sizeText(storage.bytes)}</Measure> of{' '}
              <Measure>{sizeText(storage.max_bytes)}</Measure>
            </>,
          ],
        ]}
      />
      {storage.bytes >= storage.max_bytes && (
        <Notice kind="warn" title="The storage is full">
          New mail is answered 452 until older mail is deleted. Senders retry for days.
        </Notice>
      )}
      {domains.length === 0 ? (
        <p class="quiet">No route yet, so there is no domain to publish an MX record at.</p>
      ) : (
        <ul class="arrival-domains">
          {domains.map((domain) => (
            <DomainLine key={domain.domain} of={domain} mx={isHeldBack ? [] : mx} />
          ))}
        </ul>
      )}
      {domains.some((domain) => domain.mx === 'unknown') && (
        <p class="small quiet">
          While live mail goes to the sink, the receiver listens on this machine only and looks up no DNS
          records. Otherwise the DNS did not answer in time.
        </p>
      )}
    </div>
  )
}

function Values({ of }: { of: InboundArrival['mx'] }) {
  return (
    <ul>
      {of.map(({ priority, host }) => (
        <li key={host}>
          <Copyable text={`${priority} ${host}.`} what="the MX record’s value" />
        </li>
      ))}
    </ul>
  )
}

function DomainLine({
  of: { domain, routes, mx, found },
  mx: wanted,
}: { of: InboundDomain } & Pick<InboundArrival, 'mx'>) {
  const [as, words] = standings[mx] ?? ['neutral', mx]
  return (
    <li>
      <div class="row spread">
        <span class="wrap">
          <strong>{domain}</strong>{' '}
          <span class="small quiet">{routes === 1 ? '1 route' : `${routes} routes`}</span>
        </span>
        <Status of={mx} as={as}>
          {words}
        </Status>
      </div>
      {wanted.map(({ priority, host }) => (
        <Copyable key={host} text={`${domain}. MX ${priority} ${host}.`} what={`the record of ${domain}`} />
      ))}
      {mx === 'other' && (
        <p class="small">
          Its mail goes to <span class="mono wrap">{found.join(', ')}</span>.
        </p>
      )}
    </li>
  )
}
