import type { Message } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { TimeField } from '../../ui/forms/time-field.js'

/** Chooses another time for a scheduled message. */
export function Reschedule({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <FormDialog
      title="Reschedule"
      onClose={onClose}
      rules={{ scheduled_at: { required: true } }}
      initial={{ scheduled_at: message.scheduled_at ?? undefined }}
      call={{ method: 'PATCH', path: `/v1/messages/${message.id}` }}
      verb="Reschedule"
      needs="admin"
      submit={async (values) => {
        await client.messages.reschedule(message.id, { scheduled_at: String(values.scheduled_at) })
        await queries.invalidateQueries({ queryKey: ['messages', message.id] })
      }}
    >
      <TimeField name="scheduled_at" label="Send at" hint="Up to 30 days ahead." />
    </FormDialog>
  )
}
