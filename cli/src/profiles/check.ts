import { CommandFailure } from '../mistakes.js'
import { ServiceRefusal } from '../request/errors.js'
import { sendForText, type Sending } from '../request/send.js'
import type { Service } from '../request/service.js'

/** Data about a service that answered. */
export interface KnownService {
  /** The name of the workspace, if the credential can read it. */
  readonly workspace: string | undefined
}

/**
 * Checks that a service is a Postseal service and accepts the credential. Some credentials cannot read the workspace,
 * so a permission error also shows that the credential is valid.
 *
 * @throws CommandFailure if it is not a Postseal service, or does not accept the credential
 */
export async function checkService(service: Service, sending: Sending): Promise<KnownService> {
  const request = { method: 'GET', target: '/v1/workspace', accept: 'application/json' }
  try {
    return { workspace: nameIn(await sendForText(service, request, sending), service) }
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error
    if (error.code === undefined) throw noService(service)
    if (error.status === 403 && error.code !== 'ip_not_allowed') return { workspace: undefined }
    throw error
  }
}

function nameIn(text: string, service: Service): string {
  try {
    const { name } = JSON.parse(text) as { name?: unknown }
    if (typeof name === 'string') return name
  } catch {
    // The error is reported below.
  }
  throw noService(service)
}

function noService({ baseUrl }: Service): CommandFailure {
  return new CommandFailure(`What answers at ${baseUrl} is not a Postseal service.`)
}
