import rules from 'contract:CreateUserRequest'
import type { CreateUserRequest } from 'postseal'
import { client } from '../../api/client.js'
import { AddDialog, asTyped } from '../../ui/dialogs/add-dialog.js'
import { CheckField, TextField } from '../../ui/forms/field.js'
import { toast } from '../../ui/notices/toast.js'
import { RoleField } from './roles.js'

/** Adds a user to the workspace. */
export function Invite({ onClose }: { onClose: () => void }) {
  return (
    <AddDialog
      title="Invite a user"
      rules={rules}
      initial={{ role: 'member', send_link: true }}
      draft="user"
      path="/v1/users"
      requestOf={asTyped<CreateUserRequest>}
      create={(request) => client.users.create(request)}
      verb="Invite"
      kept="users"
      onDone={({ email }) => toast(`${email} is a user now.`)}
      onClose={onClose}
    >
      {({ send_link: sendsLink }) => (
        <>
          <TextField name="email" label="Address" type="email" placeholder="ada@shop.example" />
          <TextField name="name" label="Name" placeholder="Ada Lovelace" />
          <RoleField />
          <CheckField
            name="send_link"
            label="Send a mail with a sign-in link"
            hint={
              sendsLink === true
                ? 'The link works once, for 15 minutes. Later, they ask for another one where they sign in.'
                : 'No mail goes out. They ask for a link where they sign in, with this address.'
            }
          />
        </>
      )}
    </AddDialog>
  )
}
