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
          Deletes its profile, events and subscriptions in this project. Messages, logs and suppressions stay,
          and you can add the address again.
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
                Deletes its profile, events and subscriptions with their proof of consent, and cancels its
                automation runs. Queued campaign mail to the contact is not sent. This cannot be undone.
              </p>
              <p>
                Its opt-out is deleted, too. To send no campaigns to this person, keep the contact or suppress
                the address. Messages and logs stay. To remove those, erase the address.
              </p>
            </div>
          </DeleteButton>
        </div>
      </div>
      <div class="stack tight">
        <h3>Erase the address</h3>
        <p>
          Deletes all data about the address: contacts, sent and received mail, and its name in logs and
          events. No mail is sent to it again. For people who ask to be forgotten.
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
