import { Eraser } from '../../../icons/icons.js'
import type { Contact } from 'postseal'
import { client } from '../../../api/client.js'
import { useDeletion } from '../../../api/deletion.js'
import { pathTo } from '../../../state/location.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { DeleteButton } from '../../../ui/dialogs/dialog.js'

/** The two ways to remove a contact, and how they differ. */
export function Leave({ contact }: { contact: Contact }) {
  const { id, email, project_id: project } = contact
  const remove = useDeletion(['contacts', id])
  return (
    <div class="columns">
      <div class="stack tight">
        <h3>Delete the contact</h3>
        <p>
          Its profile, events and subscriptions go, in this project. Messages, logs and suppressions stay, and
          the address can be added again. For tidying up.
        </p>
        <div class="row">
          <DeleteButton
            what="contact"
            button="Delete the contact…"
            name={email}
            run={() => remove(client.contacts.delete(id), pathTo('contacts', { project }))}
          >
            <div class="stack tight">
              <p>
                Its profile, events and subscriptions are removed with the proof of their consents, and its
                runs of automations are cancelled. Mail of campaigns that waits for it is not sent. This
                cannot be undone.
              </p>
              <p>
                Its opt-out goes with it. To send no campaigns to this person, keep the contact, or suppress
                the address. Messages and logs stay: erase the address for those.
              </p>
            </div>
          </DeleteButton>
        </div>
      </div>
      <div class="stack tight">
        <h3>Erase the address</h3>
        <p>
          Everything that is known of the address goes: contacts, mail that was sent and received, its name in
          logs and events. Nothing is sent to it again. For a person who asks to be forgotten.
        </p>
        <div class="row">
          <LinkButton icon={Eraser} danger needs="admin" href={pathTo('erasures/new', { email })}>
            Erase…
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
