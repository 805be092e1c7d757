import { Parser } from 'htmlparser2'
import { gmailBytes } from '../../../../mail/placement/content.js'
import type { Rendered, Warning } from './source.js'

const maxWarnings = 50
const maxUrl = 200

/**
 * Returns warnings of problems that a reader of the mail could have.
 *
 * @param unused declared variables that the template does not use
 * @param hasText true if the template has a text of its own
 * @param filled true if missing values are shown as their names in brackets, which are no addresses
 */
export function warningsOf(
  { html }: Pick<Rendered, 'html'>,
  unused: readonly string[],
  hasText: boolean,
  filled = false,
): Warning[] {
  const warnings: Warning[] = unused.map((variable) => ({
    code: 'unused_variable',
    message: `The template declares ${variable} and does not use it.`,
    variable,
  }))
  if (!hasText) {
    const message = 'There is no text, so it is created from the HTML.'
    warnings.push({ code: 'no_text', message })
  }
  if (html === null) return warnings
  const bytes = Buffer.byteLength(html)
  if (bytes > gmailBytes) {
    const message = `The HTML has ${bytes} bytes. Gmail cuts it off after ${gmailBytes} bytes.`
    warnings.push({ code: 'gmail_clipping', message })
  }
  warnings.push(...elementWarnings(html, filled))
  return warnings.slice(0, maxWarnings)
}

function elementWarnings(html: string, filled: boolean): Warning[] {
  const warnings: Warning[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (warnings.length >= maxWarnings) return
      if (name === 'img' && attributes.alt === undefined) {
        const url = shortened(attributes.src ?? '')
        warnings.push({ code: 'image_without_alt', message: 'An image has no alt attribute.', url })
      }
      for (const attribute of ['href', 'src', 'background', 'action', 'formaction']) {
        const value = attributes[attribute]
        const isName = filled && value !== undefined && placeholder.test(value)
        const warning = value === undefined || isName ? undefined : urlWarning(value, attribute === 'src')
        if (warning !== undefined) warnings.push(warning)
      }
    },
  })
  parser.end(html)
  return warnings
}

/** Matches an address that begins with a missing value, as `FillingContext` shows it. */
const placeholder = /^\s*\[[\w.-]+\]/

const unsafeSchemes = ['javascript', 'vbscript', 'data', 'file']

function urlWarning(given: string, isImage: boolean): Warning | undefined {
  // Readers take control characters and blanks out before they look at the scheme (WHATWG URL).
  const text = given.replace(/[\u0000-\u0020\u007f]/g, '')
  if (text === '' || text.startsWith('#')) return undefined
  const url = shortened(given)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) {
    return {
      code: 'relative_url',
      message: 'A URL is relative, which does not work in an email.',
      url,
    }
  }
  if (unsafeSchemes.includes(scheme) && !(scheme === 'data' && isImage)) {
    return {
      code: 'unsafe_url',
      message: `A URL begins with ${scheme}:, which mail programs block.`,
      url,
    }
  }
  if (scheme === 'http') {
    return { code: 'insecure_url', message: 'A URL begins with http:, so others can read what is sent.', url }
  }
  return undefined
}

function shortened(url: string): string {
  return url.length > maxUrl ? `${url.slice(0, maxUrl - 1)}…` : url
}
