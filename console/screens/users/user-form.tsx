import rules from 'contract:UpdateUserRequest'
import type { UpdateUserRequest, User } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { useSession } from '../../state/session.js'
import { TextField } from '../../ui/forms/field.js'
import { Form, type Values, textOf } from '../../ui/forms/form.js'
import { RoleField } from './roles.js'

const demanded = { ...rules, email: { ...rules.email, required: true } }

/** Changes a user. Only owners can change an owner; the form shows the API's refusals. */
export function UserForm({ user }: { user: User }) {
  const { user: self } = useSession()
  const [saved, setSaved] = useState<string>()
  const changesOf = (values: Values): UpdateUserRequest => {
    const name = (values.name as string | undefined) ?? null
    return {
      ...(values.email !== user.email && { email: textOf(values.email) }),
      ...(name !== user.name && { name }),
      ...(values.role !== user.role && { role: values.role as NonNullable<UpdateUserRequest['role']> }),
    }
  }
  return (
    <Form<boolean>
      rules={demanded}
      initial={{ email: user.email, name: user.name ?? undefined, role: user.role }}
      call={{ method: 'PATCH', path: `/v1/users/${user.id}`, body: changesOf }}
      verb="Save"
      needs={user.role === 'owner' ? 'owner' : 'admin'}
      submit={async (values) => {
        setSaved(undefined)
        const changes = changesOf(values)
        if (Object.keys(changes).length === 0) return false
        queries.setQueryData(['users', user.id], await client.users.update(user.id, changes))
        await queries.invalidateQueries({ queryKey: ['users'] })
        // One's own name and role are shown in the frame.
        if (user.id === self.id) await queries.invalidateQueries({ queryKey: ['session'] })
        return true
      }}
      onDone={(changed) => setSaved(changed ? 'Saved.' : 'Nothing was changed.')}
    >
      <div class="columns">
        <TextField name="name" label="Name" />
        <TextField
          name="email"
          label="Address"
          type="email"
          hint="Where sign-in links go. Another address ends the links that were sent before."
        />
      </div>
      <RoleField />
      <p role="status" class="quiet">
        {saved ?? 'A new role applies within 5 seconds. The last owner cannot be demoted.'}
      </p>
    </Form>
  )
}
