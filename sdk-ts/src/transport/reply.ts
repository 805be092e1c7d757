import { APIConnectionError } from '../errors/errors.js'

// Statuses whose replies have no body; Response refuses to be made with one, be it empty.
const BODILESS = [204, 205, 304]

/** A reply whose body is in memory: reading it can no longer fail, hang or be cut off. */
export class CompleteReply extends Response {
  readonly #text: string

  constructor(reply: Response, text: string) {
    const { status, statusText, headers } = reply
    super(BODILESS.includes(status) ? null : text, { status, statusText, headers })
    this.#text = text
    // A reply that is made by hand has no address.
    Object.defineProperty(this, 'url', { value: reply.url })
  }

  /** True if the reply has no body, such as one of 204. */
  get isEmpty(): boolean {
    return this.#text === ''
  }

  /** Parses the body; throws APIConnectionError if it is not JSON. */
  override async json(): Promise<unknown> {
    try {
      return JSON.parse(this.#text)
    } catch (cause) {
      // A page where JSON was due mostly comes from a wrong address; a syntax error would not say so.
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
