import { CalendarX2 } from '../../../icons/icons.js'
import type { Campaign } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { Button } from '../../../ui/controls/button.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { absoluteText, Time } from '../../../ui/time.js'
import { known } from '../data.js'

/** The time at which a campaign starts, with a button that cancels the schedule. */
export default function Scheduled({ campaign }: { campaign: Campaign }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const unschedule = async () => {
    setBusy(true)
    setError(undefined)
    try {
      known(await client.campaigns.unschedule(campaign.id))
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const at = campaign.scheduled_at
  return (
    <>
      <Notice
        kind="good"
        title={
          <>
            Starts {at !== null && <Time at={at} />}
            {at !== null && `, ${absoluteText(new Date(at))}`}
          </>
        }
        actions={
          <Button icon={CalendarX2} needs="admin" busy={busy} onClick={() => void unschedule()}>
            Unschedule
          </Button>
        }
      >
        Admins can change the campaign until then. Changes that could not be sent are refused. Unscheduling
        makes the campaign a draft again.
      </Notice>
      {error !== undefined && <ErrorNotice error={error} title="The campaign is still scheduled" />}
    </>
  )
}
