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
        Add a passkey
      </Button>
      {asks && (
        <FormDialog
          title="Add a passkey"
          onClose={onClose}
          rules={rules}
          initial={{ name: agentText(navigator.userAgent) ?? '' }}
          call={{ method: 'POST', path: '/v1/passkey-registrations', body: () => undefined }}
          verb="Go on"
          submit={({ name }) => registerPasskey(textOf(name))}
          onDone={({ name }) => {
            void queries.invalidateQueries({ queryKey: ['passkeys'] })
            toast(`${name} signs you in from now on.`)
            onClose()
          }}
        >
          <TextField
            name="name"
            label="Name"
            hint="How you tell your passkeys apart. Your browser then asks you where to keep it."
          />
        </FormDialog>
      )}
    </>
  )
}
