import { Eraser, Trash2 } from '../../../icons/icons.js'
import type { Contact } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Confirm } from '../../../ui/dialogs/dialog.js'

/** The two ways in which a contact leaves, and what is different. */
export function Leave({ contact }: { contact: Contact }) {
  const { route } = useLocation()
  const [asks, setAsks] = useState(false)
  const { id, email, project_id } = contact
  const isGone = useRef(false)
  // Not before the page is left, which would ask for it once more.
  useEffect(() => () => void (isGone.current && queries.removeQueries({ queryKey: ['contacts', id] })), [])
  return (
    <div class="columns">
      <div class="stack tight">
        <h3>Delete the contact</h3>
        <p>
          Its profile, events and subscriptions go, in this project. Messages, logs and suppressions stay, and
          the address can be added again. For tidying up.
        </p>
        <div class="row">
          <Button icon={Trash2} danger needs="admin" onClick={() => setAsks(true)}>
            Delete the contact…
          </Button>
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
      {asks && (
        <Confirm
          title="Delete this contact?"
          verb="Delete the contact"
          name={email}
          run={async () => {
            await client.contacts.delete(id)
            route(pathTo('contacts', { project: project_id }), true)
            isGone.current = true
            await queries.invalidateQueries({ queryKey: ['contacts', 'list'] })
          }}
          onClose={() => setAsks(false)}
        >
          <div class="stack tight">
            <p>
              Its profile, events and subscriptions are removed with the proof of their consents, and its runs
              of automations are cancelled. Mail of campaigns that waits for it is not sent. This cannot be
              undone.
            </p>
            <p>
              Its opt-out goes with it. To send no campaigns to this person, keep the contact, or suppress the
              address. Messages and logs stay: erase the address for those.
            </p>
          </div>
        </Confirm>
      )}
    </div>
  )
}
