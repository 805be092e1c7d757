import type { Mail } from './mail.js'

/** The test server was not found or did not start, or its sink did not answer. */
export class TestServerError extends Error {
  override name = 'TestServerError'
}

/** No mail that matches the filter arrived in time. */
export class MailTimeoutError extends Error {
  override name = 'MailTimeoutError'
  /** The newest mails in the sink, at most 10. */
  readonly mails: readonly Mail[]

  /** @internal */
  constructor(message: string, mails: readonly Mail[]) {
    super(message)
    this.mails = mails
  }
}
