import { APIConnectionError } from '../errors/errors.js'

// Statuses whose replies have no body. The Response constructor rejects even an empty body for them.
const BODILESS = [204, 205, 304]

/** A reply whose body is in memory. Reading it cannot fail, hang or break off. */
export class CompleteReply extends Response {
  readonly #text: string

  constructor(reply: Response, text: string) {
    const { status, statusText, headers } = reply
    super(BODILESS.includes(status) ? null : text, { status, statusText, headers })
    this.#text = text
    // A reply that is constructed here has no URL.
    Object.defineProperty(this, 'url', { value: reply.url })
  }

  /** True if the reply has no body, such as a 204 reply. */
  get isEmpty(): boolean {
    return this.#text === ''
  }

  /** Parses the body. Throws APIConnectionError if it is not JSON. */
  override async json(): Promise<unknown> {
    try {
      return JSON.parse(this.#text)
    } catch (cause) {
      // An HTML page in place of JSON usually comes from a wrong URL, which a syntax error would not say.
      throw new APIConnectionError(
        `The reply (status ${this.status}) is not JSON. Is baseURL the address of a Postseal service?`,
        { cause },
      )
    }
  }

  /** Returns the parsed body, or its text if it is not JSON. */
  content(): unknown {
    try {
      return JSON.parse(this.#text)
    } catch {
      return this.#text
    }
  }
}
