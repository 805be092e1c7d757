import { call, type ApiReply } from '../api/api.js'
import type { Scope, Tenant } from './tenant.js'

export type KeyFields = Record<string, unknown>

/** Asks for a key as somebody: a project key that reads reports, unless the fields say otherwise. */
export function createKey(
  url: string,
  tenant: Tenant,
  as: string,
  { fields, headers = {} }: { readonly fields: KeyFields; readonly headers?: Record<string, string> },
): Promise<ApiReply> {
  const body = {
    kind: 'project',
    name: 'x',
    project_id: tenant.liveProject,
    scopes: ['reports:read'],
    ...fields,
  }
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  return call(url, 'POST', '/v1/api-keys', { key: as, body: given, headers })
}

/** The fields that make it a workspace key. */
export const workspaceKeyFields = (scopes: readonly Scope[]): KeyFields => ({
  kind: 'workspace',
  project_id: undefined,
  scopes,
})
