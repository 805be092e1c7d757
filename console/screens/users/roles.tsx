import { useMay, type Role } from '../../state/session.js'
import { RadioField } from '../../ui/forms/radio-field.js'

/** Descriptions of the roles' rights. */
const roleWords: Readonly<Record<Role, string>> = {
  member:
    'Reads everything but keys, bodies of messages and the audit log. Prepares templates, segments, campaigns and automations.',
  admin: 'Also sends, changes, creates project keys, and manages members and admins.',
  owner: 'Also creates workspace keys, changes the workspace, and manages owners.',
}

/** The choice of a role. Only an owner can make another user an owner. */
export function RoleField() {
  const isOwner = useMay('owner')
  return (
    <RadioField
      name="role"
      label="Role"
      options={(['member', 'admin', 'owner'] as const).map((role) => ({
        value: role,
        label: role.charAt(0).toUpperCase() + role.slice(1),
        hint: roleWords[role],
        refusal: role === 'owner' && !isOwner ? 'Only an owner makes an owner.' : undefined,
      }))}
    />
  )
}
