import type { UserRole } from '../../../platform/auth/principal.js'
import { foldAddress, isEmailAddress } from '../../../../base/addresses/address.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import type { ProviderSettings } from './provider-rows.js'

/**
 * Claims that a provider makes about a person, in an ID token and in the user information, if both are about the same
 * person.
 */
export type Claims = Readonly<Record<string, unknown>>

/** The address of a person, as `foldAddress` writes it. */
export type ClaimedAddress =
  | { readonly email: string; readonly problem?: undefined }
  | { readonly email?: undefined; readonly problem: string }

/**
 * Returns the address that a provider vouches for (OpenID Connect Core 1.0, section 5.1). An address that it does not
 * call verified counts for nothing: whoever can write any address into an account there could take over a user here.
 */
export function addressOf(
  claims: Claims,
  settings: Pick<ProviderSettings, 'assume_email_verified'>,
): ClaimedAddress {
  const { email, email_verified: verified } = claims
  if (typeof email !== 'string' || !isEmailAddress(email))
    return { problem: 'Your provider did not return an e-mail address. It needs the scope "email".' }
  const isVerified =
    verified === undefined ? settings.assume_email_verified : verified === true || verified === 'true'
  if (!isVerified) return { problem: `Your provider has not verified the address ${email}.` }
  return { email: foldAddress(email) }
}

/** Returns the name of a person, if it can be shown. */
export function nameOf({ name }: Claims): string | null {
  if (typeof name !== 'string') return null
  const shown = cleanName(name)
  return shown !== null && shown.length <= 100 ? shown : null
}

/**
 * Returns the role that claims give: the highest role to which one of their values belongs.
 *
 * @returns undefined if the claims decide nothing, null if they give no role
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

/** Returns whether claims contain a claim, by the same look-up as {@link roleOf}. */
export function hasClaim(claims: Claims, name: string): boolean {
  return valueAt(claims, name) !== undefined
}

/**
 * Merges the claims of an ID token with those of the user information that it lacks. Claims that belong together come
 * from one of the two: an address and the statement whether it is verified, since some providers have one address in
 * the one and let people write another into the other; and the whole of the claim that gives a role.
 *
 * @param roleClaim name of the claim that gives a role, as for {@link roleOf}
 */
export function mergedClaims(token: Claims, more: Claims, roleClaim: string | null): Claims {
  return {
    ...more,
    ...token,
    ...(roleClaim !== null && {
      [roleClaim]: valueAt(hasClaim(token, roleClaim) ? token : more, roleClaim),
    }),
    ...addressIn(token, more),
  }
}

function addressIn(token: Claims, more: Claims): Claims {
  const { email, email_verified: verified } = token
  if (email === undefined || email === null)
    return { email: more['email'], email_verified: more['email_verified'] }
  if (verified !== undefined) return { email, email_verified: verified }
  const isSame =
    typeof email === 'string' && typeof more['email'] === 'string' && isSameAddress(email, more['email'])
  return { email, email_verified: isSame ? more['email_verified'] : undefined }
}

function isSameAddress(one: string, other: string): boolean {
  return isEmailAddress(one) && isEmailAddress(other) && foldAddress(one) === foldAddress(other)
}

/** Returns a claim by its name, which may contain dots, as URLs do; or else by the path that the dots make. */
function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}
