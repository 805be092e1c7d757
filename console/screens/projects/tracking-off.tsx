import { TriangleAlert } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useProjectWithId, type Tracked } from '../../api/project.js'
import { pathTo } from '../../state/location.js'

/**
 * A line that says which of these acts a project does not track, and the consequence, with a link to the switch. Shows
 * nothing if the project tracks them all, or has not loaded.
 */
export default function TrackingOff({
  projectId,
  tracked,
  id,
  children,
}: {
  projectId: string
  tracked: readonly Tracked[]
  /** Id of the element, for a field that the line is about. */
  id?: string
  children: ComponentChildren
}) {
  const project = useProjectWithId(projectId)
  const untracked = tracked.filter((act) => project?.tracking[act] === false)
  if (project === undefined || untracked.length === 0) return null
  return (
    <p id={id} class="small rule-note tracking-off">
      <TriangleAlert size={16} aria-hidden />
      <span>
        {untracked.length > 1 ? 'Opens and clicks' : untracked[0] === 'opens' ? 'Opens' : 'Clicks'} are not
        tracked in the project {project.name}
        {children} <a href={pathTo(`projects/${projectId}`)}>Turn on tracking</a>
      </span>
    </p>
  )
}
