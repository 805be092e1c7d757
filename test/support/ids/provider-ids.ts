import { randomUUID } from 'node:crypto'
import { newUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import { clientId, startLyingProvider, type LyingProvider } from '../sign-in/openid-provider.js'
import type { KnownIds } from '../api/requests.js'
import type { TestService } from '../service/service.js'

let shared: Promise<LyingProvider> | undefined

/** The provider of this process, for requests that are made from the contract. Its process ends it. */
export function sharedProvider(): Promise<LyingProvider> {
  shared ??= startLyingProvider().then((provider) =>
    Object.assign(provider, { lies: { publicClient: true } }),
  )
  return shared
}

/**
 * Provides the ids that requests about identity providers need: an issuer that answers, a workspace that has it, and
 * a browser that comes back from it.
 */
export function providerIds(
  { sql, url }: Pick<TestService, 'sql' | 'url'>,
  workspaceId: WorkspaceId,
): Required<Pick<KnownIds, 'issuer' | 'identity-provider' | 'proven' | 'returned'>> {
  const store = async () => {
    await sql.query(
      `insert into identity_providers
         (workspace_id, issuer, client_id, assume_email_verified, create_users, roles, default_role)
       values ($1, $2, $3, false, true, '{"owner":[],"admin":[],"member":[]}', 'member')
       on conflict (workspace_id) do nothing`,
      [workspaceId, (await sharedProvider()).issuer, clientId],
    )
    return ''
  }
  /** The address of somebody whom the workspace signs in by its provider. */
  const proven = async () => {
    await store()
    // Its label is as long as one may be, which tells of a screen that has no room for it.
    const domain = `${`p-${randomUUID()}`.padEnd(63, 'w')}.example`
    await sql.query(
      `insert into identity_domains (workspace_id, domain, verified_at, checked_at) values ($1, $2, now(), now())`,
      [workspaceId, domain],
    )
    return `ada@${domain}`
  }
  return {
    issuer: async () => (await sharedProvider()).issuer,
    'identity-provider': store,
    proven,
    returned: async () => {
      const email = await proven()
      const { body } = await call(url, 'POST', '/v1/sign-in-authorizations', { body: { email } })
      const { authorization_url: to, browser_key } = body as {
        authorization_url: string
        browser_key: string
      }
      const query = (await sharedProvider()).answer(to, { sub: newUuid(), email, email_verified: true })
      return JSON.stringify({ browser_key, query: query.toString() })
    },
  }
}
