import { useQuery } from '@tanstack/preact-query'
import type { Project } from 'postseal'
import { useEffect } from 'preact/hooks'
import { client } from './client.js'
import { useParams } from '../state/location.js'
import { createStore, useStore } from '../state/store.js'

const key = 'postseal.project'

/** The project that was chosen last in this browser. */
const lastChosen = createStore<string | undefined>(readLast())

function readLast(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function choose(id: string): void {
  lastChosen.set(id)
  try {
    localStorage.setItem(key, id)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The projects in use, the oldest first. */
export function useProjects() {
  return useQuery({
    queryKey: ['projects', 'in use'],
    queryFn: async () => {
      const { data } = await client.projects.list({ limit: 100 })
      return data.filter(({ archived_at }) => archived_at === null).reverse()
    },
    staleTime: 60_000,
  })
}

/** Returns a function that gives a project's name, or the id if the name is unknown. */
export function useProjectNames(): (id: string) => string {
  const { data: projects } = useProjects()
  return (id) => projects?.find((project) => project.id === id)?.name ?? id
}

/** An act of recipients that a project may track. */
export type Tracked = 'opens' | 'clicks'

/** Returns the project with an id; undefined while the projects load. */
export function useProjectWithId(projectId: string): Project | undefined {
  const { data: projects } = useProjects()
  return projects?.find(({ id }) => id === projectId)
}

/** Lists projects as options of a choice: each project's id and label. */
export function projectOptions(projects: readonly Project[]) {
  return projects.map(({ id, name, environment }) => [id, `${name} (${environment})`] as const)
}

/**
 * Returns the project whose mail is shown: the one in the address, else the project chosen last, else the project of
 * the newest message, else a test project, where nothing can go wrong.
 */
export function useCurrentProject(): {
  readonly project: Project | undefined
  readonly projects: readonly Project[]
} {
  const { data: projects = [] } = useProjects()
  const { params } = useParams()
  const last = useStore(lastChosen)
  const isOpen = params.project === undefined && last === undefined
  const { data: newest, isLoading } = useQuery({
    queryKey: ['projects', 'of the newest message'],
    queryFn: async () => (await client.messages.list({ limit: 1 })).data[0]?.project_id ?? null,
    enabled: isOpen,
    staleTime: Infinity,
  })
  const byId = (id: string | undefined) => projects.find((project) => project.id === id)
  const project =
    byId(params.project) ??
    byId(last) ??
    byId(readLast()) ??
    byId(newest ?? undefined) ??
    projects.find(({ environment }) => environment === 'test') ??
    projects[0]
  return { project: isOpen && isLoading ? undefined : project, projects }
}

/**
 * Returns the current project for a screen that shows one project's mail, and puts the project's id into the address.
 */
export function useProject(): Project | undefined {
  const { project } = useCurrentProject()
  const { params, change } = useParams()
  useEffect(() => {
    if (project === undefined) {
      // Whoever goes on before the projects are known stays in the one of the address.
      if (params.project !== undefined) lastChosen.set(params.project)
      return
    }
    choose(project.id)
    if (params.project !== project.id) change({ ...params, project: project.id }, true)
  }, [project?.id, params.project])
  return project
}

/** Returns the error if the projects could not be loaded: a screen of one project has nothing to show then. */
export function useProjectsError(): { readonly error: unknown; readonly retry: () => void } {
  const { data, error, refetch } = useProjects()
  return { error: data === undefined ? error : null, retry: () => void refetch() }
}

/** Chooses a project for this and the following screens. */
export function useChooseProject(): (id: string) => void {
  const { params, change } = useParams()
  return (id) => {
    choose(id)
    if (params.project !== undefined) change({ project: id })
  }
}
