import { snakeCase } from '../../../base/contract/sdk-method.js'

/** Converts messageLogs to message-logs. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-')
}

/** Options that every command has, for any operation. */
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
 * Returns the option for a property or a parameter, such as `from-email`. If every command already has an option of
 * that name, it becomes `value-…`.
 */
export function optionName(field: string): string {
  const name = field.replaceAll('_', '-').toLowerCase()
  return ownOptions.has(name) ? `value-${name}` : name
}
