import { call } from '../api/api.js'
import { Authenticator, type Wrongly } from './authenticator.js'
import type { TestService } from '../service/service.js'

interface Service {
  readonly url: string
  readonly config?: Pick<TestService['config'], 'publicUrl'>
}

/** The origin of a service's pages, as tests reach it. */
export const originOf = ({ url, config }: Service) =>
  config?.publicUrl ?? url.replace('127.0.0.1', 'localhost')

export const beginRegistration = (service: Service, session: string) =>
  call(service.url, 'POST', '/v1/passkey-registrations', { key: session })

/** A request to complete a registration of the user who has this session. */
export async function passkeyBody(
  service: Service,
  session: string,
  { device = new Authenticator(), wrongly = {} }: { device?: Authenticator; wrongly?: Wrongly } = {},
) {
  const { body } = await beginRegistration(service, session)
  const credential = device.make(body.options, originOf(service), wrongly)
  return { registration_id: body.id as string, name: 'Laptop', credential }
}

/** A passkey of the user who has this session. */
export async function register(service: Service, session: string, device = new Authenticator()) {
  const body = await passkeyBody(service, session, { device })
  const reply = await call(service.url, 'POST', '/v1/passkeys', { key: session, body })
  if (reply.status !== 201) throw new Error(reply.text)
  return { id: reply.body.id as string, device }
}

/** Registers with what a device made otherwise than it should. */
export async function registerWrongly(service: Service, session: string, wrongly: Wrongly) {
  const body = await passkeyBody(service, session, { wrongly })
  return call(service.url, 'POST', '/v1/passkeys', { key: session, body })
}

export const challenge = (service: Service) => call(service.url, 'POST', '/v1/passkey-challenges', {})

/**
 * Signs in with a device, as it should or otherwise.
 *
 * @param options.at another process of the service, which is to be told
 */
export async function signInWith(
  service: Service,
  device: Authenticator,
  {
    at = service,
    headers = {},
    ...wrongly
  }: Wrongly & { at?: Service; headers?: Record<string, string> } = {},
) {
  const { body } = await challenge(service)
  const credential = device.sign(body.options, originOf(service), wrongly)
  return use(at, body.id as string, credential, headers)
}

export const use = (
  { url }: Service,
  challengeId: string,
  credential: object,
  headers: Record<string, string> = {},
) => call(url, 'POST', '/v1/passkey-sessions', { body: { challenge_id: challengeId, credential }, headers })
