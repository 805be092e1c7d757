/** Behaviour of the sink toward a recipient. Everything but `accept` is a misbehaviour that the address asks for. */
export type Behaviour =
  | { readonly kind: 'accept' }
  | { readonly kind: 'bounce'; readonly code: number; readonly enhanced: string }
  | { readonly kind: 'defer'; readonly always: boolean }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'dsn' }
  | { readonly kind: 'complain' }

/**
 * Longest time that a `slow+MS` recipient holds back its reply, in milliseconds: the end-of-data limit of delivery.
 */
export const slowestMs = 600_000

const accepted: Behaviour = { kind: 'accept' }

// RFC 3463 section 2: one to three digits a part, no leading zeros.
const enhancedCode = /^([45])\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
const basicCode = /^[45]\d\d$/

// Only codes with one usual meaning have more than x.0.0 here, so that a sender's reading of the basic code
// alone can be tried with the others (554 above all, which says nothing about why).
const usualEnhanced: Readonly<Record<number, string>> = {
  421: '4.3.2',
  450: '4.2.0',
  451: '4.3.0',
  452: '4.2.2',
  550: '5.1.1',
  551: '5.1.6',
  552: '5.2.2',
  553: '5.1.3',
}

/**
 * Reads the behaviour out of a recipient's local part, whatever its case and its domain. Pure.
 *
 * | local part | behaviour |
 * | --- | --- |
 * | `bounce` | 550 5.1.1 |
 * | `bounce+NNN` | that basic code, 400 to 599 |
 * | `bounce+X.Y.Z` | that enhanced code (RFC 3463), as 550 for class 5 and 450 for class 4 |
 * | `defer`, `defer+always` | 451 4.3.0 twice for a message, or always |
 * | `slow+MS` | the reply comes after MS milliseconds, at most {@link slowestMs} |
 * | `drop` | the connection is cut instead of a reply |
 * | `dsn`, `complain` | accepted, then a bounce (RFC 3464) or a complaint (RFC 5965) comes back |
 *
 * Anything else, a malformed argument too, is accepted: a sink that refuses a typing error would look like a
 * failure of the sender.
 */
export function behaviourOf(address: string): Behaviour {
  const at = address.lastIndexOf('@')
  const local = (at === -1 ? address : address.slice(0, at)).toLowerCase()
  const plus = local.indexOf('+')
  const name = plus === -1 ? local : local.slice(0, plus)
  const argument = plus === -1 ? undefined : local.slice(plus + 1)
  if (name === 'bounce') return argument === undefined ? bounceWithCode(550) : bounceAsAsked(argument)
  if (name === 'slow') return argument === undefined ? accepted : slowAsAsked(argument)
  if (name === 'defer' && argument === 'always') return { kind: 'defer', always: true }
  if (argument !== undefined) return accepted
  if (name === 'defer') return { kind: 'defer', always: false }
  if (name === 'drop' || name === 'dsn' || name === 'complain') return { kind: name }
  return accepted
}

function bounceAsAsked(argument: string): Behaviour {
  if (basicCode.test(argument)) return bounceWithCode(Number(argument))
  const enhanced = enhancedCode.exec(argument)
  if (!enhanced) return accepted
  return { kind: 'bounce', code: enhanced[1] === '5' ? 550 : 450, enhanced: argument }
}

function bounceWithCode(code: number): Behaviour {
  return { kind: 'bounce', code, enhanced: usualEnhanced[code] ?? (code < 500 ? '4.0.0' : '5.0.0') }
}

function slowAsAsked(argument: string): Behaviour {
  if (!/^\d+$/.test(argument)) return accepted
  return { kind: 'slow', milliseconds: Math.min(Number(argument), slowestMs) }
}
