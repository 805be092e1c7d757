import { Router, type Request, type Response } from 'express'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { refuseMethod } from '../../platform/http/operation/serve.js'
import { encodingFor } from '../../platform/http/reply/content.js'

const unzip = promisify(gunzip)

/**
 * The Content-Security-Policy of the console (CSP3). It allows its own scripts and style sheet, requests to this
 * origin, and frames of it for mail, which have a policy of their own. No form goes anywhere, and no other page may
 * frame the console.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Frame in which mail is shown. Nothing in it runs, and it loads nothing, except images if the person has asked for
 * these. The console puts the mail in, so the frame has its origin.
 */
const frame = '<!doctype html><meta charset="utf-8"><title>Mail</title>'
const framePolicy = (images: string) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')
const frames = [
  { path: '/mail-frame', policy: framePolicy('data:') },
  { path: '/mail-frame/images', policy: framePolicy('data: https: http:') },
] as const

const types: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '.css': 'text/css; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.svg': 'image/svg+xml',
  }),
)

const yearSeconds = 365 * 24 * 60 * 60

/** A built file, only in compressed forms. */
interface Built {
  readonly br: Buffer
  readonly gz: Buffer
}

/**
 * Serves the console: one page for all its screens, and the files it loads. All of them are the same for everybody:
 * the console requests its data from the API. The caller mounts the router at `/console`. A file is read at the first
 * request for it, so that a start does not wait for that.
 *
 * @param publicUrl URL of the service as seen from outside, without a trailing slash
 */
export function consoleRouter(publicUrl: string): Router {
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/console/`
  const folder = builtFolder()
  let names: Promise<ReadonlySet<string>> | undefined
  const assets = new Map<string, Promise<Built>>()
  let page: Promise<Buffer> | undefined

  const read = async (file: string): Promise<Built> => {
    const [br, gz] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)])
    return { br, gz }
  }
  /**
   * Reads a file once. A failure is not kept: another request may have more luck, with the limit of open files for
   * instance.
   */
  const readAsset = (name: string) => {
    const reading = assets.get(name) ?? read(path.join(folder, 'assets', name))
    assets.set(name, reading)
    reading.catch(() => assets.delete(name))
    return reading
  }
  const readPage = () => {
    page ??= readFile(path.join(folder, 'index.html.gz'))
      .then(unzip)
      .then((text) => Buffer.from(text.toString().replaceAll('%BASE%', base)))
    page.catch(() => (page = undefined))
    return page
  }
  const readNames = () => {
    names ??= readdir(path.join(folder, 'assets')).then((found) => new Set(found))
    names.catch(() => (names = undefined))
    return names
  }

  const router = Router({ caseSensitive: true, strict: true })
  router.get('/assets/:name', async (req: Request<{ name: string }>, res, next) => {
    const { name } = req.params
    const type = types.get(path.extname(name))
    // Only built files are looked up, whatever the name.
    if (type === undefined || !(await readNames()).has(`${name}.br`)) return next('router')
    setHeaders(res)
    res.set({ 'Content-Type': type, 'Cache-Control': `public, max-age=${yearSeconds}, immutable` })
    await sendBuilt(req, res, await readAsset(name))
  })
  router.all('/assets/:name', refuseMethod(['get']))
  for (const { path: address, policy: own } of frames) {
    router.get(address, (_req, res) => {
      setHeaders(res)
      res.set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': own,
        'Cache-Control': 'no-cache',
      })
      res.set({ 'X-Frame-Options': 'SAMEORIGIN', 'Referrer-Policy': 'no-referrer' }).send(frame)
    })
    router.all(address, refuseMethod(['get']))
  }
  // Every address of a screen is the same page. A path with an extension is a file that does not exist.
  router.get(/^(?!\/assets\/)[^.]*$/, async (_req, res) => {
    const body = await readPage()
    setHeaders(res)
    res.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': 'no-cache',
      ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    })
    if (_req.get('If-None-Match') === res.get('ETag')) res.status(304).end()
    else res.send(body)
  })
  router.all(/^(?!\/assets\/)[^.]*$/, refuseMethod(['get']))
  return router
}

function setHeaders(res: Response): void {
  res.set({
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Not `no-referrer`: browsers may then send `Origin: null` with requests of the page itself.
    'Referrer-Policy': 'same-origin',
  })
}

/** Sends a file in the encoding that the client prefers; uncompressed to a client that accepts neither. */
async function sendBuilt(req: Request, res: Response, { br, gz }: Built): Promise<void> {
  res.set('Vary', 'Accept-Encoding')
  const encoding = encodingFor(req, ['br', 'gzip'])
  if (encoding === 'br') res.set('Content-Encoding', 'br').send(br)
  else if (encoding === 'gzip') res.set('Content-Encoding', 'gzip').send(gz)
  else res.send(await unzip(gz))
}

/**
 * Returns the folder of the built console: beside this module in the package, in `dist/` for a run of the sources.
 */
function builtFolder(): string {
  const beside = fileURLToPath(new URL('built/', import.meta.url))
  return existsSync(beside)
    ? beside
    : fileURLToPath(new URL('../../../dist/operate/console/built/', import.meta.url))
}
