import { useQuery } from '@tanstack/preact-query'
import { Ban } from '../../icons/icons.js'
import type { ApiKey, StoppedApiKey } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { useProjectNames } from '../../api/project.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { useMay } from '../../state/session.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { AskButton } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { LastAct } from './last-act.js'
import { LastUse } from './last-use.js'
import { NarrowForm } from './narrow-form.js'
import { Stop, WhatWasStopped } from './stop.js'
import { scopes, statusOf } from './words.js'

const above = <a href={pathTo('api-keys')}>API keys</a>

const refusal = <Notice title="This needs the role admin">API keys act for programs.</Notice>

/** One API key: its rights, its last use, and the ways to narrow or revoke it. */
export default function ApiKeyScreen({ id = '' }: { id?: string }) {
  const may = useMay('admin')
  const [stopped, setStopped] = useState<StoppedApiKey>()
  const query = useQuery({
    queryKey: ['api-keys', id],
    queryFn: () => client.apiKeys.retrieve(id),
    enabled: may,
  })
  const { data: key } = query
  if (key === undefined)
    return awaitedScreen({ title: 'API key', above, what: 'key', query, ...(!may && { refusal }) })
  // Only an owner may change a workspace key.
  const needs = key.kind === 'workspace' ? 'owner' : 'admin'
  return (
    <Screen
      title={key.name}
      above={above}
      beside={<Status of={statusOf(key)} />}
      actions={
        <>
          {key.revoked_at === null && <Revoke apiKey={key} needs={needs} />}
          <Stop apiKey={key} needs={needs} onStopped={setStopped} />
        </>
      }
    >
      {stopped?.api_key.id === id && <WhatWasStopped of={stopped} keyId={id} />}
      <Card>
        <FactsOf apiKey={key} />
      </Card>
      <Card title="Last activity">
        <LastAct keyId={id} />
      </Card>
      {key.revoked_at === null && (
        <Card
          title="Narrow"
          hint={
            <>
              Takes effect within 5 seconds. A key cannot be widened. Create another one instead.{' '}
              <LastUse of={key} />
            </>
          }
        >
          <NarrowForm key={rightsOf(key)} apiKey={key} needs={needs} />
        </Card>
      )}
    </Screen>
  )
}

/**
 * Returns a text that changes only if the fields of the form change: a later use of the key must not discard what was
 * typed.
 */
function rightsOf({ name, scopes: allowed, restrictions }: ApiKey): string {
  return JSON.stringify([name, allowed, restrictions])
}

function FactsOf({ apiKey: key }: { apiKey: ApiKey }) {
  const nameOf = useProjectNames()
  const { environment, ip_cidrs, sender_domains, expires_at } = key.restrictions
  const only = environment === null ? '' : `, ${environment} only`
  return (
    <Facts
      of={[
        ['Id', <Copyable key="id" text={key.id} what="the key’s id" />],
        ['Key', <span class="mono">{key.hint}</span>],
        ['Acts for', key.project_id === null ? `All projects${only}` : nameOf(key.project_id)],
        [
          'May',
          <ul key="scopes">
            {key.scopes.map((scope) => (
              <li key={scope}>
                {scopes.find(([name]) => name === scope)?.[1] ?? scope}{' '}
                <span class="mono small quiet">{scope}</span>
              </li>
            ))}
          </ul>,
        ],
        ['From', ip_cidrs.length === 0 ? 'Anywhere' : ip_cidrs.join(', ')],
        ['Senders', sender_domains.length === 0 ? 'Any domain' : sender_domains.join(', ')],
        ['Expires', expires_at === null ? 'Never' : <Time key="expires" at={expires_at} absolute />],
        ['Created', <Time key="made" at={key.created_at} absolute />],
        [
          'Last used',
          key.last_used_at === null ? 'No known use' : <Time key="used" at={key.last_used_at} absolute />,
        ],
        ['Revoked', key.revoked_at === null ? undefined : <Time key="off" at={key.revoked_at} absolute />],
      ]}
    />
  )
}

function Revoke({ apiKey: key, needs }: { apiKey: ApiKey; needs: 'owner' | 'admin' }) {
  return (
    <AskButton
      icon={Ban}
      button="Revoke"
      needs={needs}
      title="Revoke this key?"
      verb="Revoke the key"
      name={key.name}
      run={async () => {
        await client.apiKeys.revoke(key.id)
        await queries.invalidateQueries({ queryKey: ['api-keys'] })
      }}
    >
      <div class="stack tight">
        <p>
          Requests with this key are refused within 5 seconds, permanently. Mail scheduled with it is still
          sent. If the key has leaked, stop it instead.
        </p>
        <p>
          <LastUse of={key} />
        </p>
      </div>
    </AskButton>
  )
}
