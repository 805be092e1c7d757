import type { Automation } from 'postseal'
import { client } from '../../api/client.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { freshRuns, noteAutomation } from './queries.js'

/** Pauses an automation, or resumes it. */
export default function PauseDialog({
  automation: { id, name, status },
  onClose,
}: {
  automation: Automation
  onClose: () => void
}) {
  const isActive = status === 'active'
  const run = async () => {
    const changed = isActive ? await client.automations.pause(id) : await client.automations.resume(id)
    await noteAutomation(changed)
    freshRuns(id)
  }
  return (
    <Confirm
      title={isActive ? 'Pause this automation?' : 'Resume this automation?'}
      verb={isActive ? 'Pause' : 'Resume'}
      run={run}
      onClose={onClose}
    >
      <p>
        {isActive ? (
          <>
            <strong class="wrap">{name}</strong> starts no new runs. Triggers are ignored and counted. Current
            runs keep their place, and queued mail is still delivered.
          </>
        ) : (
          <>
            <strong class="wrap">{name}</strong> starts runs again. Held runs continue, immediately if their
            wait ended in the meantime.
          </>
        )}
      </p>
    </Confirm>
  )
}
