import type { Variable as UsedVariable } from 'liquidjs'
import { closestName } from '../../../../platform/http/validation/closest-name.js'
import type { Mistake } from '../compiling/source.js'

/** The name under which every template sees the contact. */
export const contactName = 'contact'

/** Fields of a contact (`ContactView`). A project's own properties are below `properties`. */
const fields = ['email', 'name', 'properties']

/** Most mistakes that are reported at once. */
const maxTold = 20

const identifier = /^[A-Za-z_][\w-]*$/

/** A use of the contact that has no value for any contact. */
export type ContactMistake = Pick<Mistake, 'code' | 'message' | 'line' | 'column' | 'variable'>

/**
 * Finds paths such as `contact.first_name`, which have no value for any contact: `default` would hide that in each
 * mail, and a condition would never be true.
 *
 * A field that a variable names (`contact[which]`) is a mistake as well, because nobody can tell which field it is.
 * The contact as a whole is no mistake: `{% if contact %}` asks whether there is one. Other names that `assign` gives
 * to the contact are not followed.
 *
 * @param uses the global uses of `contact` that LiquidJS found, in output, conditions, loops, assignments and
 *   arguments
 */
export function contactMistakes(uses: readonly UsedVariable[]): ContactMistake[] {
  return uses
    .filter(({ segments: [, field] }) => field !== undefined && !fields.some((each) => each === field))
    .slice(0, maxTold)
    .map(({ segments, location: { row, col } }): ContactMistake => {
      const [, field, ...rest] = segments
      const at = { code: 'unknown_contact_field' as const, line: row, column: col }
      if (typeof field === 'object') {
        const message =
          'uses a field of contact that a variable names: name it, or write contact.properties[…]'
        return { ...at, message, variable: contactName }
      }
      const name = `${field}`
      const written = `${contactName}${access(name)}`
      const message = `uses ${written}, which no contact has: write ${meant(name, rest)}`
      return { ...at, message, variable: written }
    })
}

/** Returns the field that was misspelt, or else the property of that name. */
function meant(name: string, rest: readonly unknown[]): string {
  const closest =
    closestName(name, fields) ?? (/^propert/i.test(name) && rest.length > 0 ? 'properties' : undefined)
  return closest === undefined ? `${contactName}.properties${access(name)}` : `${contactName}.${closest}`
}

function access(name: string): string {
  const short = name.slice(0, 100)
  return identifier.test(short) ? `.${short}` : `["${short}"]`
}
