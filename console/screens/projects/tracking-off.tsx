import { TriangleAlert } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useUntracked, type Tracked } from '../../api/project.js'
import { pathTo } from '../../state/location.js'

/** A line that says that a project does not track an act, and what follows, with a link to the switch. */
export default function TrackingOff({
  projectId,
  tracked,
  id,
  children,
}: {
  projectId: string
  tracked: Tracked
  /** Id of the element, for a field that the line is about. */
  id?: string
  children: ComponentChildren
}) {
  const project = useUntracked(projectId, tracked)
  if (project === undefined) return null
  return (
    <p id={id} class="small rule-note tracking-off">
      <TriangleAlert size={16} aria-hidden />
      <span>
        {tracked === 'opens' ? 'Opens' : 'Clicks'} are not tracked in the project {project.name}
        {children} <a href={pathTo(`projects/${projectId}`)}>Turn on tracking</a>
      </span>
    </p>
  )
}
