/**
 * A refusal; its text begins with the enhanced code (RFC 3463), and neither says anything a stranger sent.
 */
export class SmtpRefusal extends Error {
  override name = 'SmtpRefusal'
  constructor(
    readonly responseCode: number,
    text: string,
    /** Whether the connection ends with it, and what came behind is not read. */
    readonly closes = false,
  ) {
    super(text)
  }
}
