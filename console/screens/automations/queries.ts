import { useQuery } from '@tanstack/preact-query'
import type { Automation } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { notesOf } from '../versions/notes.js'

const keyOf = (id: string) => ['automations', 'one', id] as const
const keyOfVersion = (id: string, version: number) => ['automations', 'version', id, version] as const

/** Returns the beginning of the query keys of one automation's runs and figures. */
export const runsKey = (id: string) => ['automations', 'runs', id] as const
export const statsKey = (id: string) => ['automations', 'stats', id] as const

/** Milliseconds between two polls, for runs that are under way and for versions saved by somebody else. */
const look = 15_000
/** Milliseconds between two polls while a retry of many runs is under way. */
const closerLook = 5_000

/** Loads an automation, and polls it while it is shown, because others may save versions of it. */
export function useAutomation(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => client.automations.retrieve(id),
    refetchInterval: ({ state }) => (isRetrying(state.data) ? closerLook : look),
  })
}

/** Tells whether a retry of many runs is under way. */
export function isRetrying(automation: Automation | undefined): boolean {
  const retry = automation?.retry ?? null
  return retry !== null && retry.completed_at === null
}

/** Loads a version, which never changes. */
export function useVersion(id: string, version: number | undefined) {
  return useQuery({
    queryKey: keyOfVersion(id, version ?? 0),
    queryFn: () => client.automations.retrieveVersion(id, version ?? 0),
    enabled: version !== undefined,
    staleTime: Infinity,
    // The previous version stays on screen until a newer one is loaded, but not that of another automation.
    placeholderData: (before) => (before?.automation_id === id ? before : undefined),
  })
}

/** Loads the numbers of runs, in all and at each step, and polls them while some runs are under way. */
export function useStats(id: string) {
  return useQuery({
    queryKey: statsKey(id),
    queryFn: () => client.automations.retrieveStats(id),
    refetchInterval: ({ state }) => {
      const { running = 0, waiting = 0 } = state.data?.runs ?? {}
      return running + waiting > 0 ? look : false
    },
  })
}

/** Functions that put an automation or a version returned by a call into the cache of the queries. */
export const {
  note: noteAutomation,
  noteVersion,
  notePublished,
} = notesOf<Automation>('automations', keyOf, keyOfVersion)

/** Reloads the runs and figures of an automation after a change to them. */
export function freshRuns(id: string): void {
  for (const queryKey of [runsKey(id), statsKey(id), ['automations', 'run', id]])
    void queries.invalidateQueries({ queryKey })
}
