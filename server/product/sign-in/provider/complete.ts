import { AuthorizationResponseError } from 'openid-client'
import type { components } from '../../../../generated/api-types.js'
import { printableLine } from '../../../../base/text/printable.js'
import type { AuditEntry } from '../../../platform/audit/entry.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { RequestOrigin } from '../../../platform/http/operation/handler.js'
import { beginSession, type SignedIn, type SignInWay } from '../sign-in.js'
import { redeemAuthorization } from './authorizations.js'
import { clientOf, type ProviderDependencies } from './options.js'
import { claimsFor, discover, reasonOf } from './openid.js'
import { userOf, type Person } from './person.js'
import { ProviderAway } from './provider-fetch.js'
import { findProvider, type ProviderRow } from './provider-rows.js'

const byProvider: SignInWay = {
  origin: 'provider',
  actor: 'session',
  operation: 'createProviderSession',
  refusal: 'sign_in_not_allowed',
}

/**
 * Signs in a person who comes back from a provider.
 *
 * @throws ApiError 401 `invalid_authorization`, 403 `sign_in_not_allowed`, 503 `unavailable`
 */
export async function signInByProvider(
  dependencies: ProviderDependencies,
  { browser_key: browserKey, query: text }: components['schemas']['CreateProviderSessionRequest'],
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { db, metrics, audit } = dependencies
  try {
    const query = new URLSearchParams(text)
    const states = query.getAll('state')
    const [state = ''] = states
    const returned = states.length === 1 ? await redeemAuthorization(db, { state, browserKey }) : undefined
    if (returned === undefined)
      throw invalid(
        'This sign-in has already been used, or its 10 minutes are over, or it was started in another browser.',
      )
    const { workspaceId } = returned
    try {
      const provider = await findProvider(db, workspaceId)
      // One provider's answer must not pass for another's (mix-up; RFC 9700, section 4.4).
      if (provider?.issuer !== returned.issuer || provider.client_id !== returned.client_id)
        throw invalid('The workspace now has a different identity provider.')
      const person = await personOf(dependencies, workspaceId, provider, {
        tie: { state, browserKey },
        query,
      })
      const signedIn = await inTransaction(db, async (tx) => {
        const user = await userOf(tx.sql, provider, person)
        return beginSession(tx, dependencies, { way: byProvider, user, origin })
      })
      metrics.count('succeeded')
      return signedIn
    } catch (error) {
      if (error instanceof ApiError && error.status < 500)
        await audit(db, refusedEntry(workspaceId, origin, error))
      throw error
    }
  } catch (error) {
    metrics.count('refused')
    throw error
  }
}

async function personOf(
  { provider: { sealer, fetch, redirectUri, log } }: ProviderDependencies,
  workspaceId: WorkspaceId,
  provider: ProviderRow,
  {
    tie,
    query,
  }: {
    readonly tie: { readonly state: string; readonly browserKey: string }
    readonly query: URLSearchParams
  },
): Promise<Person> {
  try {
    const configuration = await discover(clientOf(sealer, workspaceId, provider), fetch)
    const { subject, claims } = await claimsFor(configuration, tie, {
      redirectUri,
      query,
      roleClaim: provider.role_claim,
    })
    return { workspaceId, issuer: provider.issuer, subject, claims }
  } catch (error) {
    const reason = printableLine(reasonOf(error), 300)
    log.warn({ workspace_id: workspaceId, reason }, 'a sign-in by an identity provider failed')
    if (isAway(error)) {
      throw new ApiError('unavailable', 'The identity provider does not answer. Start again shortly.', {
        retryAfter: 10,
        cause: error,
      })
    }
    if (error instanceof AuthorizationResponseError)
      throw invalid(`The identity provider refused the sign-in: ${printableLine(error.error, 100)}.`)
    throw invalid('The answer of the identity provider cannot be trusted.', error)
  }
}

function isAway(error: unknown): boolean {
  return error instanceof ProviderAway || (error as { cause?: unknown }).cause instanceof ProviderAway
}

function invalid(message: string, cause?: unknown): ApiError {
  return new ApiError('invalid_authorization', `${message} Begin again.`, { cause })
}

/**
 * Returns the audit entry of a person whom the provider, or the workspace, does not let in. Nobody knows yet which
 * user it is.
 */
function refusedEntry(
  workspaceId: WorkspaceId,
  { requestId, ip, userAgent }: RequestOrigin,
  { status, code }: ApiError,
): AuditEntry {
  return {
    workspaceId,
    actor: { kind: 'service', id: null, name: null, sessionId: null },
    ...{ ip, userAgent, requestId, operation: byProvider.operation, resource: null },
    outcome: 'refused',
    ...{ status, errorCode: code, projectId: null, count: null },
  }
}
