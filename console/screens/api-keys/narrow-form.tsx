import rules from 'contract:UpdateApiKeyRequest'
import type { ApiKey, UpdateApiKeyRequest } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import type { Role } from '../../state/session.js'
import { ChoicesField, TextField } from '../../ui/forms/field.js'
import { Form, type Values } from '../../ui/forms/form.js'
import { toast } from '../../ui/notices/toast.js'
import { RestrictionFields, restrictionRules, restrictionsOf } from './restrictions.js'
import { scopes } from './words.js'

/** Renames a key, and removes rights that it does not need. */
export function NarrowForm({ apiKey: key, needs }: { apiKey: ApiKey; needs: Role }) {
  const { ip_cidrs, sender_domains, expires_at } = key.restrictions
  const bodyOf = (values: Values) => changesOf(key, values)
  return (
    <Form<ApiKey>
      rules={{ ...rules, ...restrictionRules }}
      initial={{
        name: key.name,
        scopes: key.scopes,
        ip_cidrs,
        sender_domains,
        expires_at: expires_at ?? undefined,
      }}
      call={{ method: 'PATCH', path: `/v1/api-keys/${key.id}`, body: bodyOf }}
      verb="Save"
      needs={needs}
      submit={async (values) => {
        const changes = bodyOf(values)
        return Object.keys(changes).length === 0 ? key : client.apiKeys.update(key.id, changes)
      }}
      onDone={(saved) => {
        queries.setQueryData(['api-keys', key.id], saved)
        void queries.invalidateQueries({ queryKey: ['api-keys', 'list'] })
        toast('The key was saved.')
      }}
    >
      <TextField name="name" label="Name" />
      <ChoicesField
        name="scopes"
        label="What it may do"
        hint="Removed permissions cannot be added again."
        options={scopes.filter(([scope]) => key.scopes.includes(scope))}
      />
      <RestrictionFields />
    </Form>
  )
}

/** Returns only the fields that differ: the others stay as they are. */
function changesOf(key: ApiKey, values: Values): UpdateApiKeyRequest {
  const wanted = restrictionsOf(values)
  const restrictions = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => !isSame(value, key.restrictions[name as keyof typeof wanted]),
    ),
  )
  return {
    ...(values.name !== key.name && { name: typeof values.name === 'string' ? values.name : '' }),
    ...(!isSame(values.scopes, key.scopes) && {
      scopes: values.scopes as NonNullable<UpdateApiKeyRequest['scopes']>,
    }),
    ...(Object.keys(restrictions).length > 0 && { restrictions }),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
