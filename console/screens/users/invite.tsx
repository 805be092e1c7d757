import rules from 'contract:CreateUserRequest'
import type { CreateUserRequest, User } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { CheckField, TextField } from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'
import { RoleField } from './roles.js'

/** Adds a colleague. */
export function Invite({ onClose, onDone }: { onClose: () => void; onDone: (user: User) => void }) {
  return (
    <Dialog title="Invite a user" onClose={onClose}>
      <Form<User>
        rules={rules}
        initial={{ role: 'member', send_link: true }}
        draft="user"
        call={{ method: 'POST', path: '/v1/users' }}
        verb="Invite"
        needs="admin"
        onCancel={onClose}
        submit={async (values) => {
          const user = await client.users.create(values as unknown as CreateUserRequest)
          await queries.invalidateQueries({ queryKey: ['users'] })
          return user
        }}
        onDone={onDone}
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
      </Form>
    </Dialog>
  )
}
