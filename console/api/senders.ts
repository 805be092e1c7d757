import { useQuery } from '@tanstack/preact-query'
import type { Project } from 'postseal'
import { client } from './client.js'

/** Number of messages among which earlier senders are looked for. */
const some = 50

/** Sender with which a test project can send at once, since its mail goes to the sink. */
const anySender = 'no-reply@shop.example'

/** Addresses that mail of a project can be sent from. */
export interface Senders {
  /** Addresses to propose: earlier senders first, then one of each domain that is set up. */
  readonly known: readonly string[]
  /** Address with which a form begins. */
  readonly first: string | undefined
}

/** Loads the senders of a project; undefined while they are loaded. Without an answer there are none to propose. */
export function useSenders(project: Project | undefined): Senders | undefined {
  const { data, error } = useQuery({
    queryKey: ['senders', project?.id],
    queryFn: async ({ signal }) => {
      const [messages, domains] = await Promise.all([
        client.messages.list({ project_id: project?.id ?? '', limit: some }, { signal }),
        client.domains.list({ limit: 100 }, { signal }),
      ])
      const isLive = project?.environment === 'live'
      const usable = domains.data.filter(({ status }) => !isLive || status === 'verified')
      const earlier = messages.data.map(({ from_email }) => from_email)
      return [...new Set([...earlier, ...usable.map(({ name }) => `no-reply@${name}`)])]
    },
    enabled: project !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  if (project === undefined || (data === undefined && error === null)) return undefined
  const known = data ?? []
  return { known, first: known[0] ?? (project.environment === 'test' ? anySender : undefined) }
}
