/** Something that the contract may not be released with. */
export interface Finding {
  /** Which rule it breaks, in kebab case. */
  readonly rule: string
  /** A JSON pointer into the contract, or a file. */
  readonly place: string
  /** A sentence for the person who reads it. */
  readonly message: string
}

/** A finding in one line. */
export function lineOf({ rule, place, message }: Finding): string {
  return `${rule} at ${place}: ${message}`
}
