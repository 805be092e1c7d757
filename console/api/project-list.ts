import type { Project } from 'postseal'
import { useList, type Ask, type List, type ListOptions } from './list.js'
import { useProject, useProjectsError } from './project.js'

/** The query of a list of one project. */
type OfProject<Filter> = Filter & { readonly project_id?: string }

interface ProjectList<Row, Filter> extends List<Row> {
  /** Undefined until the project is known. */
  readonly project: Project | undefined
  /** The filter with the project's id. */
  readonly asked: OfProject<Filter>
}

/**
 * Loads a list of the project whose mail is shown.
 *
 * @param options.isEverywhere asks for all projects, once the current project is known
 */
export function useProjectList<Row, Filter extends object = object>(
  name: readonly unknown[],
  ask: Ask<Row, OfProject<Filter>>,
  {
    filter,
    enabled = true,
    isEverywhere = false,
    ...options
  }: ListOptions<Filter> & { readonly isEverywhere?: boolean } = {},
): ProjectList<Row, Filter> {
  const project = useProject()
  const failed = useProjectsError()
  const asked = { ...(project && !isEverywhere && { project_id: project.id }), ...(filter as Filter) }
  const list = useList(name, ask, {
    ...options,
    filter: asked,
    enabled: enabled && project !== undefined,
  })
  return {
    ...list,
    project,
    asked,
    ...(failed.error !== null && { error: failed.error, onRetry: failed.retry }),
  }
}
