/** The place of an operation in the SDK: `client.<resource>.<name>(…)`. */
export interface SdkMethod {
  readonly resource: string
  readonly name: string
}

/**
 * Returns the SDK's method for an operation, by the rule that names the methods: the resource is the tag in
 * camelCase, the method is the operationId without the noun of its tag. `listMessageLogs` of 'Message logs' is
 * `messageLogs.list`.
 */
export function sdkMethodOf(operationId: string, tag: string): SdkMethod {
  const [first = '', ...others] = tag.toLowerCase().split(/[ -]/)
  const noun = [first, ...others].map(capitalized).join('').replace(/s$/, '')
  return {
    resource: first + others.map(capitalized).join(''),
    name: forMany.get(operationId) ?? operationId.replace(new RegExp(`${noun}s?`), ''),
  }
}

/** Methods for many things at once, which by the rule would have the name of the method for one. */
const forMany: ReadonlyMap<string, string> = new Map([['cancelMessages', 'cancelMany']])

/** Returns the method in Python, in snake_case: `message_logs.list`. There `import` is a keyword. */
export function pythonMethodOf(operationId: string, tag: string): SdkMethod {
  const { resource, name } = sdkMethodOf(operationId, tag)
  return { resource: snakeCase(resource), name: name === 'import' ? 'import_csv' : snakeCase(name) }
}

/** Converts messageLog to message_log. */
export function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (capital) => `_${capital}`).toLowerCase()
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
