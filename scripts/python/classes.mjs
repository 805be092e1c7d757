// Classes of typed dictionaries.
import { docstring } from './docs.mjs'
import { isKeyword } from './names.mjs'
import { namesIn } from './order.mjs'

const INDENT = '    '

/**
 * The lines of a class. Fields whose names are keywords, or would hide a type of another field, come from a base in
 * functional syntax: there they cannot have a description.
 *
 * @param fields each with its name in `field`, `type`, `required` and, if it has one, `doc`
 * @param parent the class that it extends, if any
 */
export function classLines(name, description, fields, parent) {
  const types = new Set(fields.flatMap(({ type }) => namesIn(type.replace(/^"(.*)"$/, '$1'))))
  const isHidden = ({ field }) => isKeyword(field) || types.has(field)
  const hidden = fields.filter(isHidden)
  const plain = fields.filter((field) => !isHidden(field))
  const partial = plain.length > 0 && plain.every(({ required }) => !required)
  const own = `_${name}`
  const bases = [...(parent ? [parent] : []), ...(hidden.length > 0 ? [own] : [])]
  const doc = docstring(description, INDENT)
  const body = plain.flatMap((field) => [
    `${INDENT}${field.field}: ${field.required || partial ? field.type : `NotRequired[${field.type}]`}`,
    ...docstring(field.doc, INDENT),
  ])
  return [
    ...(hidden.length > 0 ? functionalLines(own, hidden) : []),
    '',
    `class ${name}(${bases.join(', ') || 'TypedDict'}${partial ? ', total=False' : ''}):`,
    ...doc,
    ...(doc.length > 0 && body.length > 0 ? [''] : []),
    ...body,
    ...(doc.length + body.length === 0 ? [`${INDENT}pass`] : []),
    '',
  ]
}

function functionalLines(name, fields) {
  const entries = fields.map(
    ({ field, type, required }) => `"${field}": ${required ? type : `NotRequired[${type}]`}`,
  )
  const line = `${name} = TypedDict("${name}", {${entries.join(', ')}})`
  if (line.length <= 110) return ['', line, '']
  return [
    '',
    `${name} = TypedDict(`,
    `${INDENT}"${name}",`,
    `${INDENT}{`,
    ...entries.map((entry) => `${INDENT}${INDENT}${entry},`),
    `${INDENT}},`,
    ')',
    '',
  ]
}
