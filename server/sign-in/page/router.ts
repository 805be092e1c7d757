import { Router, type RequestHandler } from 'express'
import { readFileSync } from 'node:fs'
import { refuseMethod } from '../../http/bind.js'

/**
 * The Content-Security-Policy of the page (CSP3): its own script and style sheet, requests to this origin, and nothing
 * else. No form of it goes anywhere, and no other page may frame it.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files = [
  { path: '/sign-in', file: 'sign-in.html', type: 'text/html; charset=utf-8' },
  { path: '/assets/sign-in.js', file: 'sign-in.js', type: 'text/javascript; charset=utf-8' },
  { path: '/assets/sign-in.css', file: 'sign-in.css', type: 'text/css; charset=utf-8' },
] as const

/**
 * The page on which people sign in. It is the same for everybody: which link it was opened with, only the browser
 * knows. The caller mounts it at `/console`; what it does not have falls through.
 */
export function signInPage(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { path, file, type } of files) {
    router.get(path, serve(file, type))
    router.all(path, refuseMethod(['get']))
  }
  return router
}

function serve(file: string, type: string): RequestHandler {
  let body: Buffer | undefined
  return (_req, res) => {
    body ??= readFileSync(new URL(`browser/${file}`, import.meta.url))
    res
      .set({
        'Content-Type': type,
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
        // Not `no-referrer`: browsers may then send `Origin: null` with requests of the page itself.
        'Referrer-Policy': 'same-origin',
        'Cache-Control': 'no-cache',
      })
      .send(body)
  }
}
