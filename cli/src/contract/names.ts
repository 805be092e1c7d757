import { snakeCase } from '../../../base/contract/sdk-method.js'

/** Converts messageLogs to message-logs. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-')
}

/** Options that every command has, for any operation. Commands whose replies have several forms have `format`, too. */
const ownOptions: ReadonlySet<string> = new Set([
  'all',
  'attach',
  'data',
  'dry-run',
  'file',
  'help',
  'idempotency-key',
  'json',
  'max',
  'output',
  'profile',
  'timeout',
])

/**
 * Returns the option for a property or a parameter, such as `from-email`. If the command already has an option of that
 * name, it becomes `value-…`.
 *
 * @param hasFormats true if the command's replies have several forms
 */
export function optionName(field: string, hasFormats: boolean): string {
  const name = field.replaceAll('_', '-').toLowerCase()
  return ownOptions.has(name) || (hasFormats && name === 'format') ? `value-${name}` : name
}
