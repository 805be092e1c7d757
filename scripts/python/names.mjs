// How things of the contract are called in Python.

/** Python's keywords (3.14), none of which can be a name in code. Soft keywords, such as `type`, can. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global
  if import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)

/** Returns true if a word is reserved, so that code cannot use it as a name. */
export function isKeyword(word) {
  return KEYWORDS.has(word)
}

/** A name in camelCase as one in snake_case: `apiKeys` is `api_keys`. */
export function snakeCase(name) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** A name in camelCase as a constant's: `sendMessageBatch` is `SEND_MESSAGE_BATCH`. */
export function constantCase(name) {
  return snakeCase(name).toUpperCase()
}

/** A name in camelCase as a class's: `listMessages` is `ListMessages`. */
export function pascalCase(name) {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/**
 * Returns the name of an operation in the client, such as `api_keys.create`, by the rule of
 * base/contract/sdk-method.ts, which a test compares with this one. A method whose name would be a keyword also has
 * the name of its file's kind.
 */
export function methodOf(operationId, tag) {
  const words = tag.toLowerCase().split(/[ -]/)
  const noun = words.map(pascalCase).join('').replace(/s$/, '')
  const name = FOR_MANY[operationId] ?? snakeCase(operationId.replace(new RegExp(`${noun}s?`), ''))
  return { resource: words.join('_'), name: isKeyword(name) ? `${name}_csv` : name }
}

/** Methods for many things at once, which by the rule would have the name of the method for one. */
const FOR_MANY = { cancelMessages: 'cancel_many' }
