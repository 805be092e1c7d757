import type { ComponentChildren } from 'preact'
import { useProjectNames } from '../api/project.js'
import { pathTo } from '../state/location.js'

/** Names and values of one thing. A value of undefined leaves its name out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}

/** Names a project, and leads to it. */
export function ProjectLink({ id }: { id: string }) {
  const nameOf = useProjectNames()
  return <a href={pathTo(`projects/${id}`)}>{nameOf(id)}</a>
}
