import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { switchingProtocols } from '../network/switching-protocols.js'

/** An OpenID provider that lies where a test wants it to. */
export interface LyingProvider {
  readonly issuer: string
  /** The provider's deviations. A test may change them at any time. */
  lies: Lies
  /** The requests to its token endpoint. */
  readonly tokenRequests: URLSearchParams[]
  /**
   * Returns the parameters with which a browser comes back that was sent to an authorization URL, after its person
   * has signed in.
   *
   * @param claims of the ID token
   */
  answer(authorizationUrl: string, claims: JWTPayload): URLSearchParams
  close(): Promise<void>
}

export interface Lies {
  /** In its configuration. */
  readonly configuration?: Record<string, unknown>
  /** In the ID token. */
  readonly token?: JWTPayload
  /** Signs with a key of its own making, or with none. */
  readonly signature?: 'forged' | 'none'
  readonly userinfo?: Record<string, unknown>
  /** The status of its token endpoint, in place of 200. */
  readonly tokenStatus?: number
  /** Switches to another protocol in place of an answer. */
  readonly switchesProtocol?: boolean
  /** Takes a client without its secret. */
  readonly publicClient?: boolean
  /** Sends to another address. */
  readonly redirect?: string
}

export const clientId = 'postseal'
export const clientSecret = 'a secret: with, characters'

interface Grant {
  readonly request: URLSearchParams
  readonly claims: JWTPayload
}

export async function startLyingProvider(): Promise<LyingProvider> {
  const own = await generateKeyPair('RS256')
  const forged = await generateKeyPair('RS256')
  const grants = new Map<string, Grant>()
  const tokenRequests: URLSearchParams[] = []
  const server = createServer((req, res) => void serve(req, res).catch(() => res.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: LyingProvider = {
    issuer,
    lies: {},
    tokenRequests,
    answer: (authorizationUrl, claims) => {
      const request = new URL(authorizationUrl).searchParams
      const code = randomBytes(16).toString('hex')
      grants.set(code, { request, claims })
      return new URLSearchParams({ code, state: request.get('state') ?? '', iss: issuer })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { lies } = provider
    if (lies.switchesProtocol === true) return void res.socket?.write(switchingProtocols)
    if (lies.redirect !== undefined) return void res.writeHead(302, { Location: lies.redirect }).end()
    const json = (value: unknown, status = 200) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    switch (req.url?.split('?')[0]) {
      case '/.well-known/openid-configuration':
        return void json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
          ...lies.configuration,
        })
      case '/jwks':
        return void json({
          keys: [{ ...(await exportJWK(own.publicKey)), kid: '1', alg: 'RS256', use: 'sig' }],
        })
      case '/userinfo':
        return void json(lies.userinfo ?? {})
      case '/token':
        return void (await token(req, json))
      default:
        return void json({ error: 'not_found' }, 404)
    }
  }

  async function token(
    req: IncomingMessage,
    json: (value: unknown, status?: number) => unknown,
  ): Promise<void> {
    const { lies } = provider
    const body = new URLSearchParams(await text(req))
    tokenRequests.push(body)
    if (lies.tokenStatus !== undefined) return void json({ error: 'server_error' }, lies.tokenStatus)
    const grant = grants.get(body.get('code') ?? '')
    grants.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const basic = `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`
    if (req.headers.authorization !== (lies.publicClient === true ? undefined : basic))
      return void json({ error: 'invalid_client' }, 401)
    if (
      grant === undefined ||
      challenge !== grant.request.get('code_challenge') ||
      body.get('redirect_uri') !== grant.request.get('redirect_uri')
    )
      return void json({ error: 'invalid_grant' }, 400)
    const seconds = Math.floor(Date.now() / 1000)
    const payload = {
      iss: issuer,
      aud: clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: grant.request.get('nonce') ?? '',
      ...grant.claims,
      ...lies.token,
    }
    const signed =
      lies.signature === 'none'
        ? new UnsecuredJWT(payload).encode()
        : await new SignJWT(payload)
            .setProtectedHeader({ alg: 'RS256', kid: '1' })
            .sign(lies.signature === 'forged' ? forged.privateKey : own.privateKey)
    json({ access_token: 'access', token_type: 'Bearer', id_token: signed })
  }

  return provider
}

/** As RFC 6749 (appendix B) writes what stands in basic credentials. */
function encode(value: string): string {
  return new URLSearchParams({ value }).toString().slice('value='.length)
}
