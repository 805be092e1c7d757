/** What a report says of itself and of the domain it is about. */
export interface ReportHead {
  /** Who wrote it, folded: white space as one space and in lower case. */
  readonly reporter: string
  readonly reportId: string
  readonly begins: Date
  readonly ends: Date
  readonly policy: PublishedPolicy
}

export interface PublishedPolicy {
  readonly domain: string
  /** Whether alignment is strict (RFC 9989, section 4.4). */
  readonly strictDkim: boolean
  readonly strictSpf: boolean
}

export type Disposition = 'none' | 'quarantine' | 'reject'

/** Messages of one address that fared alike. */
export interface ReportRow {
  /** As one address is always written. */
  readonly address: string
  readonly count: number
  /** Undefined where the report does not say. It is the policy's domain then. */
  readonly headerFrom: string | undefined
  readonly disposition: Disposition
  /** What the receiver made of the alignment; undefined where the report does not say. */
  readonly evaluated: { readonly dkim: boolean; readonly spf: boolean } | undefined
  /** DKIM signatures that hold. */
  readonly signatures: readonly { readonly domain: string; readonly selector: string }[]
  /** Domains that SPF passed for. */
  readonly spfDomains: readonly string[]
}
