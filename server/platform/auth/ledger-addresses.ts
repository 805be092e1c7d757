import { hkdfSync } from 'node:crypto'
import type { LedgerAddresses } from '../ledger/ledger.js'
import { addressTokens } from './address-tokens.js'
import { presentKey, type KeySource } from './key-source.js'
import { SealedError, sealer } from './sealed.js'

/**
 * Hides the addresses in a ledger. The hash and the ciphertext both derive from the erasure key: there is only ever
 * one, which every backup has, so that a restored service can read entries written after its backup, whatever other
 * keys were rotated in between.
 *
 * @param erasure the erasure keys
 */
export function ledgerAddresses(erasure: KeySource): LedgerAddresses {
  const tokens = addressTokens(erasure)
  const own = sealer(() => [
    new Uint8Array(hkdfSync('sha256', presentKey(erasure), '', 'postseal ledger addresses', 32)),
  ])
  const placeOf = (workspaceId: string) => ['ledger', workspaceId]
  return {
    hide: (workspaceId, address) => ({
      who: tokens(workspaceId, null, address),
      sealed: own.seal(Buffer.from(address), placeOf(workspaceId)).toString('base64url'),
    }),
    reveal: (workspaceId, sealed) => {
      try {
        return own.open(Buffer.from(sealed, 'base64url'), placeOf(workspaceId)).toString()
      } catch (error) {
        if (error instanceof SealedError) return undefined
        throw error
      }
    },
  }
}
