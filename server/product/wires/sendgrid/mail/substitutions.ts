import { largestBody } from '../../../../platform/http/body/read-body.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'

/**
 * Makes a function that puts a personalization's texts in the place of others. Where several fit at a place, the
 * longest does. Texts that were put in are not searched again.
 *
 * @returns a function that throws ApiError 413 `payload_too_large` if the texts together become too large
 */
export function substitution(given: Readonly<Record<string, string>> = {}): (text: string) => string {
  const texts = new Map(Object.entries(given).filter(([tag]) => tag !== ''))
  if (texts.size === 0) return (text) => text
  const tags = [...texts.keys()].toSorted((a, b) => b.length - a.length).map(escaped)
  const tag = new RegExp(tags.join('|'), 'g')
  let added = 0
  return (text) =>
    text.replace(tag, (found) => {
      const value = texts.get(found) ?? found
      added += value.length
      if (added <= largestBody) return value
      throw new ApiError(
        'payload_too_large',
        `The substitutions of one personalization write more than ${largestBody / 1_000_000} MB.`,
      )
    })
}

function escaped(tag: string): string {
  return tag.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
