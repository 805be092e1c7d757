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
          ? 'From an archived project nothing new is sent, within 5 seconds. What is queued or scheduled is sent all the same, and everything can still be read. A project with a campaign under way or an active automation cannot be archived.'
          : 'The project can send again, and its keys with it, as soon as it is back in use.'}
      </p>
      <div class="row">
        <AskButton
          icon={isInUse ? ArchiveIcon : ArchiveRestore}
          button={isInUse ? 'Archive' : 'Take back into use'}
          danger={isInUse}
          title={isInUse ? 'Archive this project?' : 'Take this project back into use?'}
          verb={isInUse ? 'Archive' : 'Take it back'}
          run={run}
        >
          <p>
            {isInUse ? (
              <>
                Programs that send from <strong class="wrap">{project.name}</strong> are refused (409{' '}
                <span class="mono">invalid_state</span>). It can be taken back into use.
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
