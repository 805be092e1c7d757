import rules from 'contract:CreateSuppressionRequest'
import { client } from '../../api/client.js'
import { AddDialog } from '../../ui/dialogs/add-dialog.js'
import { SelectField, TextField } from '../../ui/forms/field.js'
import { type Values, textOf } from '../../ui/forms/form.js'
import { nameOf, type Reason } from './reasons.js'

const choices: readonly Reason[] = [
  'manual',
  'unsubscribe',
  'complaint',
  'hard_bounce',
  'soft_bounce',
  'import',
]

/** Suppresses one address. */
export function AddSuppression({ email, onClose }: { email: string | undefined; onClose: () => void }) {
  return (
    <AddDialog
      title="New suppression"
      onClose={onClose}
      rules={rules}
      initial={{ reason: 'manual', email }}
      draft="suppression"
      path="/v1/compliance/suppressions"
      requestOf={requestOf}
      create={(request) => client.suppressions.create(request)}
      verb="Suppress"
      kept="suppressions"
    >
      <TextField
        name="email"
        label="Address"
        type="email"
        placeholder="ada@example.com"
        hint="No project sends to this address from now on. Queued messages to it are not sent either."
      />
      <SelectField name="reason" label="Reason" options={choices.map((each) => [each, nameOf(each)])} />
      <TextField name="note" label="Note" placeholder="Asked by phone" hint="Visible to your colleagues." />
    </AddDialog>
  )
}

function requestOf({ email, reason, note }: Values) {
  return {
    email: textOf(email).trim(),
    ...(reason !== undefined && { reason: reason as Exclude<Reason, 'erasure'> }),
    ...(note !== undefined && { note: textOf(note) }),
  }
}
