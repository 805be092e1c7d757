import { useQuery } from '@tanstack/preact-query'
import type { Campaign, Contact, Segment, SubscriberList } from 'postseal'
import { useMemo } from 'preact/hooks'
import { client } from '../../api/client.js'
import type { Names } from './words.js'

/** Things that the rules of a project can refer to. */
export interface Choices {
  readonly projectId: string
  readonly lists: readonly SubscriberList[]
  readonly segments: readonly Segment[]
  readonly campaigns: readonly Campaign[]
  /** Names of contact properties, each with a type that one of its values has. */
  readonly properties: readonly (readonly [name: string, type: string])[]
}

async function allOf<Row>(pages: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of pages) found.push(row)
  return found
}

/** Milliseconds for which the choices count as fresh: they seldom change while a rule is written. */
const staleTime = 30_000

/**
 * Loads the lists, segments and campaigns of one project or of all.
 *
 * @param projectId undefined means all projects
 */
function useNamed(projectId: string | undefined) {
  const of = projectId === undefined ? {} : { project_id: projectId }
  const { data: lists } = useQuery({
    queryKey: ['subscriber-lists', 'all', projectId],
    queryFn: ({ signal }) => allOf(client.subscriberLists.list({ limit: 100, ...of }, { signal })),
    staleTime,
  })
  const { data: segments } = useQuery({
    queryKey: ['segments', 'all', projectId],
    queryFn: ({ signal }) => allOf(client.segments.list({ limit: 100, ...of }, { signal })),
    staleTime,
  })
  const { data: campaigns } = useQuery({
    queryKey: ['campaigns', 'newest', projectId],
    queryFn: async ({ signal }) => (await client.campaigns.list({ limit: 100, ...of }, { signal })).data,
    staleTime,
  })
  return { lists, segments, campaigns }
}

/** Loads the names that describe a rule in words. */
export function useNames(projectId?: string): Names & { readonly segments: readonly Segment[] } {
  const { lists, segments, campaigns } = useNamed(projectId)
  return useMemo(
    () => ({
      list: namesOf(lists),
      segment: namesOf(segments),
      campaign: namesOf(campaigns),
      segments: segments ?? [],
    }),
    [lists, segments, campaigns],
  )
}

function namesOf(rows: readonly { readonly id: string; readonly name: string }[] = []) {
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Loads the choices for a rule of a project. */
export function useChoices(projectId: string): Choices {
  const { lists = [], segments = [], campaigns = [] } = useNamed(projectId)
  const { data: contacts } = useQuery({
    queryKey: ['contacts', 'newest', projectId],
    queryFn: async ({ signal }) =>
      (await client.contacts.list({ limit: 100, project_id: projectId }, { signal })).data,
    staleTime,
  })
  const properties = useMemo(() => propertiesOf(contacts), [contacts])
  return { projectId, lists, segments, campaigns, properties }
}

function propertiesOf(contacts: readonly Contact[] = []) {
  const found = new Map<string, string>()
  for (const { properties } of contacts) {
    for (const [name, value] of Object.entries(properties)) found.set(name, typeof value)
  }
  return [...found].sort(([one], [other]) => one.localeCompare(other))
}
