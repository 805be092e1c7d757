import rules from 'contract:UpdatePasskeyRequest'
import type { Passkey } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { Form, textOf } from '../../ui/forms/form.js'

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <Dialog title="Rename this passkey" onClose={onClose}>
      <Form
        rules={rules}
        initial={{ name: passkey.name }}
        call={{ method: 'PATCH', path: `/v1/passkeys/${passkey.id}` }}
        verb="Rename it"
        submit={({ name }) => client.passkeys.update(passkey.id, { name: textOf(name) })}
        onDone={() => {
          void queries.invalidateQueries({ queryKey: ['passkeys'] })
          onClose()
        }}
        onCancel={onClose}
      >
        <TextField name="name" label="Name" />
      </Form>
    </Dialog>
  )
}
