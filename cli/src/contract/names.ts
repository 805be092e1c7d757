import { snakeCase } from '../../../base/contract/sdk-method.js'

/** messageLogs -> message-logs */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-')
}

/** Options that a command has whatever its operation takes. */
const ownOptions: ReadonlySet<string> = new Set([
  'all',
  'attach',
  'data',
  'dry-run',
  'file',
  'format',
  'help',
  'idempotency-key',
  'json',
  'max',
  'output',
  'profile',
  'timeout',
])

/** The option for a property or a parameter: `from-email`. What is an option of each command is `value-…`. */
export function optionName(field: string): string {
  const name = field.replaceAll('_', '-').toLowerCase()
  return ownOptions.has(name) ? `value-${name}` : name
}
