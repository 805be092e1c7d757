import { quoted } from '../liquid/literal.js'
import { memberOf, textOf } from '../liquid/reference.js'
import { dateFormat, minutesBehind } from './dates.js'
import type { Surroundings, Value, Work } from './scope.js'
import { isPath, referenceOf, simpleName, Unconvertible, valueOf } from './values.js'
import type { Call, Mustache, Node } from './tree.js'

/**
 * Writes an output such as `{{name}}`.
 *
 * @throws Unconvertible
 */
export function writeMustache(node: Mustache, around: Surroundings, work: Work): string {
  const isRaw = !node.escaped || work.isUnescaped
  if (node.params.length === 0 && node.hash === undefined) {
    if (!isPath(node.path)) throw new Unconvertible('a name has to stand without quotes')
    return show(valueOf(node.path, around, work), isRaw, node, [around, work])
  }
  const name = simpleName(node.path)
  const [one, other] = node.params
  if (name === 'log') return ''
  if (name === 'insert' && work.dialect === 'sendgrid' && one !== undefined && other !== undefined)
    return writeInsert(node, isRaw, around, work)
  if (name === 'formatDate' && work.dialect === 'sendgrid' && one !== undefined && other !== undefined)
    return writeDate(node, around, work)
  if (name === 'length' && work.dialect === 'sendgrid' && one !== undefined) {
    const list = memberOf(referenceOf(one, around, work, 'array'), 'length')
    return work.draft.output(textOf(list), ['default: 0'], isRaw)
  }
  const call = { ...node, type: 'SubExpression' } as unknown as Call
  return show(valueOf(call, around, work), isRaw, node, [around, work])
}

function show(
  value: Value,
  isRaw: boolean,
  node: Node,
  [around, work]: readonly [Surroundings, Work],
): string {
  if (!('reference' in value)) {
    if ('literal' in value && value.literal === null) return ''
    return work.draft.output(value.expression, 'literal' in value ? [] : ["default: ''"], isRaw)
  }
  const text = textOf(value.reference)
  const isPresent = around.present.has(text) || text.startsWith('forloop.')
  const shown = work.draft.show(value.reference, node.loc.start.line, { isRaw, isPresent })
  if (shown === undefined) throw new Unconvertible('')
  return shown
}

/** Writes SendGrid's `{{insert name "default=customer"}}`. */
function writeInsert(node: Mustache, isRaw: boolean, around: Surroundings, work: Work): string {
  const [one, other] = node.params as [Node, Node]
  const given = valueOf(other, around, work)
  const text = 'literal' in given && typeof given.literal === 'string' ? given.literal : undefined
  if (!text?.startsWith('default='))
    throw new Unconvertible('`insert` needs a text that begins with `default=`')
  const reference = referenceOf(one, around, work, 'any')
  const fallback = quoted(text.slice('default='.length))
  const shown = work.draft.show(reference, node.loc.start.line, { isRaw, fallback })
  if (shown === undefined) throw new Unconvertible('')
  return shown
}

function writeDate(node: Mustache, around: Surroundings, work: Work): string {
  const [date, format, zone] = node.params as [Node, Node, Node?]
  const read = (each: Node) => {
    const value = valueOf(each, around, work)
    return 'literal' in value && typeof value.literal === 'string' ? value.literal : undefined
  }
  const directives = dateFormat(read(format) ?? 'o')
  if (directives === undefined)
    throw new Unconvertible(
      '`formatDate` needs a format in quotes, with tokens that the filter `date` has, too',
    )
  const minutes = zone === undefined ? 0 : minutesBehind(read(zone) ?? '')
  if (minutes === undefined) throw new Unconvertible('`formatDate` needs an offset such as "-0800"')
  const text = textOf(referenceOf(date, around, work, 'any'))
  const filter = `date: ${quoted(directives).replaceAll('\\u0025', '%')}${minutes === 0 ? '' : `, ${minutes}`}`
  const filters = around.present.has(text) ? [filter] : ["default: ''", filter]
  return work.draft.output(text, filters, false)
}
