/** A mail transaction whose data has arrived (RFC 5321 section 3.3). */
export interface ReceivedMail {
  /** Envelope sender, empty for the null reverse path `<>`. */
  readonly from: string
  readonly to: readonly string[]
  readonly raw: Buffer
  /** The client's IP address. */
  readonly clientAddress: string
}
