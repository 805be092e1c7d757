import { Archive as ArchiveIcon, ArchiveRestore } from '../../icons/icons.js'
import type { Project } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { AskButton } from '../../ui/dialogs/dialog.js'

/** Archives a project, or restores it. */
export function Archive({ project }: { project: Project }) {
  const isInUse = project.archived_at === null
  const run = async () => {
    const changed = await client.projects.update(project.id, { archived: isInUse })
    queries.setQueryData(['projects', project.id], changed)
    await queries.invalidateQueries({ queryKey: ['projects'] })
  }
  return (
    <div class="stack">
      <p>
        {isInUse
          ? 'An archived project sends nothing new. Queued and scheduled messages are still sent, and everything stays readable. You cannot archive a project with a running campaign or an active automation.'
          : 'Restoring the project lets it and its keys send again.'}
      </p>
      <div class="row">
        <AskButton
          icon={isInUse ? ArchiveIcon : ArchiveRestore}
          button={isInUse ? 'Archive' : 'Restore'}
          danger={isInUse}
          title={isInUse ? 'Archive this project?' : 'Restore this project?'}
          verb={isInUse ? 'Archive' : 'Restore'}
          run={run}
        >
          <p>
            {isInUse ? (
              <>
                Programs that send from <strong class="wrap">{project.name}</strong> are refused (409{' '}
                <span class="mono">invalid_state</span>). You can restore the project later.
              </>
            ) : (
              <>
                Programs with a key of <strong class="wrap">{project.name}</strong> can send again.
              </>
            )}
          </p>
        </AskButton>
      </div>
    </div>
  )
}
