import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A real OpenID provider, which was not written for this project: whoever types a name is that person. */
export interface RealProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  close(): Promise<void>
}

/**
 * @param redirectUri what it sends browsers back to
 * @param domain of the addresses of its people; `admins` are those whose names begin with it
 */
export async function startRealProvider(redirectUri: string, domain: string): Promise<RealProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'postseal', clientSecret: 'of the real provider' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of a test'] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `${sub}@${domain}`,
        email_verified: !sub.startsWith('unverified'),
        name: `Person ${sub}`,
        groups: sub.startsWith('admin') ? ['admins'] : ['staff'],
      }),
    }),
  })
  const handle = provider.callback()
  server.on('request', (req, res) => void handle(req, res))
  return {
    issuer,
    ...client,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
