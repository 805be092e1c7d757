const common = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

/** The Content-Security-Policy of a guide: it loads and runs only what this service serves. */
export const GUIDE_POLICY = [
  ...common,
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ')

/**
 * The same for the API reference. Redoc writes its styles into the page and searches in a worker that it
 * makes of its own text.
 */
export const REFERENCE_POLICY = [
  ...common,
  "script-src 'self'",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ')
