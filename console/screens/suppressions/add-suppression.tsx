import rules from 'contract:CreateSuppressionRequest'
import type { Suppression } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { SelectField, TextField } from '../../ui/forms/field.js'
import { Form, type Values, textOf } from '../../ui/forms/form.js'
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
  const { route } = useLocation()
  return (
    <Dialog title="Add a suppression" onClose={onClose}>
      <Form<Suppression>
        rules={rules}
        initial={{ reason: 'manual', email }}
        draft="suppression"
        call={{ method: 'POST', path: '/v1/compliance/suppressions', body: requestOf }}
        verb="Suppress"
        needs="admin"
        onCancel={onClose}
        submit={(values) => client.suppressions.create(requestOf(values))}
        onDone={(made) => {
          queries.setQueryData(['suppressions', made.id], made)
          void queries.invalidateQueries({ queryKey: ['suppressions'] })
          route(pathTo(`suppressions/${made.id}`))
        }}
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
      </Form>
    </Dialog>
  )
}

function requestOf({ email, reason, note }: Values) {
  return {
    email: textOf(email).trim(),
    ...(reason !== undefined && { reason: reason as Exclude<Reason, 'erasure'> }),
    ...(note !== undefined && { note: textOf(note) }),
  }
}
