import type { AuditEvent } from 'postseal'
import { pathTo } from '../../state/location.js'

export type ActorKind = AuditEvent['actor']['kind']

/** The kinds of actors, in words. */
export const actorKinds: Readonly<Record<ActorKind, string>> = {
  session: 'Any user',
  project_key: 'Any project key',
  workspace_key: 'Any workspace key',
  command_line: 'The command line',
  link: 'The link of a mail',
  service: 'The service itself',
}

/** Returns the name of an actor: a user's address, a key's name, or a word for an actor that has neither. */
export function actorText({ kind, id, name }: AuditEvent['actor']): string {
  if (name !== null) return name
  if (id !== null) return id.startsWith('usr_') ? 'An erased user' : id
  if (kind === 'command_line') return 'The operator'
  if (kind === 'service') return 'The service'
  if (kind === 'link') return 'Somebody with the link of a mail'
  return kind.replaceAll('_', ' ')
}

/** Returns the kind of an actor in words, if the name alone does not show it. */
export function actorKindText(kind: string): string | undefined {
  if (kind === 'project_key' || kind === 'workspace_key') return kind.replace('_', ' ')
  return undefined
}

const screens: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => pathTo(`users/${id}`),
  project: (id) => pathTo(`projects/${id}`),
  api_key: (id) => pathTo(`api-keys/${id}`),
  domain: (id) => pathTo(`domains/${id}`),
  message: (id) => pathTo(`messages/${id}`),
  message_log: (id) => pathTo(`messages/${id}`),
  event: (id) => pathTo(`events/${id}`),
  template: (id) => pathTo(`templates/${id}`),
  webhook: (id) => pathTo(`webhooks/${id}`),
  suppression: (id) => pathTo(`suppressions/${id}`),
  workspace: () => pathTo('settings'),
}

/** Returns the path of a thing's screen; undefined if it has none. */
export function resourcePath({
  type,
  id,
}: {
  readonly type: string
  readonly id: string
}): string | undefined {
  return screens[type]?.(id)
}

/** Returns the path of an actor's screen; undefined if the actor has no id. */
export function actorPath({ id }: AuditEvent['actor']): string | undefined {
  if (id === null) return undefined
  return id.startsWith('usr_') ? pathTo(`users/${id}`) : pathTo(`api-keys/${id}`)
}
