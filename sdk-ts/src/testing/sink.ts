import { MailTimeoutError, TestServerError } from './errors.js'
import { mailOf, type Mail, type MailView } from './mail.js'

/** Selects mails. */
export interface MailFilter {
  /** The address of one of the recipients. Case-insensitive. */
  to?: string | undefined
  /** Part of the subject, or a pattern for it. */
  subject?: string | RegExp | undefined
}

/** The mail to wait for, and the maximum time to wait. */
export interface WaitForMailOptions extends MailFilter {
  /**
   * Milliseconds to wait. Default: 4 500, because Vitest and Jest end a test after 5 seconds without showing the mails
   * in the sink. On a slow machine, increase this time and the test's own time-out.
   */
  timeout_ms?: number | undefined
}

interface SinkPage {
  data: MailView[]
  has_more: boolean
  next_cursor: string | null
}

const FIRST_WAIT_MS = 25
const LONGEST_WAIT_MS = 500
const GROWTH = 1.5
const REQUEST_MS = 10_000
/** Less than the 5 seconds after which Vitest and Jest end a test. */
const DEFAULT_WAIT_MS = 4500

/** Reads the mails that a test server has sent. */
export class Sink {
  readonly #url: string

  /** @param url the URL of the sink's JSON, such as `http://127.0.0.1:4000/sink/messages` */
  constructor(url: string) {
    this.#url = url
  }

  /** Returns the mails, newest first. Rejects with TestServerError. */
  async list(filter: MailFilter = {}): Promise<Mail[]> {
    const mails: Mail[] = []
    for await (const page of this.#pages(filter.to)) mails.push(...page.filter(matches(filter)))
    return mails
  }

  /**
   * Waits for a mail that matches the filter, and returns the newest match. Returns at once if the sink already has
   * such a mail. Rejects with MailTimeoutError, which lists the mails in the sink, or with TestServerError.
   */
  async waitForMail(options: WaitForMailOptions = {}): Promise<Mail> {
    const { timeout_ms = DEFAULT_WAIT_MS, ...filter } = options
    const deadline = Date.now() + timeout_ms
    const seen = new Set<string>()
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * GROWTH, LONGEST_WAIT_MS)) {
      for await (const page of this.#pages(filter.to)) {
        const found = page.find(matches(filter))
        if (found) return found
        // All older pages are already checked.
        if (page.some(({ id }) => seen.has(id))) break
        for (const { id } of page) seen.add(id)
      }
      const left = deadline - Date.now()
      if (left <= 0) throw await this.#timeout(filter, timeout_ms)
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, left)))
    }
  }

  /** Deletes all mails. Rejects with TestServerError. */
  async clear(): Promise<void> {
    await this.#fetch(this.#url, 'DELETE')
  }

  async #timeout(filter: MailFilter, ms: number): Promise<MailTimeoutError> {
    const first = await this.#pages().next()
    const newest = (first.value ?? []).slice(0, 10)
    const wanted = [
      filter.to === undefined ? '' : ` to ${filter.to}`,
      filter.subject === undefined ? '' : ` with the subject ${textOf(filter.subject)}`,
    ]
    const there = newest.map(({ envelope, subject }) => `to ${envelope.to.join(', ')}: ${subject ?? ''}`)
    const instead = there.length === 0 ? 'The sink is empty.' : `The sink has:\n${there.join('\n')}`
    return new MailTimeoutError(`No mail${wanted.join('')} came within ${ms} ms. ${instead}`, newest)
  }

  async *#pages(to?: string): AsyncGenerator<Mail[], void, void> {
    const query = new URLSearchParams({ limit: '100', ...(to !== undefined && { to }) })
    for (;;) {
      const reply = await this.#fetch(`${this.#url}?${query.toString()}`)
      const { data, has_more, next_cursor } = (await reply.json()) as SinkPage
      yield data.map((view) => mailOf(view, (index) => this.#attachment(view.id, index)))
      if (!has_more || next_cursor === null) return
      query.set('cursor', next_cursor)
    }
  }

  async #attachment(id: string, index: number): Promise<Uint8Array> {
    const reply = await this.#fetch(`${this.#url}/${id}/attachments/${index}`)
    return new Uint8Array(await reply.arrayBuffer())
  }

  async #fetch(url: string, method = 'GET'): Promise<Response> {
    let reply: Response
    try {
      reply = await fetch(url, { method, signal: AbortSignal.timeout(REQUEST_MS) })
    } catch (cause) {
      throw new TestServerError(`The sink at ${this.#url} cannot be reached. Has the server ended?`, {
        cause,
      })
    }
    if (reply.ok) return reply
    throw new TestServerError(`The sink at ${this.#url} answered ${reply.status}: ${await reply.text()}`)
  }
}

function matches({ subject }: MailFilter): (mail: Mail) => boolean {
  if (subject === undefined) return () => true
  if (typeof subject === 'string') return (mail) => mail.subject?.includes(subject) ?? false
  // A copy without "g" and "y", because with these flags `test` continues from its previous match.
  return (mail) => new RegExp(subject.source, subject.flags.replace(/[gy]/g, '')).test(mail.subject ?? '')
}

function textOf(subject: string | RegExp): string {
  return typeof subject === 'string' ? JSON.stringify(subject) : String(subject)
}
