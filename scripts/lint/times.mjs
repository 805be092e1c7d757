/**
 * Tests pass on a machine that is slow, and that stops all processes for a minute, as rules of the linter: none says
 * how soon something has to come, and no limit that only ends what hangs is short.
 */

/** A bound of an hour or more, in milliseconds, says nothing of a machine: it is about days. */
const longMs = 3_600_000

/** The time that a slow run may need for any single wait, in milliseconds. */
const patientMs = 60_000

const upper = ['toBeLessThan', 'toBeLessThanOrEqual']
const lower = ['toBeGreaterThan', 'toBeGreaterThanOrEqual']

const wall = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    /** The names of variables that hold a measured time, and of constants that hold a number. */
    const measured = new Set()
    const numbers = new Map()
    const claims = []
    const isShort = (bound) => !(valueOf(bound, numbers) >= longMs)
    return {
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier' || !init) return
        if (isSpan(init)) measured.add(id.name)
        const value = valueOf(init, numbers)
        if (value !== undefined) numbers.set(id.name, value)
      },
      CallExpression(node) {
        const claim = claimOf(node)
        if (claim !== undefined) claims.push({ node, ...claim })
      },
      'Program:exit'() {
        const isMeasured = (node) =>
          some(node, (part) => isSpan(part) || (part.type === 'Identifier' && measured.has(part.name)))
        for (const { node, said, matcher, bound } of claims) {
          const isTooSoon = upper.includes(matcher) && isMeasured(said) && isShort(bound)
          const isTooLate =
            lower.includes(matcher) && isMinus(bound) && hasNow(bound.left) && isShort(bound.right)
          if (isTooSoon || isTooLate)
            context.report({
              node,
              message:
                'Hold the order of events, a count, or the CPU time: a slow machine is late by any number of seconds.',
            })
        }
      },
    }
  },
}

const limits = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const numbers = new Map()
    const report = (node) =>
      context.report({ node, message: 'Give what only ends a wait that hangs a minute at least.' })
    const isHasty = (node) => valueOf(node, numbers) < patientMs
    return {
      VariableDeclarator({ id, init }) {
        const value = valueOf(init, numbers)
        if (value !== undefined) numbers.set(id.name, value)
      },
      CallExpression(node) {
        const [first, second, third] = node.arguments
        const name = nameOf(node.callee)
        if (name === 'AbortSignal.timeout' && isHasty(first)) report(node)
        if (name === 'until' && isHasty(third)) report(node)
        if (/^(test|describe)\b/.test(name) && second?.type === 'ObjectExpression')
          for (const { key, value } of second.properties)
            if (key?.name === 'timeout' && isHasty(value)) report(node)
        if (/^(test|(before|after)(All|Each))$/.test(name) && isHasty(node.arguments.at(-1))) report(node)
      },
    }
  },
}

/** Returns the parts of `expect(said).matcher(bound)`, also with more words between. */
function claimOf({ callee, arguments: [bound] }) {
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  let { object } = callee
  while (object.type === 'MemberExpression') object = object.object
  if (object.type !== 'CallExpression' || nameOf(object.callee) !== 'expect') return undefined
  const [said] = object.arguments
  return said && bound && { said, matcher: callee.property.name, bound }
}

/**
 * Returns true if a node says how long ago something was, or how far from now: a late run makes it less where now is
 * the minuend.
 */
function isSpan(node) {
  return (
    some(node, (part) => isMinus(part) && hasNow(part.left)) ||
    some(
      node,
      (part) => nameOf(part.callee) === 'Math.abs' && some(part, (one) => isMinus(one) && hasNow(one)),
    )
  )
}

function isMinus(node) {
  return node?.type === 'BinaryExpression' && node.operator === '-'
}

function hasNow(node) {
  return some(node, (part) => ['Date.now', 'performance.now'].includes(nameOf(part.callee)))
}

/** The name of what is called, such as `Date.now`; empty where it has none. */
function nameOf(callee) {
  if (callee?.type === 'Identifier') return callee.name
  if (callee?.type !== 'MemberExpression' || callee.computed) return ''
  return `${nameOf(callee.object)}.${callee.property.name}`
}

/** The number that an expression of numbers is, undefined where it is none. */
function valueOf(node, numbers) {
  if (node?.type === 'Literal' && typeof node.value === 'number') return node.value
  if (node?.type === 'Identifier') return numbers.get(node.name)
  if (node?.type !== 'BinaryExpression') return undefined
  const [left, right] = [valueOf(node.left, numbers), valueOf(node.right, numbers)]
  if (left === undefined || right === undefined) return undefined
  return { '*': left * right, '/': left / right, '+': left + right, '-': left - right }[node.operator]
}

/**
 * Returns true if a part of a tree satisfies `is`. Functions within the tree are skipped, since they run at another
 * time.
 */
function some(node, is) {
  if (node === null || typeof node !== 'object') return false
  if (Array.isArray(node)) return node.some((part) => some(part, is))
  if (typeof node.type !== 'string' || /Function/.test(node.type)) return false
  if (is(node)) return true
  return Object.entries(node).some(([name, part]) => name !== 'parent' && some(part, is))
}

export default { meta: { name: 'times' }, rules: { wall, limits } }
