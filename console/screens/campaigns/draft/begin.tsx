import type { Campaign, CampaignCheck } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { keepDraft } from '../../../state/drafts.js'
import { Button } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { countText } from '../../../ui/figures/numbers.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { absoluteText, readersZone } from '../../../ui/time.js'
import { known } from '../data.js'
import { draftOf, type Start } from './when.js'
import { estimateText } from '../words.js'

/** Asks for confirmation before the campaign starts or is scheduled, and says how many contacts get it. */
export default function Begin({
  campaign: { id, name, environment, rate_per_hour: rate },
  check,
  start: { at },
  onClose,
}: {
  campaign: Campaign
  check: CampaignCheck
  start: Start
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { reached } = check
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const begun = await client.campaigns.schedule(id, at === undefined ? {} : { scheduled_at: at })
      keepDraft(draftOf(id), undefined)
      onClose()
      known(begun)
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  const hours = rate === null ? 0 : reached.value / rate
  return (
    <Dialog title={at === undefined ? 'Start the campaign?' : 'Schedule the campaign?'} onClose={onClose}>
      <div class="stack">
        <p>
          <strong>{name}</strong> goes to{' '}
          <strong>
            {reached.value === 0
              ? 'nobody at the moment'
              : `${estimateText(reached)} ${reached.value === 1 ? 'contact' : 'contacts'}`}
          </strong>
          {at === undefined ? ', starting now' : `, starting ${absoluteText(new Date(at))} (${readersZone})`}
          {rate !== null && `, at most ${countText(rate)} an hour`}
          {hours >= 1 && `, which takes about ${countText(Math.ceil(hours))} hours`}.
        </p>
        <p class="quiet">
          {environment === 'test'
            ? 'This is a test project: its mail goes to the sink and to nobody else.'
            : 'Real people get this mail. You can pause or cancel the campaign, but mail that has been sent cannot be recalled.'}{' '}
          {at !== undefined && 'The audience is evaluated when the campaign starts.'}
        </p>
        {error !== undefined && <ErrorNotice error={error} title="The campaign was not started" />}
        <div class="row">
          <Button kind="main" needs="admin" busy={busy} onClick={() => void run()}>
            {at === undefined ? 'Start campaign' : 'Schedule campaign'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  )
}
