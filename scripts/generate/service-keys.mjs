// Takes the keys out of the bundled contract that only the service and its build read. Others would not know them.

/** Keys that stay in the public contract: generators and viewers know them, or its description explains them. */
const publicKeys = new Set([
  'x-alias-of',
  'x-deprecated-since',
  'x-internal',
  'x-since',
  'x-sunset',
  'x-tagGroups',
])

/** Members whose own members are named by the API, or are values of it: there a name such as `x-shop` is no key. */
const namedByTheApi = new Set(['properties', 'patternProperties', '$defs', 'schemas', 'headers'])
const values = new Set(['example', 'examples', 'default', 'const', 'enum'])

/**
 * Removes the keys of the service from a contract.
 *
 * @param contract is changed
 * @returns what was removed, by the JSON pointer (RFC 6901) of the object that had it
 */
export function takeServiceKeys(contract) {
  const taken = {}
  const visit = (node, pointer, named) => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (!named && key.startsWith('x-') && !publicKeys.has(key)) {
        taken[pointer] = { ...taken[pointer], [key]: value }
        delete node[key]
      } else if (named || !values.has(key)) {
        const part = key.replaceAll('~', '~0').replaceAll('/', '~1')
        visit(value, `${pointer}/${part}`, !named && namedByTheApi.has(key))
      }
    }
  }
  visit(contract, '', false)
  return taken
}
