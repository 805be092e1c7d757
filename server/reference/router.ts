import { Router, type RequestHandler } from 'express'
import { refuseMethod } from '../http/bind.js'
import { loadAssets, type Assets } from './assets.js'
import { PAGE_POLICY, referencePage } from './page.js'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * The reference of the API: a page at `/docs`, to which `/` leads, and what it loads. It is public, as the contract is.
 * What it needs is read at the first request for it, so that a start does not wait for that.
 *
 * @param publicUrl how the service is reached from outside, without a trailing slash: the address in the samples
 */
export function docsRouter(publicUrl: string): Router {
  let loading: Promise<Assets> | undefined
  const assets = () =>
    (loading ??= loadAssets(publicUrl).catch((error: unknown) => {
      // Another request may have more luck, with the limit of open files for instance.
      loading = undefined
      throw error
    }))

  const router = Router({ strict: true })
  router.get('/', redirectTo('./docs'))
  router.get('/docs/', redirectTo('../docs'))

  router.get('/docs', async (_req, res) => {
    const { version } = await assets()
    res.set({
      'Content-Security-Policy': PAGE_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // Asked for each time, since it names the version of what it loads.
      'Cache-Control': 'no-cache',
    })
    res.type('html').send(referencePage(version))
  })

  router.get('/docs/:version/:name', async (req, res, next) => {
    const { version, files } = await assets()
    const asset = files.get(req.params.name)
    if (asset === undefined) return next('router')
    const zipped = req.acceptsEncodings('gzip', 'identity') === 'gzip'
    if (zipped) res.set('Content-Encoding', 'gzip')
    res.set({
      'Content-Type': asset.type,
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      // While the service is updated, a page of one process may ask another of another version: what that has will do
      // once, but is not to be kept under this name.
      'Cache-Control':
        req.params.version === version ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store',
    })
    res.send(zipped ? asset.gzipped : asset.body)
  })

  router.all(['/', '/docs', '/docs/', '/docs/:version/:name'], refuseMethod(['get']))
  return router
}

function redirectTo(relative: string): RequestHandler {
  return (_req, res) => res.redirect(302, relative)
}
