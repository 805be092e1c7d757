import { Fragment, type ComponentChildren } from 'preact'
import { useProjectNames } from '../api/project.js'
import { pathTo } from '../state/location.js'

/** Names and values of one thing. A row whose value is undefined is left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

/** A link to a project, with its name. */
export function ProjectLink({ id }: { id: string }) {
  const nameOf = useProjectNames()
  return <a href={pathTo(`projects/${id}`)}>{nameOf(id)}</a>
}
