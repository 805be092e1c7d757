import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blockWith } from '../../../support/documentation/documents.js'
import { inbox } from '../../../support/messages/mail.js'
import { foreignPackage } from '../../../support/packages/foreign-packages.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

/** A sign-in by a link with Auth.js, unmodified, whose provider is the one that the guide shows. */

interface AuthModule {
  readonly Auth: (request: Request, config: object) => Promise<Response>
}

const packages = fileURLToPath(new URL('../../../packages', import.meta.url))

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
  vi.stubEnv('RESEND_BASE_URL', `${service.url}/compat/resend`)
  // The guide's own text is imported from beside the packages that it imports.
  folder = mkdtempSync(path.join(packages, 'auth-js-'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
})

interface Token {
  readonly identifier: string
  readonly token: string
}

/** Keeps Auth.js's users and tokens in this process. */
function memoryAdapter() {
  const tokens: Token[] = []
  const users: { readonly id: string; readonly email: string }[] = []
  const isSame = (one: Token, other: Token) =>
    one.token === other.token && one.identifier === other.identifier
  return {
    createVerificationToken: (token: Token) => (tokens.push(token), Promise.resolve(token)),
    useVerificationToken: (given: Token) => {
      const at = tokens.findIndex((token) => isSame(token, given))
      return Promise.resolve(at < 0 ? null : tokens.splice(at, 1)[0])
    },
    getUserByEmail: (email: string) => Promise.resolve(users.find((user) => user.email === email) ?? null),
    getUserByAccount: () => Promise.resolve(null),
    getUser: (id: string) => Promise.resolve(users.find((user) => user.id === id) ?? null),
    createUser: (user: { readonly id: string; readonly email: string }) => (
      users.push(user),
      Promise.resolve(user)
    ),
    updateUser: (user: object) => Promise.resolve(user),
    linkAccount: (account: object) => Promise.resolve(account),
  }
}

const origin = 'https://app.shop.example'

/** An application with the guide's provider, and a browser that keeps its cookies. */
async function application(apiKey: string) {
  const { Auth } = await foreignPackage<AuthModule>('@auth/core')
  vi.stubEnv('RESEND_API_KEY', apiKey)
  const file = path.join(folder, `${apiKey.slice(-6)}.mjs`)
  writeFileSync(file, blockWith('js', '@auth/core/providers/resend'))
  const { provider } = (await import(pathToFileURL(file).href)) as { readonly provider: object }
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const config = {
    adapter: memoryAdapter(),
    basePath: '/auth',
    logger,
    providers: [provider],
    secret: 'a secret of the test',
    session: { strategy: 'jwt' },
    trustHost: true,
  }
  const cookies = new Map<string, string>()
  const visit = async (url: string, form?: Readonly<Record<string, string>>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(new URL(url, origin), {
      headers: { cookie },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const response = await Auth(request, config)
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const signIn = async (email: string) => {
    const { csrfToken } = (await (await visit('/auth/csrf')).json()) as { csrfToken: string }
    return visit('/auth/signin/resend', { csrfToken, email, callbackUrl: `${origin}/home` })
  }
  return { visit, signIn }
}

test('a user signs in by the link in the mail', async () => {
  const { visit, signIn } = await application(service.credentials.project_key)
  const asked = await signIn('ada@example.com')
  expect(asked.headers.get('location')).toContain('/auth/verify-request')
  const [mail] = await until(async () => {
    const mails = await inbox(service.url, 'ada@example.com')
    return mails.length > 0 && mails
  }, 'the mail')
  expect(mail).toMatchObject({
    subject: 'Sign in to app.shop.example',
    headers: { from: 'Shop <no-reply@shop.example>' },
  })
  const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect((await visit(link)).headers.get('location')).toBe(`${origin}/home`)
  const session: unknown = await (await visit('/auth/session')).json()
  expect(session).toMatchObject({ user: { email: 'ada@example.com' } })
})

test('a refused mail is an error of the sign-in', async () => {
  const { signIn } = await application('re_wrong')
  const asked = await signIn('grace@example.com')
  expect(asked.headers.get('location')).toContain('error=Configuration')
  expect(await inbox(service.url, 'grace@example.com')).toEqual([])
})
