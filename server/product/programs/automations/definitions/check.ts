import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import type { RulePlace } from '../../../audience/segments/rules/rule.js'
import { cleanName } from '../../../../../base/text/clean-name.js'
import { refusedValue, validationFailed } from '../../../../platform/http/errors/api-error.js'
import { normalizeAddress } from '../../../../../base/addresses/address.js'
import { admitReplyTo } from '../../../messages/admit/recipients.js'
import type { Definition, Sender } from '../definition.js'
import { mistakesInNamed } from './look-up.js'
import { isTooLarge, mistakesIn } from './mistakes.js'
import { namedIn, referencesOf, type References } from './named.js'

/** The most mistakes that the contract shows at once. */
const shownAtMost = 20

/** A definition that can be stored, and the things that it names. */
export interface CheckedDefinition {
  readonly definition: Definition
  readonly references: References
}

/**
 * Checks a definition. The things that it names are locked against deletion until the transaction ends.
 *
 * @param at a JSON Pointer to the definition in the request
 * @returns the definition with the defaults filled in
 * @throws ApiError 422 `validation_failed` with up to 20 of its mistakes
 */
export async function checkDefinition(
  trx: Knex.Transaction,
  place: RulePlace,
  body: components['schemas']['CreateAutomationVersionRequest'],
  at: string,
): Promise<CheckedDefinition> {
  const definition = definitionOf(body)
  if (isTooLarge(definition)) throw refusedValue(at, 'too_long', 'has more than 500 kB of JSON')
  const named = namedIn(definition, at)
  const mistakes = [...mistakesIn(definition, at), ...(await mistakesInNamed(trx, place, named))]
  if (mistakes.length > 0) throw validationFailed(mistakes.slice(0, shownAtMost))
  return { definition, references: referencesOf(named) }
}

/** Returns a definition in the form to store, with the defaults. */
export function definitionOf(body: components['schemas']['CreateAutomationVersionRequest']): Definition {
  const { trigger, entry_rule, reentry, exit_on, sender, steps } = body
  return {
    trigger,
    entry_rule: entry_rule ?? null,
    reentry: { mode: 'after_exit', ...reentry },
    exit_on: exit_on ?? [],
    sender: sender === undefined ? {} : senderOf(sender),
    steps,
  }
}

/** Returns the sender in the form in which sends store it. */
function senderOf({ from_email, from_name, reply_to, ...rest }: Sender): Sender {
  const name = cleanName(from_name)
  return {
    ...(from_email !== undefined && { from_email: normalizeAddress(from_email) }),
    ...(name !== null && { from_name: name }),
    ...(reply_to !== undefined && { reply_to: admitReplyTo(reply_to) }),
    ...rest,
  }
}
