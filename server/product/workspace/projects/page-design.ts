import type { components } from '../../../../generated/api-types.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { logoTypeOf, maxLogoBytes } from './logo.js'
import { shownName } from '../shown-name.js'
import type { RuleCode } from '../../../platform/http/errors/rules.js'

type Schemas = components['schemas']
type Choice = NonNullable<Schemas['ProjectPagesChoice']>

/** A project's design of its recipients' pages. Absent fields have the service's default. */
export interface PageDesign {
  /** Color as `#rrggbb`. */
  readonly accent_color?: string
  /** Sender's name, in place of the project's. */
  readonly name?: string
  readonly language?: Exclude<Schemas['PageLanguage'], 'auto'>
  /** A `data:` URI of an image that {@link logoTypeOf} knows. */
  readonly logo?: string
}

/**
 * Returns a project's design after a request: fields that the request leaves out stay, and null unsets them.
 *
 * @returns null if nothing is set any more
 * @throws ApiError 422 `validation_failed` if the logo is no such image or too large, or nothing of the name can
 *   be read
 */
export function chosenDesign(before: PageDesign | null, choice: Choice | null): PageDesign | null {
  if (choice === null) return null
  const { name, logo, language } = choice
  if (typeof logo === 'string') checkLogo(logo)
  const chosen = {
    ...before,
    ...choice,
    ...(typeof name === 'string' && { name: shownName(name, '/body/pages/name') }),
    ...(language === 'auto' && { language: null }),
  }
  const set = Object.entries(chosen).filter(([, value]) => value != null)
  return set.length === 0 ? null : Object.fromEntries(set)
}

function checkLogo(logo: string): void {
  const comma = logo.indexOf(',')
  const type = logo.slice('data:'.length, logo.indexOf(';'))
  const encoded = logo.slice(comma + 1)
  const bytes = Buffer.from(encoded, 'base64')
  const refuse = (code: RuleCode, message: string) => refusedValue('/body/pages/logo', code, message)
  // A browser refuses base64 with a part of a byte, or bits to spare; Buffer drops these.
  if (bytes.toString('base64') !== encoded) throw refuse('base64', 'must be base64 with its padding')
  if (bytes.length > maxLogoBytes) throw refuse('too_long', 'must be at most 50 kB')
  if (logoTypeOf(bytes) !== type) {
    throw refuse('content', `must be an image of the declared type, ${type}`)
  }
}

/** Returns the design without the logo. */
export function presentDesign(design: PageDesign | null): Schemas['ProjectPages'] {
  const { accent_color = null, name = null, language = 'auto' } = design ?? {}
  return { accent_color, name, language }
}
