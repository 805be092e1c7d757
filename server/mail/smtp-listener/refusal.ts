/**
 * Thrown to refuse a command or message; its text begins with the enhanced code (RFC 3463), and contains nothing that
 * a stranger sent.
 */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
  constructor(
    readonly responseCode: number,
    text: string,
    /** True if the connection ends with it, and the client's further input is not read. */
    readonly closes = false,
  ) {
    super(text)
  }
}
