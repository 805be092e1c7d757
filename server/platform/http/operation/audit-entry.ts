import type { AuditActor, AuditEntry, AuditResource } from '../../audit/entry.js'
import { resourceOf } from '../../audit/resource-types.js'
import type { Principal } from '../../auth/principal.js'
import { fromTypeId, toTypeId, type Uuid } from '../../db/ids.js'
import type { Operation } from './contract.js'
import type { RequestOrigin } from './handler.js'

/** Makes the audit entries of requests. They hold ids, and nothing else of the request's or the reply's content. */

/** Returns a request's entry before its outcome is known, as if it had succeeded. */
export function entryOf(
  operation: Pick<Operation, 'id' | 'path'>,
  principal: Principal,
  origin: RequestOrigin,
  path: Readonly<Record<string, unknown>>,
): AuditEntry {
  const resource = resourceOfPath(operation, principal, path)
  return {
    workspaceId: principal.workspaceId,
    actor: actorOf(principal),
    ip: origin.ip || null,
    userAgent: origin.userAgent,
    operation: operation.id,
    resource,
    outcome: 'succeeded',
    status: null,
    errorCode: null,
    requestId: origin.requestId,
    projectId: projectOf(resource) ?? (principal.kind === 'projectKey' ? principal.projectId : null),
    count: null,
  }
}

function actorOf(principal: Principal): AuditActor {
  if (principal.kind === 'workspaceSession') {
    const { userId, email, program, sessionId } = principal
    return { kind: 'session', id: userId, name: program?.name ?? email, sessionId }
  }
  const kind = principal.kind === 'projectKey' ? 'project_key' : 'workspace_key'
  return { kind, id: principal.keyId, name: null, sessionId: null }
}

/** Returns the resource of the last id in the path; the ids before it name the resources that contain it. */
function resourceOfPath(
  { path: template }: Pick<Operation, 'path'>,
  principal: Principal,
  path: Readonly<Record<string, unknown>>,
): AuditResource | null {
  if (path['id'] === 'current' && template.startsWith('/v1/sessions/')) {
    return principal.kind === 'workspaceSession' ? resourceOf(toTypeId('ses', principal.sessionId)) : null
  }
  if (path['id'] === 'current' && template.startsWith('/v1/api-keys/')) {
    return principal.kind === 'workspaceSession' ? null : resourceOf(toTypeId('key', principal.keyId))
  }
  // Not every part is an id: a version has a number, and a topic a key.
  const found = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => resourceOf(path[name]))
  return found.findLast((resource) => resource !== null) ?? null
}

/** Returns the entry of a mutation that took effect. */
export function succeededEntry(
  entry: AuditEntry,
  { status, body }: { readonly status: number; readonly body: unknown },
): AuditEntry {
  const resource = entry.resource ?? resourceIn(body)
  const projectId = entry.projectId ?? projectIn(body) ?? projectOf(resource)
  return { ...entry, status, resource, projectId, count: countIn(body) }
}

/** Returns the entry of a request that changed nothing. */
export function refusedEntry(entry: AuditEntry, status: number, errorCode: string): AuditEntry {
  return { ...entry, outcome: status < 500 ? 'refused' : 'failed', status, errorCode }
}

/** Returns the resource that a reply shows, or the first one in it that has an id: `{ api_key: { id } }`. */
function resourceIn(body: unknown): AuditResource | null {
  return firstOf(body, ({ id }) => resourceOf(id))
}

function projectIn(body: unknown): Uuid | null {
  return firstOf(body, ({ project_id: id }) => projectOf(resourceOf(id)))
}

/** Returns the id of a resource that is a project; null for other resources. */
function projectOf(resource: AuditResource | null): Uuid | null {
  return resource?.type === 'project' ? fromTypeId('prj', resource.id) : null
}

/** Fields of replies that have the number of changed resources. */
const counts = ['imported', 'cancelled', 'retried', 'lifted'] as const

function countIn(body: unknown): number | null {
  if (!isObject(body)) return null
  const count = counts.map((field) => body[field]).find((value): value is number => typeof value === 'number')
  return count ?? null
}

/** Returns the result of `find` for a reply's body, or for the first of its fields that has one. */
function firstOf<T>(body: unknown, find: (object: Record<string, unknown>) => T | null): T | null {
  if (!isObject(body)) return null
  for (const candidate of [body, ...Object.values(body).filter(isObject)]) {
    const found = find(candidate)
    if (found !== null) return found
  }
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
