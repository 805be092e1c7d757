import { readFileSync } from 'node:fs'
import type { Verdict } from '../support/webhooks/verify-webhook.js'

/** Vectors for signing and verifying in any language, as README.md describes them. */
interface SignatureVectors {
  canonical: { name: string; value: string; canonical: string }[]
  sign: { name: string; payload: string; timestamp: number; secrets: string[]; header: string }[]
  verify: {
    name: string
    payload: string
    header: string | null
    secrets: string[]
    now: number
    tolerance_seconds: number
    expect: Verdict
  }[]
  standard: {
    sign: {
      name: string
      id: string
      payload: string
      timestamp: number
      secrets: string[]
      keys: string[]
      signature: string
    }[]
    verify: {
      name: string
      payload: string
      headers: Record<string, string>
      secret: string
      now: number
      expect: Verdict
    }[]
  }
}

export const signatureVectors = JSON.parse(
  readFileSync(new URL('webhook-signatures.json', import.meta.url), 'utf8'),
) as SignatureVectors
