import { createHash } from 'node:crypto'
import type { PageDesign } from '../../../workspace/projects/page-design.js'
import { sheetsOf } from './style.js'

/**
 * Returns the Content-Security-Policy of a page. It allows nothing but the page's style sheets, known by their
 * digests (CSP3, section 2.3.1), its form, and the logo, which is in the page.
 */
export function pagePolicy(design?: PageDesign): string {
  const digests = sheetsOf(design?.accent_color).map(
    ({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `style-src ${digests.join(' ')}`,
    ...(design?.logo === undefined ? [] : ['img-src data:']),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
