import { printableLine } from '../../../base/text/printable.js'
import { CommandFailure } from '../mistakes.js'
import { isRecord } from '../output/cell.js'
import { ServiceRefusal } from '../request/errors.js'
import type { RequestBody } from '../request/request.js'
import { send, type Sending } from '../request/send.js'
import { isOpenToOthers } from '../request/service.js'
import type { Account, Credentials } from './credentials.js'

/** A reply longer than this is not read. The longest is a list of all suppressions, without pages. */
const maxBytes = 200_000_000
/** Services answer 429 for many seconds in a row, and a move is long. */
const maxRetries = 8
const maxExcerpt = 300

/** The words for refused credentials of services that answer 403 to them: Amazon SES and listmonk. */
const refusedKey = /security token|signature|invalid (?:API credentials|session)/i

/** The credentials that a request takes. */
type Which = 'usual' | 'account'

/** The other service refused to show something that its key has no access to, or that the account does not have. */
export class NotReadable extends CommandFailure {
  override name = 'NotReadable'
}

/** Reads from the API of the service that things are brought from. */
export class OtherService {
  readonly baseUrl: string
  readonly #account: Account
  readonly #credentials: Credentials
  readonly #sending: Sending

  constructor(account: Account, given: { baseUrl: string; credentials: Credentials }, sending: Sending) {
    this.baseUrl = given.baseUrl
    this.#account = account
    this.#credentials = given.credentials
    const { onRetry } = sending
    this.#sending = {
      ...sending,
      maxRetries,
      ...(onRetry && {
        onRetry: (error, seconds) => onRetry(this.#failure(error, 'a request'), seconds),
      }),
    }
  }

  /** True if others on the network can read the key. */
  get isOpen(): boolean {
    return isOpenToOthers(this.baseUrl)
  }

  /** Returns whether there are credentials for requests about the whole account. */
  get hasAccount(): boolean {
    return this.#credentials.account !== undefined
  }

  /** Returns the JSON of a reply. */
  get(target: string, which: Which = 'usual'): Promise<unknown> {
    return this.#ask('GET', target, which)
  }

  /** Sends JSON that changes nothing, such as a template to render, and returns the JSON of the reply. */
  post(target: string, value: unknown): Promise<unknown> {
    return this.#ask('POST', target, 'usual', { kind: 'json', value })
  }

  async #ask(method: string, target: string, which: Which, body?: RequestBody): Promise<unknown> {
    const what = `${method} ${target.split('?')[0]}`
    // The credentials are in header fields of the other service's own, so none is for `send` to add.
    const service = { baseUrl: this.baseUrl, apiKey: undefined, projectId: undefined }
    const { usual, sign } = this.#credentials
    const content = body?.kind === 'json' ? JSON.stringify(body.value) : ''
    const signature = sign?.({ method, url: new URL(this.baseUrl + target), body: content })
    const headers = { ...(this.#credentials[which] ?? usual), ...signature }
    const common = { method, target, accept: 'application/json', headers, isRead: true }
    const request = { ...common, ...(body && { body }) }
    let text: string
    try {
      const { parts } = await send(service, request, this.#sending)
      text = await bounded(parts, () => this.#said(`The reply to ${what} is too long.`))
    } catch (error) {
      throw this.#failure(error, what)
    }
    try {
      return JSON.parse(text)
    } catch {
      throw this.#said(`The reply to ${what} is not JSON. Is ${this.baseUrl} the address of the API?`)
    }
  }

  #failure(error: unknown, what: string): CommandFailure {
    if (!(error instanceof ServiceRefusal)) {
      if (error instanceof CommandFailure) return error
      throw error
    }
    const { keyName, title } = this.#account
    if (error.status === 401 || (error.status === 403 && refusedKey.test(error.text)))
      return new CommandFailure(`${keyName} is not accepted by ${this.baseUrl}.${this.#excerpt(error)}`)
    const message = `${title} answered ${error.status} to ${what}.${this.#excerpt(error)}`
    if (error.status === 403 || error.status === 404) return new NotReadable(message)
    if (error.status >= 300 && error.status < 400)
      return new CommandFailure(`${message} Redirects are not followed: is ${this.baseUrl} right?`)
    return new CommandFailure(message)
  }

  /** Returns what the service says of its refusal, without its credentials. */
  #excerpt({ text }: ServiceRefusal): string {
    const said = messageIn(text)
    if (said === undefined) return ''
    const { usual, account, secrets = [] } = this.#credentials
    const clean = Object.values({ ...usual, ...account })
      .flatMap((secret) => [secret, secret.replace(/^\S+ /, '')])
      .concat(secrets)
      .reduce((line, secret) => line.replaceAll(secret, '***'), said)
    return ` It says: ${printableLine(clean, maxExcerpt)}`
  }

  #said(message: string): CommandFailure {
    return new CommandFailure(`${this.#account.title}: ${message}`)
  }
}

async function bounded(parts: AsyncIterable<Uint8Array>, tooLong: () => Error): Promise<string> {
  const all: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > maxBytes) throw tooLong()
    all.push(part)
  }
  return Buffer.concat(all).toString()
}

/** Returns the message of an error, which the services put in different places. */
function messageIn(text: string): string | undefined {
  let error: unknown
  try {
    error = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(error)) return undefined
  const first: unknown = Array.isArray(error['errors']) ? error['errors'][0] : undefined
  const said = [error['message'], error['Message'], isRecord(first) ? first['message'] : undefined]
  return said.find((each): each is string => typeof each === 'string')
}
