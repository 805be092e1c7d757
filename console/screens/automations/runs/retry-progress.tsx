import type { Automation } from 'postseal'
import { countText } from '../../../ui/figures/numbers.js'
import { Status } from '../../../ui/status.js'
import { Time } from '../../../ui/time.js'

/** The progress of the last retry of many runs. */
export function RetryProgress({ automation: { retry } }: { automation: Automation }) {
  if (retry === null) return null
  const { total, retried, skipped, requested_at: at, completed_at: over } = retry
  const isOver = over !== null
  return (
    <div class="stack tight" role="status">
      <Status of={isOver ? 'completed' : 'running'}>
        {isOver ? 'The last retry has finished' : 'A retry is running'}
      </Status>
      {!isOver && <progress aria-label="The retry" max={Math.max(1, total)} value={retried + skipped} />}
      <p class="small quiet">
        {countText(retried)} of {countText(total)} failed runs continued
        {skipped > 0 &&
          `, ${countText(skipped)} were skipped because the contact has another run or was erased`}
        . Requested <Time at={at} />.
      </p>
    </div>
  )
}
