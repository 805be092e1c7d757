import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { storeAuthorization } from './authorizations.js'
import { lookUpRecords, noteRecords } from './check-domains.js'
import { clientOf, type ProviderOptions } from './options.js'
import { authorizationUrl, discover, newBrowserTie, reasonOf, type BrowserTie } from './openid.js'
import { findProvider, selectWorkspaceOf, type ProviderRow } from './provider-rows.js'

/** Milliseconds after which the proof of a domain is checked in the DNS again. */
const proofMs = 3_600_000

/**
 * Begins a sign-in by the provider of the workspace that has proven a domain.
 *
 * @throws ApiError 404 `not_found` if none has, 503 `unavailable` if its provider does not answer
 */
export async function beginAuthorization(
  db: Knex,
  options: ProviderOptions,
  email: string,
  domain: string,
): Promise<components['schemas']['SignInAuthorization']> {
  const { freshResolver } = options
  let [found] = await selectWorkspaceOf(db, domain)
  if (found !== undefined && Date.now() - (found.checkedAt?.getTime() ?? 0) > proofMs) {
    const { workspaceId } = found
    await noteRecords(db, workspaceId, await lookUpRecords(freshResolver(), workspaceId, [domain]))
    ;[found] = await selectWorkspaceOf(db, domain)
  }
  const provider = found && (await findProvider(db, found.workspaceId))
  if (found === undefined || provider === undefined)
    throw new ApiError('not_found', `No workspace signs in people of ${domain} with an identity provider.`)
  const { workspaceId } = found
  const tie = newBrowserTie()
  const url = await pageOf(options, workspaceId, provider, { tie, email })
  const expiresAt = await storeAuthorization(db, workspaceId, tie, provider)
  return { authorization_url: url, browser_key: tie.browserKey, expires_at: expiresAt.toISOString() }
}

/** Returns the provider's page to send a browser to. */
async function pageOf(
  { sealer, fetch, redirectUri, log }: ProviderOptions,
  workspaceId: WorkspaceId,
  provider: ProviderRow,
  { tie, email }: { readonly tie: BrowserTie; readonly email: string },
): Promise<string> {
  try {
    const configuration = await discover(clientOf(sealer, workspaceId, provider), fetch)
    return await authorizationUrl(configuration, tie, redirectUri, email)
  } catch (error) {
    log.warn({ workspace_id: workspaceId, reason: reasonOf(error) }, 'an identity provider does not answer')
    throw new ApiError('unavailable', 'The identity provider did not answer correctly. Try again shortly.', {
      retryAfter: 10,
      cause: error,
    })
  }
}
