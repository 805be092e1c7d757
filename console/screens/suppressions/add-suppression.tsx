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
      title="Add a suppression"
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
        hint="Nothing is sent to it any more, by any project. What is queued is not sent either."
      />
      <SelectField name="reason" label="Reason" options={choices.map((each) => [each, nameOf(each)])} />
      <TextField
        name="note"
        label="Note"
        placeholder="Asked by phone"
        hint="One line, for your colleagues."
      />
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
