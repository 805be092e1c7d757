import type { components } from '../../../../generated/api-types.js'
import type { Environment, KeyRestrictions } from '../../../platform/auth/principal.js'
import { validationFailed, type ErrorDetail } from '../../../platform/http/errors/api-error.js'
import { covers } from '../../../mail/network/address-ranges.js'
import { readDomain, readEnd, readRange, refuseOtherEnvironment } from './restriction-values.js'

/** Defines how a key can be narrowed: afterwards nothing is allowed that was refused before. */

type Schemas = components['schemas']
type Scope = Schemas['Scope']

/** Rights of a key. */
export interface Rights {
  readonly scopes: readonly Scope[]
  readonly restrictions: KeyRestrictions
}

/**
 * Returns the rights of a key after a request. Rights that the request leaves out stay as they are.
 *
 * @param environment the environment of the project of a project key, or null
 * @throws ApiError 422 `validation_failed`, with the code `wider` for each value that would widen the key
 */
export function narrowed(
  { scopes, restrictions: present }: Rights,
  {
    scopes: askedScopes,
    restrictions: asked = {},
  }: Pick<Schemas['UpdateApiKeyRequest'], 'scopes' | 'restrictions'>,
  environment: Environment | null,
): Rights {
  if (environment !== null) refuseOtherEnvironment(asked.environment ?? null, environment)
  const wider: ErrorDetail[] = []
  const refuse = (path: string, message: string) =>
    wider.push({ path: `/body/${path}`, code: 'wider', message })
  const at = (field: keyof Schemas['ApiKeyRestrictions'], index?: number) =>
    `restrictions/${field}${index === undefined ? '' : `/${index}`}`

  askedScopes?.forEach((scope, index) => {
    if (!scopes.includes(scope)) refuse(`scopes/${index}`, 'must be a scope that the key has')
  })
  const ipCidrs = narrowedList(present.ipCidrs, asked.ip_cidrs, readRange, covers)
  const senderDomains = narrowedList(
    present.senderDomains,
    asked.sender_domains,
    readDomain,
    (outer, inner) => outer === inner,
  )
  for (const index of ipCidrs.beyond) {
    refuse(at('ip_cidrs', index), 'must be within an address or a range that the key has')
  }
  for (const index of senderDomains.beyond)
    refuse(at('sender_domains', index), 'must be a domain that the key has')
  if (ipCidrs.isEmptied) refuse(at('ip_cidrs'), 'must not be empty, which would be any address')
  if (senderDomains.isEmptied) refuse(at('sender_domains'), 'must not be empty, which would be any domain')
  if (
    asked.environment !== undefined &&
    present.environment !== null &&
    asked.environment !== present.environment
  ) {
    refuse(at('environment'), `must be ${present.environment}, as the key has it`)
  }
  const { expires_at: askedEnd = present.expiresAt?.toISOString() ?? null } = asked
  const expiresAt = readEnd(askedEnd, present.expiresAt)
  if (isLater(expiresAt, present.expiresAt))
    refuse(at('expires_at'), 'must not be later than the end that the key has')
  if (wider.length > 0) throw validationFailed(wider)
  return {
    scopes: askedScopes === undefined ? scopes : [...new Set(askedScopes)],
    restrictions: {
      // A project key is held to its project, without a restriction of its own.
      environment: present.environment ?? (environment === null ? (asked.environment ?? null) : null),
      ipCidrs: ipCidrs.values,
      senderDomains: senderDomains.values,
      expiresAt,
    },
  }
}

/** A list that narrows a key if it has any entries. */
interface NarrowedList {
  readonly values: readonly string[]
  /** Indexes of entries that nothing in the present list covers. */
  readonly beyond: readonly number[]
  /** True if the request would empty the present list. */
  readonly isEmptied: boolean
}

function narrowedList(
  present: readonly string[],
  asked: readonly string[] | undefined,
  read: (given: string, index: number) => string,
  covered: (outer: string, inner: string) => boolean,
): NarrowedList {
  if (asked === undefined) return { values: present, beyond: [], isEmptied: false }
  const values = asked.map(read)
  const isWithin = (value: string) => present.length === 0 || present.some((outer) => covered(outer, value))
  return {
    values: [...new Set(values)],
    beyond: [...values.keys()].filter((index) => !isWithin(values[index] ?? '')),
    isEmptied: present.length > 0 && values.length === 0,
  }
}

/** Returns whether an end is later than another; null means no end. */
function isLater(end: Date | null, than: Date | null): boolean {
  return than !== null && (end === null || end > than)
}
