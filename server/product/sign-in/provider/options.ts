import type { Logger } from 'pino'
import type { Resolver } from '../../../mail/dns/resolver.js'
import type { Sealer } from '../../../platform/auth/sealed.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import type { ConsoleRequests } from '../../../platform/http/access/console-request.js'
import type { SignInOptions } from '../sign-in.js'
import type { ProviderClient } from './openid.js'
import type { ProviderFetch } from './provider-fetch.js'
import { sealedClientSecretPlace, type ProviderRow } from './provider-rows.js'

export interface ProviderOptions {
  /** Seals client secrets. */
  readonly sealer: Sealer
  readonly fetch: ProviderFetch
  readonly freshResolver: () => Pick<Resolver, 'txt'>
  /** URL that providers send browsers back to. */
  readonly redirectUri: string
  readonly log: Logger
}

export interface ProviderDependencies extends SignInOptions {
  readonly provider: ProviderOptions
  readonly console: Pick<ConsoleRequests, 'cookieOf'>
}

/** Returns the client that a workspace's provider knows. */
export function clientOf(
  sealer: Sealer,
  workspaceId: WorkspaceId,
  { issuer, client_id: clientId, client_secret: sealed }: ProviderRow,
): ProviderClient {
  const secret = sealed === null ? undefined : sealer.open(sealed, sealedClientSecretPlace(workspaceId))
  return { issuer, clientId, clientSecret: secret?.toString() }
}
