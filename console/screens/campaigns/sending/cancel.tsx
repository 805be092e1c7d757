import type { Campaign } from 'postseal'
import { client } from '../../../api/client.js'
import { Confirm } from '../../../ui/dialogs/dialog.js'
import { counted } from '../../../ui/figures/numbers.js'
import { toast } from '../../../ui/notices/toast.js'
import { known } from '../data.js'

/** Cancels a campaign that is under way, and says which mail may still arrive. */
export function Cancel({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { id, progress, audience_total: total } = campaign
  return (
    <Confirm
      title="Cancel this campaign?"
      verb="Cancel the campaign"
      run={async () => {
        const { in_flight: count, ...cancelled } = await client.campaigns.cancel(id)
        known(cancelled)
        toast(
          count === 0
            ? 'The campaign is cancelled. Nothing more will arrive.'
            : `The campaign is cancelled. ${counted(count, 'mail')} ${count === 1 ? 'was' : 'were'} being delivered at that moment and may still arrive.`,
        )
      }}
      onClose={onClose}
    >
      <p>
        {counted(progress.released, 'message')} {progress.released === 1 ? 'is' : 'are'} sent or queued
        {total === null
          ? ', and the audience is still being found'
          : `, and ${counted(progress.pending, 'recipient')} ${progress.pending === 1 ? 'has' : 'have'} no message yet`}
        . Queued messages are not sent. Messages whose delivery is under way may still arrive. You cannot
        resume a cancelled campaign. To stop it temporarily, pause it instead.
      </p>
    </Confirm>
  )
}
