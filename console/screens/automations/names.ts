import { useQuery } from '@tanstack/preact-query'
import type { InboundRoute, Template, Topic } from 'postseal'
import { useMemo } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useMessageTemplates } from '../../api/message-templates.js'
import { useChoices, useNames, type Choices } from '../segments/names.js'
import { useTopics } from '../topics/use-topics.js'
import type { Body } from './definition/steps.js'
import type { StepNames } from './words.js'

/** Things that steps refer to by id, with their names. */
export interface Named {
  readonly projectId: string
  readonly templates: readonly Template[]
  readonly routes: readonly InboundRoute[]
  readonly topics: readonly Topic[]
  readonly choices: Choices
  readonly names: StepNames
}

/** Props of the fields of a step. */
export interface Editing {
  readonly body: Body
  readonly named: Named
  readonly onChange: (body: Body) => void
}

/** Milliseconds for which the choices count as fresh: they seldom change while steps are written. */
const staleTime = 30_000

/** Loads the things that the automations of a project can refer to. */
export function useNamed(projectId: string): Named {
  const choices = useChoices(projectId)
  const rules = useNames(projectId)
  const templates = useMessageTemplates(projectId)
  const { data: routes } = useQuery({
    queryKey: ['inbound-routes', 'of', projectId],
    queryFn: async ({ signal }) =>
      (await client.inbound.listRoutes({ project_id: projectId, limit: 100 }, { signal })).data,
    staleTime,
  })
  const topics = useTopics(projectId)
  return useMemo(() => {
    const namesOf = (rows: readonly { id: string; name: string }[] = []) =>
      new Map(rows.map(({ id, name }) => [id, name]))
    return {
      projectId,
      choices,
      templates: templates ?? [],
      routes: routes ?? [],
      topics: topics ?? [],
      names: { ...rules, template: namesOf(templates), route: namesOf(routes) },
    }
  }, [
    projectId,
    choices.lists,
    choices.segments,
    choices.campaigns,
    choices.properties,
    rules,
    templates,
    routes,
    topics,
  ])
}
