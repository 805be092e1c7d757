import { Drop } from 'liquidjs'

/**
 * Returns a value as a mail shows it: nothing for null, and the items of a list one after another.
 *
 * @throws Error for an object, which would be shown as `[object Object]`
 */
export function shownText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(shownText).join('')
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // LiquidJS's own objects, such as `empty`, have a value to show.
  if (value instanceof Drop) return shownText(value.valueOf())
  throw new Error('an object cannot be shown: name one of its properties, or use the filter json')
}
