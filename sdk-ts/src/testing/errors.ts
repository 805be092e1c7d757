import type { Mail } from './mail.js'

/** The test server could not be found or started, or its sink did not answer. */
export class TestServerError extends Error {
  override name = 'TestServerError'
}

/** The awaited mail did not arrive in time: none matches the filter. */
export class MailTimeoutError extends Error {
  override name = 'MailTimeoutError'
  /** The newest mails in the sink, max 10. */
  readonly mails: readonly Mail[]

  /** @internal */
  constructor(message: string, mails: readonly Mail[]) {
    super(message)
    this.mails = mails
  }
}
