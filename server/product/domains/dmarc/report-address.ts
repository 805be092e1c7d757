/** Where DMARC and TLS reports are to be sent to, as the `rua` of the records that this service proposes. */
export function reportAddress(returnPathDomain: string): string {
  return `dmarc@${returnPathDomain}`
}
