import { useAction } from '../../../api/action.js'
import type { InboundMessageDetail } from 'postseal'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'

/** Records the event of a mail once more, and explains the consequences. */
export function Replay({
  mail: { id, automatic },
  onClose,
}: {
  mail: InboundMessageDetail
  onClose: () => void
}) {
  const replay = useAction({ mutationFn: () => client.inbound.replayMessage(id) })
  return (
    <Dialog title="Resend the event?" onClose={onClose}>
      <div class="stack">
        <p>
          The event <span class="mono">inbound.received</span> is recorded once more, with another id, fresh
          links and <span class="mono">replayed: true</span>. All current webhooks receive it. It starts no
          automation.
        </p>
        {automatic !== 'none' && (
          <p class="quiet">This is automatic mail, so it may have had no event before.</p>
        )}
        {replay.isError && <ErrorNotice error={replay.error} title="The event was not resent" />}
        {replay.data === undefined ? (
          <div class="row">
            <Button kind="main" busy={replay.isPending} onClick={() => replay.mutate()}>
              Resend
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        ) : (
          <>
            <Notice kind="good">The event is recorded, and webhooks are being notified.</Notice>
            <div class="row">
              <LinkButton kind="main" href={pathTo(`events/${replay.data.event_id}`)}>
                Open the event
              </LinkButton>
              <Button onClick={onClose}>Close</Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}
