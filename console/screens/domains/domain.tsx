import { useQuery } from '@tanstack/preact-query'
import { Trash2 } from '../../icons/icons.js'
import type { Domain, EventType } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useLive } from '../../api/live.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { AskButton } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { later } from '../../ui/loading/later.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { useChecking } from './standing/checking.js'
import { DkimKeys } from './dkim-keys.js'
import { HeldBack } from './held-back.js'
import { RecordsCard } from './records/records-card.js'
import { ReturnPath } from './return-path.js'
import { Rules } from './rules.js'
import { Standing } from './standing/standing.js'

const TlsReports = later('the TLS reports', () => import('./tls-reports.js'))

/** Milliseconds between two polls for changes that the service has found itself. */
const calm = 30_000

/** One domain: the records to publish, the records found, and its keys. */
export default function DomainScreen({ id = '' }: { id?: string }) {
  const query = useQuery({
    queryKey: ['domains', id],
    queryFn: () => client.domains.retrieve(id),
    refetchInterval: calm,
  })
  const { data: domain } = query
  if (domain === undefined)
    return awaitedScreen({ title: 'Domain', above: <a href={pathTo('domains')}>Domains</a>, query })
  return <Loaded domain={domain} />
}

/** The event that is likely to come next, by the domain's status. */
const awaited: Readonly<Record<string, EventType>> = { verified: 'domain.degraded' }

function Loaded({ domain }: { domain: Domain }) {
  const checking = useChecking(domain)
  useLive({ type: awaited[domain.status] ?? 'domain.verified' }, () => {
    void queries.invalidateQueries({ queryKey: ['domains', domain.id] })
  })
  return (
    <Screen
      title={domain.name}
      above={<a href={pathTo('domains')}>Domains</a>}
      beside={<Status of={domain.status} />}
      actions={
        <>
          <LinkButton href={pathTo(`dmarc/${domain.id}`)}>DMARC</LinkButton>
          <Delete domain={domain} />
        </>
      }
    >
      <Standing domain={domain} checking={checking} />
      <HeldBack domain={domain} />
      <RecordsCard domain={domain} />
      <Rules domain={domain} />
      <div class="columns">
        <DkimKeys domain={domain} />
        <ReturnPath domain={domain} />
      </div>
      <TlsReports domain={domain} />
      <Card title="About">
        <Facts
          of={[
            ['Id', <Copyable key="id" text={domain.id} what="the domain’s id" />],
            ['Added', <Time key="added" at={domain.created_at} absolute />],
            ['Verified', <Time key="verified" at={domain.verified_at} absolute />],
            [
              'Degraded since',
              domain.degraded_since === null ? undefined : (
                <Time key="since" at={domain.degraded_since} absolute />
              ),
            ],
            ['Last check', <Time key="last" at={domain.checked_at} absolute />],
            ['Next check', <Time key="next" at={domain.next_check_at} absolute />],
          ]}
        />
      </Card>
    </Screen>
  )
}

function Delete({ domain }: { domain: Domain }) {
  const { route } = useLocation()
  return (
    <AskButton
      icon={Trash2}
      button="Delete"
      title={`Delete ${domain.name}?`}
      verb="Delete the domain"
      name={domain.name}
      run={async () => {
        await client.domains.delete(domain.id)
        route(pathTo('domains'))
        queries.removeQueries({ queryKey: ['domains', domain.id] })
        await queries.invalidateQueries({ queryKey: ['domains'] })
      }}
    >
      <p>
        Live projects can no longer send from this domain, and its DKIM keys and its DMARC and TLS reports are
        deleted. Queued mail is sent without a signature, so wait until the queue is empty.
      </p>
    </AskButton>
  )
}
