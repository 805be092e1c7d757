import type { KeyObject } from 'node:crypto'

export type DkimAlgorithm = 'rsa' | 'ed25519'

/** A key to sign with. */
export interface SigningKey {
  /** The `d=` of its signatures, as A-labels. */
  readonly domain: string
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  readonly privateKey: KeyObject
}
