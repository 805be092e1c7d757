import rules from 'contract:UpdatePasskeyRequest'
import type { Passkey } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { textOf } from '../../ui/forms/form.js'

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <FormDialog
      title="Rename this passkey"
      onClose={onClose}
      rules={rules}
      initial={{ name: passkey.name }}
      call={{ method: 'PATCH', path: `/v1/passkeys/${passkey.id}` }}
      verb="Rename it"
      submit={({ name }) => client.passkeys.update(passkey.id, { name: textOf(name) })}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ['passkeys'] })
        onClose()
      }}
    >
      <TextField name="name" label="Name" />
    </FormDialog>
  )
}
