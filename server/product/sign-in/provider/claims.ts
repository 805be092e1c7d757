import type { UserRole } from '../../../platform/auth/principal.js'
import { foldAddress, isEmailAddress } from '../../../mail/address.js'
import { cleanName } from '../../../mail/text/clean-name.js'
import type { ProviderSettings } from './rows.js'

/** What a provider says of a person: the claims of an ID token and of the user information, as far as both are one's. */
export type Claims = Readonly<Record<string, unknown>>

/** The address of a person, as `foldAddress` writes it. */
export type ClaimedAddress =
  | { readonly email: string; readonly problem?: undefined }
  | { readonly email?: undefined; readonly problem: string }

/**
 * The address that a provider vouches for (OpenID Connect Core 1.0, section 5.1). One that it does not call verified is
 * none: whoever can write any address into an account there could take over a user here.
 */
export function addressOf(
  claims: Claims,
  settings: Pick<ProviderSettings, 'assume_email_verified'>,
): ClaimedAddress {
  const { email, email_verified: verified } = claims
  if (typeof email !== 'string' || !isEmailAddress(email))
    return { problem: 'Your provider has told no e-mail address. It needs the scope "email".' }
  const isVerified =
    verified === undefined ? settings.assume_email_verified : verified === true || verified === 'true'
  if (!isVerified) return { problem: `Your provider has not verified the address ${email}.` }
  return { email: foldAddress(email) }
}

/** The name of a person, if it can be shown. */
export function nameOf({ name }: Claims): string | null {
  if (typeof name !== 'string') return null
  const shown = cleanName(name)
  return shown !== null && shown.length <= 100 ? shown : null
}

/**
 * The role that claims give: the highest that one of their values is meant for.
 *
 * @returns undefined where the claims decide nothing, null where they give no role
 */
export function roleOf(
  claims: Claims,
  {
    role_claim: claim,
    roles,
    default_role: fallback,
  }: Pick<ProviderSettings, 'role_claim' | 'roles' | 'default_role'>,
): UserRole | null | undefined {
  if (claim === null) return undefined
  const values = new Set([valueAt(claims, claim)].flat().filter((value) => typeof value === 'string'))
  const given = (['owner', 'admin', 'member'] as const).find((role) =>
    roles[role].some((value) => values.has(value)),
  )
  return given ?? fallback
}

/** Whether claims have one, as {@link roleOf} looks for it. */
export function hasClaim(claims: Claims, name: string): boolean {
  return valueAt(claims, name) !== undefined
}

/** A claim by its name, which may have dots itself, as those that are URLs do; or else by the path that the dots make. */
function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}
