import rules from 'contract:UpdateWorkspaceRequest'
import { useQuery } from '@tanstack/preact-query'
import type { IdentityProvider, Workspace } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Button } from '../../ui/controls/button.js'
import { Copyable } from '../../ui/code/copy.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { CheckField } from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { ProviderForm } from './provider-form.js'

/** The ways in which people of the workspace sign in: their company’s identity provider, and mailed links. */
export function SignInSettings({ workspace }: { workspace: Workspace }) {
  const { has_identity_provider: hasOne } = workspace
  const { data, error, refetch } = useQuery({
    queryKey: ['identity-provider', hasOne],
    // Without a provider, asking for it would be an error in the browser's console.
    queryFn: () => (hasOne ? client.identityProvider.retrieve() : null),
  })
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  if (error !== null)
    return (
      <ErrorNotice
        error={error}
        title="The identity provider could not be loaded"
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined) return <Lines what="the identity provider" count={3} />
  const keep = (provider: IdentityProvider | null) => {
    const has = provider !== null
    queries.setQueryData(['identity-provider', has], provider)
    queries.setQueryData(['workspace'], { ...workspace, has_identity_provider: has })
  }
  if (editing) {
    return (
      <ProviderForm
        provider={data}
        onSaved={(provider) => {
          keep(provider)
          setEditing(false)
        }}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <div class="stack">
      {data === null ? (
        <p>
          People sign in by a mailed link. With an identity provider they sign in by what their company has,
          such as Keycloak, Okta, Google or Entra ID.
        </p>
      ) : (
        <Provider provider={data} onChecked={keep} />
      )}
      <div class="row">
        <Button needs="owner" onClick={() => setEditing(true)}>
          {data === null ? 'Set an identity provider' : 'Change'}
        </Button>
        {data !== null && (
          <Button needs="owner" danger onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      <Form
        rules={{ sign_in_links: rules.sign_in_links ?? {} }}
        initial={{ sign_in_links: workspace.sign_in_links }}
        call={{ method: 'PATCH', path: '/v1/workspace' }}
        verb="Save"
        needs="owner"
        isAside
        submit={async (values) => {
          const links = values.sign_in_links === true
          queries.setQueryData(['workspace'], await client.workspace.update({ sign_in_links: links }))
        }}
      >
        <CheckField
          name="sign_in_links"
          label="People may sign in by a mailed link"
          hint="Without it, an identity provider with a proven domain or an owner’s passkey is needed. The operator can still make links."
        />
      </Form>
      {removing && (
        <Confirm
          title="Remove the identity provider?"
          verb="Remove"
          run={async () => {
            await client.identityProvider.delete()
            keep(null)
          }}
          onClose={() => setRemoving(false)}
        >
          <p>Nobody can sign in with this provider from now on. Users and their sessions are kept.</p>
        </Confirm>
      )}
    </div>
  )
}

function Provider({
  provider,
  onChecked,
}: {
  provider: IdentityProvider
  onChecked: (provider: IdentityProvider) => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const check = async () => {
    setBusy(true)
    setError(undefined)
    try {
      onChecked(await client.identityProvider.check())
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return (
    <>
      <Facts
        of={[
          ['Issuer', <Copyable key="issuer" text={provider.issuer} what="the issuer" />],
          ['Client', provider.client_id],
          [
            'Redirect URI',
            <Copyable
              key="redirect"
              text={provider.redirect_uri}
              what="the address to register with the provider"
            />,
          ],
          ['Roles', rolesInWords(provider)],
          ['New people', provider.create_users ? 'Become users when they sign in' : 'Have to be added first'],
        ]}
      />
      <ul class="stack">
        {provider.domains.map(({ domain, status, problem, record }) => (
          <li key={domain} class="stack tight">
            <div class="row">
              <h3>{domain}</h3>
              <Status of={status}>{status}</Status>
            </div>
            {problem !== null && <p class="small quiet wrap">{problem}</p>}
            {status !== 'verified' && (
              <Facts
                of={[
                  ['Type', record.type],
                  [
                    'Name',
                    <Copyable key="name" text={record.name} what={`the name of the record of ${domain}`} />,
                  ],
                  [
                    'Value',
                    <Copyable
                      key="value"
                      text={record.value}
                      what={`the value of the record of ${domain}`}
                    />,
                  ],
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {error !== undefined && <ErrorNotice error={error} />}
      <div>
        <Button busy={busy} needs="admin" onClick={() => void check()}>
          Check provider and DNS
        </Button>
      </div>
    </>
  )
}

function rolesInWords({ role_claim: claim, default_role: fallback }: IdentityProvider): string {
  if (claim === null) return `${fallback ?? 'member'} at first, then as set here`
  return `By ${claim}; ${fallback === null ? 'nobody without one' : `${fallback} without one`}`
}
