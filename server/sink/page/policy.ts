/**
 * The Content-Security-Policy of the page (CSP3). The page's own script is allowed by a nonce, not by its
 * origin, because attachments have the same origin. Nothing loads from elsewhere. Frames, requests and forms
 * stay on the same origin.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
