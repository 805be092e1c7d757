import { Router, type Request, type RequestHandler } from 'express'
import { refuseMethod } from '../../platform/http/operation/serve.js'
import { sendContent, sendTagged } from '../../platform/http/reply/content.js'
import { loadDocumentation, type Documentation } from './assets.js'
import type { LinkedPart } from './built-pages.js'

/**
 * The Content-Security-Policy of a page, which loads and runs only files of this service, and sends requests to
 * nobody else.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join('; ')

const yearSeconds = 365 * 24 * 60 * 60

const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  // Browsers revalidate the page each time, since it names the version of the files that it loads.
  'Cache-Control': 'no-cache',
}

/**
 * Serves the documentation at `/docs`, to which `/` leads: guides, and at `/docs/api` the reference of the API. Each
 * page is also available as Markdown: at its address with `.md`, or by `Accept`. `/llms.txt` lists them for language
 * models (llmstxt.org), and `/llms-full.txt` has the guides in one. `/docs/changelog.atom` is a feed of the releases.
 * All of it is public, as the contract is. The router reads it at the first request for any of it, so that a start
 * does not wait for that.
 *
 * @param publicUrl URL of the service as seen from outside, without a trailing slash: the address in the
 *   samples
 * @param parts parts of the service to which the pages lead
 */
export function docsRouter(publicUrl: string, parts: readonly LinkedPart[]): Router {
  let loading: Promise<Documentation> | undefined
  const documentation = () =>
    (loading ??= loadDocumentation(publicUrl, parts).catch((error: unknown) => {
      // Another request may have more luck, with the limit of open files for instance.
      loading = undefined
      throw error
    }))

  const router = Router({ strict: true })
  router.get('/', redirectTo('./docs'))
  router.get('/docs/', redirectTo('../docs'))

  const pageRoutes = ['/docs', '/docs/:page', '/docs/:section/:page']
  router.get(pageRoutes, async (req: Request<PageParameters>, res, next) => {
    const { section, page = '' } = req.params
    const address = section === undefined ? page : `${section}/${page}`
    const { page: pageAt, text } = await documentation()
    const found = await pageAt(address)
    if (found === undefined) return next()
    res.set(pageHeaders).vary('Accept')
    const markdown = prefersMarkdown(req) ? await text(`${req.path.slice(1)}.md`) : undefined
    sendTagged(req, res, markdown ?? found)
  })

  const textRoutes = ['/llms.txt', '/llms-full.txt', '/docs.md']
  router.get([...textRoutes, ...pageRoutes], async (req, res, next) => {
    const found = await (await documentation()).text(req.path.slice(1))
    if (found === undefined) return next()
    res.set(pageHeaders)
    sendTagged(req, res, found)
  })

  router.get('/docs/:version/:name', async (req, res, next) => {
    const { version, assets } = await documentation()
    const asset = assets.get(req.params.name)
    if (asset === undefined) return next('router')
    // While the service is updated, a page of one process may load a file from another of another version: its file
    // will do once, but must not be kept under this name.
    const kept = req.params.version === version ? `public, max-age=${yearSeconds}, immutable` : 'no-store'
    res.set('Cache-Control', kept)
    sendContent(req, res, asset)
  })

  router.get('/docs/:page', (_req, _res, next) => next('router'))
  router.all(['/', '/docs/', ...textRoutes, ...pageRoutes], refuseMethod(['get']))
  return router
}

interface PageParameters {
  readonly section?: string
  readonly page?: string
}

/** Returns whether the client prefers Markdown. A client that accepts all types alike, as browsers do, does not. */
function prefersMarkdown(req: Request<PageParameters>): boolean {
  return req.accepts(['html', 'text/markdown']) === 'text/markdown'
}

function redirectTo(relative: string): RequestHandler {
  return (_req, res) => res.redirect(302, relative)
}
