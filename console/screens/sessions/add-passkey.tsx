import rules from 'contract:UpdatePasskeyRequest'
import { KeyRound } from '../../icons/icons.js'
import { useState } from 'preact/hooks'
import { hasPasskeys, registerPasskey } from '../../api/passkeys.js'
import { queries } from '../../api/queries.js'
import { Button } from '../../ui/controls/button.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { textOf } from '../../ui/forms/form.js'
import { toast } from '../../ui/notices/toast.js'
import { agentText } from './agent.js'

/** A button that registers a passkey for the signed-in person; empty if the browser can't. */
export function AddPasskey() {
  const [asks, setAsks] = useState(false)
  if (!hasPasskeys) return null
  const onClose = () => setAsks(false)
  return (
    <>
      <Button icon={KeyRound} onClick={() => setAsks(true)}>
        New passkey
      </Button>
      {asks && (
        <FormDialog
          title="New passkey"
          onClose={onClose}
          rules={rules}
          initial={{ name: agentText(navigator.userAgent) ?? '' }}
          call={{ method: 'POST', path: '/v1/passkey-registrations', body: () => undefined }}
          verb="Continue"
          submit={({ name }) => registerPasskey(textOf(name))}
          onDone={({ name }) => {
            void queries.invalidateQueries({ queryKey: ['passkeys'] })
            toast(`You can now sign in with ${name}.`)
            onClose()
          }}
        >
          <TextField
            name="name"
            label="Name"
            hint="A name to tell your passkeys apart. Your browser then asks where to store it."
          />
        </FormDialog>
      )}
    </>
  )
}
