import { randomBytes } from 'node:crypto'
import { newUuid, toTypeId, type Prefix } from '../../../server/platform/db/ids.js'
import { document } from '../api/contract.js'
import type { KnownIds } from '../api/requests.js'

const schemas = Object.values(document.components['schemas'] ?? {}) as { pattern?: string }[]
const prefixes = schemas.flatMap(({ pattern = '' }) => /^\^([a-z]+)_/.exec(pattern)?.[1] ?? [])

/** Ids of each form that the contract has, which nothing has, and a token that is of no sign-in link. */
export const unknownIds: KnownIds = {
  ...Object.fromEntries(prefixes.map((prefix) => [prefix, () => toTypeId(prefix as Prefix, newUuid())])),
  token: () => randomBytes(32).toString('base64url'),
}
