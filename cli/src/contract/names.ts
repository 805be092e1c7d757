import { snakeCase } from '../../../base/contract/sdk-method.js'

/** Converts messageLogs to message-logs. */
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

/**
 * Returns the option for a property or a parameter: `from-email`. A name that each command has as an option becomes
 * `value-…`.
 */
export function optionName(field: string): string {
  const name = field.replaceAll('_', '-').toLowerCase()
  return ownOptions.has(name) ? `value-${name}` : name
}
