import { literal, quoted } from '../liquid/literal.js'
import { nameOf, referenceOf, stringOf, Unconvertible, type Place, type Tree } from './expression.js'

/** The functions of a pipeline that a filter does the work of. */
const filters: Readonly<Record<string, string>> = { upper: 'upcase', lower: 'downcase', trim: 'strip' }

/**
 * Writes what an action shows.
 *
 * @throws Unconvertible
 */
export function outputOf(tree: Tree, place: Place): string {
  const used: string[] = []
  let isRaw = false
  let fallback: string | undefined
  let at = tree
  while (typeof at !== 'string') {
    const [name, ...rest] = at
    const value = rest.at(-1)
    if (name === 'Safe' && rest.length === 1) isRaw = true
    else if (typeof name === 'string' && Object.hasOwn(filters, name) && rest.length === 1)
      used.unshift(filters[name] as string)
    else if (name === 'default' && rest.length === 2 && used.length === 0) {
      const text = stringOf(rest[0])
      if (text === undefined) throw new Unconvertible('`default` needs a string')
      fallback = quoted(text)
    } else return ofFunction(at, place)
    at = value as Tree
  }
  const text = stringOf(at)
  if (text !== undefined) return place.draft.output(quoted(text), used, isRaw)
  if (used.length === 0 && !at.startsWith('.')) {
    const known = ofFunction([at], place, true)
    if (known !== undefined) return known
  }
  const words = { '.Subscriber.FirstName': 'first', '.Subscriber.LastName': 'last' }[at]
  if (words !== undefined && place.dot === undefined)
    return place.draft.output(
      'contact.name',
      ["default: ''", "split: ' '", words, `default: ${fallback ?? "''"}`, ...used],
      isRaw,
    )
  const reference = referenceOf(at, place)
  if (reference === undefined) throw new Unconvertible(`there is no counterpart of \`${at}\``)
  const how = { isRaw: isRaw && used.length === 0, ...(fallback !== undefined && { fallback }) }
  const shown = place.draft.show(reference, place.line, how)
  if (shown === undefined) throw new Unconvertible('')
  if (used.length === 0) return shown
  return shown.replace(
    / \}\}$/,
    ` | ${[...used, ...(isRaw && place.draft.isHtml ? ['raw'] : [])].join(' | ')} }}`,
  )
}

function ofFunction(call: readonly Tree[], place: Place): string
function ofFunction(call: readonly Tree[], place: Place, mayBeOther: true): string | undefined
function ofFunction(
  [name, argument]: readonly Tree[],
  _place: Place,
  mayBeOther = false,
): string | undefined {
  if (name === 'UnsubscribeURL') return '{{ unsubscribe_url }}'
  // The service counts opens and clicks itself.
  if (name === 'TrackView') return ''
  const url = name === 'TrackLink' ? stringOf(argument) : undefined
  if (url !== undefined) return literal(url)
  const isContent = name === 'template' && stringOf(argument) === 'content'
  if (isContent) return '{% block %}{% endblock %}'
  if (mayBeOther && typeof name === 'string' && name.startsWith('$')) return undefined
  throw new Unconvertible(`there is no counterpart of \`${nameOf(name ?? '')}\``)
}
