import type { Campaign } from 'postseal'
import { useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { Button } from '../../ui/button.js'
import { Confirm, Dialog } from '../../ui/dialog.js'
import { known } from './data.js'
import { counted } from './words.js'

/** Ends a campaign before everybody has its mail, and says what may still arrive. */
export function Cancel({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, status, progress, audience_total: total } = campaign
  const [flying, setFlying] = useState<number>()
  const isDone = useRef(false)
  if (flying !== undefined) {
    return (
      <Dialog title="It is cancelled" onClose={onClose}>
        <div class="stack">
          <p>
            {flying === 0
              ? 'No mail was being delivered just then: nothing more arrives.'
              : `${counted(flying, 'mail')} ${flying === 1 ? 'was' : 'were'} being delivered just then and may still arrive. Nothing else does.`}
          </p>
          <div class="row">
            <Button kind="main" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    )
  }
  return (
    <Confirm
      title="Cancel this campaign?"
      verb="Cancel the campaign"
      run={async () => {
        const { in_flight: count, ...cancelled } = await client.campaigns.cancel(id)
        known(cancelled)
        isDone.current = true
        setFlying(count)
      }}
      // It closes once it has said what may still arrive.
      onClose={() => !isDone.current && onClose()}
    >
      <p>
        {counted(progress.released, 'recipient')} {progress.released === 1 ? 'has' : 'have'} a mail that is
        sent or queued
        {total === null
          ? '; the others are still being looked for'
          : `, ${counted(progress.pending, 'recipient')} ${progress.pending === 1 ? 'has' : 'have'} none yet`}
        . What is queued is not sent any more; what {status === 'sending' ? 'is' : 'was'} being delivered may
        still arrive. A cancelled campaign cannot go on: to keep that open, pause it.
      </p>
    </Confirm>
  )
}
