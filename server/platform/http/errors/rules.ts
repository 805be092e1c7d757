import type { components } from '../../../../generated/api-types.js'

type Schemas = components['schemas']

/** A rule that a refused value broke, as `rule` names it. */
export type Rule = Schemas['ErrorRule']

/** The rules that `code` names by a keyword of JSON Schema, which is not in snake_case as the others are. */
const ofKeyword = {
  additionalProperties: 'additional_properties',
  maxItems: 'max_items',
  maxLength: 'max_length',
  maxProperties: 'max_properties',
  minItems: 'min_items',
  minLength: 'min_length',
  minProperties: 'min_properties',
} as const satisfies Readonly<Record<string, Rule>>
type Keyword = keyof typeof ofKeyword

/** A rule as `code` names it. */
export type RuleCode = Exclude<Rule, (typeof ofKeyword)[Keyword]> | Keyword

/** A mistake as the service finds it. `ApiError` adds the rule. */
export type ErrorDetail = Omit<Schemas['ErrorDetail'], 'code' | 'rule'> & { readonly code: RuleCode }

/** A mistake as the caller reads it. */
export type ToldDetail = ErrorDetail & { readonly rule: Rule }

const rules: ReadonlyMap<string, Rule> = new Map(Object.entries(ofKeyword))

/** Returns the rule that `code` names. This is the only place where the two spellings meet. */
export function ruleOf(code: RuleCode): Rule {
  return rules.get(code) ?? (code as Exclude<RuleCode, Keyword>)
}

/** Adds to a mistake the name of its rule in snake_case. */
export function withRule(detail: ErrorDetail): ToldDetail {
  const { path, code, ...rest } = detail
  return { path, code, rule: ruleOf(code), ...rest }
}
