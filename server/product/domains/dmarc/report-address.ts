/** Returns the address for DMARC and TLS reports, as the `rua` of the records that this service proposes. */
export function reportAddress(returnPathDomain: string): string {
  return `dmarc@${returnPathDomain}`
}
