import type { Draft } from './draft.js'

/** A condition in Liquid, which has no parentheses and evaluates `and` and `or` from right to left. */
export interface Condition {
  /** The tags that have to come before the text. */
  readonly before: string
  readonly text: string
  /** The only operator in the text, if it has any. */
  readonly operator?: 'and' | 'or'
}

/** Returns the condition that JavaScript's truthy values fulfil, without empty lists. */
export function truthy(text: string): Condition {
  return { before: '', text: `${text} and ${text} != empty and ${text} != 0`, operator: 'and' }
}

export function comparison(left: string, operator: string, right: string): Condition {
  return { before: '', text: `${left} ${operator} ${right}` }
}

/** Joins conditions. Those with another operator are evaluated before, each into a name of its own. */
export function join(conditions: readonly Condition[], operator: 'and' | 'or', draft: Draft): Condition {
  const operands = conditions.map((each) =>
    each.operator === undefined || each.operator === operator ? each : flag(each, draft),
  )
  return {
    before: operands.map(({ before }) => before).join(''),
    text: operands.map(({ text }) => text).join(` ${operator} `),
    ...(operands.length > 1 ? { operator } : operands[0]?.operator && { operator: operands[0].operator }),
  }
}

/** Evaluates a condition into a name, which is then the condition. */
export function flag({ before, text }: Condition, draft: Draft, isNegated = false): Condition {
  const name = draft.newName('is_true')
  const when = `{% assign ${name} = ${isNegated} %}{% if ${text} %}{% assign ${name} = ${!isNegated} %}{% endif %}`
  return { before: before + when, text: name }
}

/** A branch of a choice: what is shown if the condition is fulfilled and no earlier one was. */
export interface Branch {
  readonly condition: Condition
  readonly isNegated?: boolean
  readonly content: string
}

/** Writes `if` or `unless` with its branches. */
export function choice([first, ...more]: readonly Branch[], otherwise: string): string {
  if (first === undefined) return otherwise
  if (first.content === '' && more.length === 0 && otherwise !== '')
    return choice([{ ...first, isNegated: first.isNegated !== true, content: otherwise }], '')
  const tag = first.isNegated ? 'unless' : 'if'
  let text = `${first.condition.before}{% ${tag} ${first.condition.text} %}${first.content}`
  while (more[0] !== undefined && !more[0].isNegated && more[0].condition.before === '') {
    text += `{% elsif ${more[0].condition.text} %}${more[0].content}`
    more.shift()
  }
  const rest = choice(more, otherwise)
  return `${text}${rest === '' ? '' : `{% else %}${rest}`}{% end${tag} %}`
}
