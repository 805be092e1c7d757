export type Rule = ContractRule
export type Rules = ContractRules

/** Matches a text that looks like an address; the service decides (RFC 5321, section 4.1.2). */
const address = /^[^\s@]+@[^\s@]+$/

/**
 * Checks a value, and returns the mistake in words for the person who typed it.
 *
 * @returns undefined if the value follows the rule
 */
export function mistakeIn(value: unknown, rule: Rule | undefined): string | undefined {
  if (rule === undefined) return undefined
  if (value === undefined || value === '' || value === null || (Array.isArray(value) && value.length === 0)) {
    return rule.required === true ? 'Required.' : undefined
  }
  if (typeof value === 'string') return mistakeInText(value, rule)
  if (typeof value === 'number') return mistakeInNumber(value, rule)
  if (Array.isArray(value)) {
    if (rule.maxItems !== undefined && value.length > rule.maxItems)
      return `At most ${rule.maxItems}, not ${value.length}.`
    for (const item of value) {
      const mistake = mistakeIn(item, rule.items)
      if (mistake !== undefined) return typeof item === 'string' ? `${item}: ${mistake}` : mistake
    }
  }
  return undefined
}

function mistakeInText(
  value: string,
  { enum: values, format, pattern, minLength, maxLength }: Rule,
): string | undefined {
  const { length } = [...value]
  if (minLength !== undefined && length < minLength) return `At least ${counted(minLength)}.`
  if (maxLength !== undefined && length > maxLength) return `At most ${counted(maxLength)}, not ${length}.`
  if (values !== undefined && !values.includes(value)) return 'Choose one from the list.'
  if (format === 'email' && !address.test(value)) return 'Enter an e-mail address, such as ada@example.com.'
  if (format === 'uri' && !URL.canParse(value)) return 'Enter a URL, such as https://example.com/hook.'
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return 'This value has the wrong format.'
  return undefined
}

function mistakeInNumber(value: number, { type, minimum, maximum }: Rule): string | undefined {
  if (Number.isNaN(value)) return 'Enter a number.'
  if (type === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.'
  if (minimum !== undefined && value < minimum) return `At least ${minimum}.`
  if (maximum !== undefined && value > maximum) return `At most ${maximum}.`
  return undefined
}

function counted(characters: number): string {
  return characters === 1 ? '1 character' : `${characters} characters`
}
