import rules from 'contract:UpsertIdentityProviderRequest'
import type { IdentityProvider, UpsertIdentityProviderRequest } from 'postseal'
import { client } from '../../api/client.js'
import { CheckField, LinesField, SelectField, TextField } from '../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'

/** Roles that have a field for the values of a claim, one per line. */
const roles = ['owner', 'admin', 'member'] as const

/** Sets the identity provider of the workspace. */
export function ProviderForm({
  provider,
  onSaved,
  onCancel,
}: {
  provider: IdentityProvider | null
  onSaved: (provider: IdentityProvider) => void
  onCancel: () => void
}) {
  return (
    <Form
      rules={rules}
      initial={initialOf(provider)}
      call={{
        method: 'PUT',
        path: '/v1/identity-provider',
        body: (values) => shownOf(requestOf(values)),
      }}
      verb="Save the provider"
      needs="owner"
      submit={(values) => client.identityProvider.upsert(requestOf(values))}
      onDone={onSaved}
      onCancel={onCancel}
    >
      {(values) => (
        <>
          <TextField
            name="issuer"
            label="Issuer"
            type="url"
            mono
            hint="As the provider’s own configuration names it."
          />
          <TextField name="client_id" label="Client id" mono />
          <TextField
            name="client_secret"
            label="Client secret"
            mono
            hint={provider?.has_client_secret === true ? 'Left empty, the present one stays.' : undefined}
          />
          <LinesField
            name="domains"
            label="Domains"
            list
            rows={2}
            hint="The domains of people’s addresses, one a line. Each is proven by a record in the DNS."
          />
          <TextField
            name="role_claim"
            label="Claim with the role"
            mono
            hint="Such as groups, or realm_access.roles. Without it, roles are set here."
          />
          {textOf(values.role_claim) !== '' &&
            roles.map((role) => (
              <LinesField key={role} name={`values_${role}`} label={`Values for ${role}`} list rows={2} />
            ))}
          <SelectField
            name="default_role"
            label={textOf(values.role_claim) === '' ? 'Role of new people' : 'Role without such a value'}
            none={textOf(values.role_claim) === '' ? 'Member' : 'None: they are refused'}
            options={roles.map((role) => [role, role] as const)}
          />
          <CheckField name="create_users" label="Create users at their first sign-in" />
          <CheckField
            name="assume_email_verified"
            label="Take addresses for verified where the provider says nothing about it"
            hint="Entra ID needs it."
          />
        </>
      )}
    </Form>
  )
}

function initialOf(provider: IdentityProvider | null): Values {
  if (provider === null) return { create_users: true, assume_email_verified: false, domains: [] }
  const { issuer, client_id, domains, role_claim, default_role, create_users, assume_email_verified } =
    provider
  return {
    ...{ issuer, client_id, create_users, assume_email_verified },
    domains: domains.map(({ domain }) => domain),
    role_claim: role_claim ?? undefined,
    default_role: default_role ?? undefined,
    ...Object.fromEntries(roles.map((role) => [`values_${role}`, provider.roles[role]])),
  }
}

function requestOf(values: Values): UpsertIdentityProviderRequest {
  const claim = textOf(values.role_claim)
  const secret = textOf(values.client_secret)
  const role = roles.find((name) => name === values.default_role)
  return {
    issuer: textOf(values.issuer),
    client_id: textOf(values.client_id),
    ...(secret !== '' && { client_secret: secret }),
    domains: linesOf(values.domains),
    create_users: values.create_users === true,
    assume_email_verified: values.assume_email_verified === true,
    ...(claim !== '' && {
      role_claim: claim,
      roles: Object.fromEntries(roles.map((name) => [name, linesOf(values[`values_${name}`])])),
    }),
    default_role: role ?? (claim === '' ? 'member' : null),
  }
}

/** Returns a request as it may be shown: without the secret. */
function shownOf(request: UpsertIdentityProviderRequest): UpsertIdentityProviderRequest {
  return request.client_secret === undefined ? request : { ...request, client_secret: '…' }
}

function linesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((line) => String(line).trim()).filter((line) => line !== '') : []
}
