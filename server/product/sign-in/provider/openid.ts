import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  clockTolerance,
  None,
  type ClientAuth,
} from 'openid-client'
import { parseUrl } from '../../../../base/addresses/parse-url.js'
import { printableLine } from '../../../../base/text/printable.js'
import { hasClaim, mergedClaims, type Claims } from './claims.js'
import type { ProviderFetch } from './provider-fetch.js'

/** A client of a provider. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** Seconds that all requests of a sign-in to a provider may take together. */
const limitSeconds = 15

/** Seconds by which a provider's clock may differ from ours. */
const toleranceSeconds = 30

/**
 * Requests a provider's configuration (OpenID Connect Discovery 1.0, section 4). Its issuer has to be the one that
 * was requested, so that no provider passes for another.
 *
 * @throws Error if the provider does not answer, or not as an OpenID provider
 */
export async function discover(
  { issuer, clientId, clientSecret }: ProviderClient,
  fetch: ProviderFetch,
): Promise<Configuration> {
  const own = fetch as unknown as typeof globalThis.fetch
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), clientId, undefined, None(), {
    [customFetch]: own,
    execute: insecure,
    timeout: limitSeconds,
  })
  const metadata = found.serverMetadata()
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const)
    refuseNoEndpoint(name, metadata[name], insecure.length > 0)
  const configuration = new Configuration(
    metadata,
    clientId,
    { [clockTolerance]: toleranceSeconds },
    authenticationOf(clientSecret, metadata.token_endpoint_auth_methods_supported),
  )
  configuration[customFetch] = own
  configuration.timeout = limitSeconds
  // The token comes by TLS from the provider itself, so verifying its signature is optional (OpenID Connect Core 1.0,
  // section 3.1.3.7). It is verified all the same.
  enableNonRepudiationChecks(configuration)
  for (const allow of insecure) allow(configuration)
  return configuration
}

/**
 * Refuses an endpoint that cannot be requested, or that no browser should be sent to, when the provider is set and
 * not only when somebody signs in: an endpoint is an https address without a fragment (RFC 6749, section 3.1; OpenID
 * Connect Discovery 1.0, section 3).
 *
 * @param plain true if http will do, as for the issuer
 */
function refuseNoEndpoint(name: string, given: unknown, plain: boolean): void {
  if (given === undefined && name === 'userinfo_endpoint') return
  if (typeof given !== 'string') throw new Error(`its configuration has no ${name}`)
  const url = parseUrl(given)
  const isSecure = url?.protocol === 'https:' || (plain && url?.protocol === 'http:')
  if (url === undefined || !isSecure || url.username !== '' || url.password !== '' || given.includes('#'))
    throw new Error(
      `its configuration has a ${name} that is no https address without a user and a fragment: ${printableLine(given, 100)}`,
    )
}

/**
 * Returns the client authentication. The basic one is the default (section 9), and each provider supports it unless
 * it says otherwise.
 */
function authenticationOf(secret: string | undefined, methods: readonly string[] | undefined): ClientAuth {
  if (secret === undefined) return None()
  const onlyPost =
    methods?.includes('client_secret_basic') === false && methods.includes('client_secret_post')
  return onlyPost ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}

/** Values that tie a sign-in to the browser that began it. */
export interface BrowserTie {
  readonly state: string
  /** Key that only the browser keeps. */
  readonly browserKey: string
}

export function newBrowserTie(): BrowserTie {
  return { state: randomToken(), browserKey: randomToken() }
}

function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash by which the database knows a token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Returns the nonce, and the verifier of PKCE (RFC 7636). They are derived from the browser's key, of which the
 * service keeps only the hash, so that a copy of the database completes nobody's sign-in.
 */
function secretsOf(browserKey: string): { readonly nonce: string; readonly verifier: string } {
  const derive = (what: string) => createHmac('sha256', browserKey).update(what).digest('base64url')
  return { nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Returns the provider's page to send a browser to (OpenID Connect Core 1.0, section 3.1.2.1). */
export async function authorizationUrl(
  configuration: Configuration,
  { state, browserKey }: BrowserTie,
  redirectUri: string,
  email: string,
): Promise<string> {
  const { nonce, verifier } = secretsOf(browserKey)
  return buildAuthorizationUrl(configuration, {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    login_hint: email,
  }).href
}

/**
 * Exchanges a code for the person's claims. Claims that the ID token lacks are taken from the user information.
 *
 * @throws Error if any of it is not to be believed, or the provider cannot be reached
 */
export async function claimsFor(
  configuration: Configuration,
  { state, browserKey }: BrowserTie,
  {
    redirectUri,
    query,
    roleClaim,
  }: {
    readonly redirectUri: string
    /** Query with which the provider has sent the browser back, including its `state`. */
    readonly query: URLSearchParams
    /** The claim that gives a role; null where none does. */
    readonly roleClaim: string | null
  },
): Promise<{ readonly subject: string; readonly claims: Claims }> {
  const { nonce, verifier } = secretsOf(browserKey)
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query.toString()}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (token === undefined) throw new Error('there is no ID token')
  const { sub: subject } = token
  // OpenID Connect Core 1.0, section 2.
  if (!/^[\x20-\x7e]{1,255}$/.test(subject))
    throw new Error('the subject is not of 1 to 255 ASCII characters')
  const lacks = !hasClaim(token, 'email') || (roleClaim !== null && !hasClaim(token, roleClaim))
  if (!lacks || configuration.serverMetadata().userinfo_endpoint === undefined)
    return { subject, claims: token }
  // The user information is refused if it is about another subject.
  const more = await fetchUserInfo(configuration, tokens.access_token, subject)
  return { subject, claims: mergedClaims(token, more, roleClaim) }
}

/**
 * Returns the reason of an error in a few words, from its cause if the library has wrapped one. It may contain a
 * stranger's text.
 */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: unknown }
  const words = cause instanceof Error ? cause.message : message
  return typeof words === 'string' && words !== '' ? words : 'no reason is known'
}
