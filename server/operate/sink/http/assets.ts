import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Router } from 'express'

const yearSeconds = 365 * 24 * 60 * 60

const types = {
  'inbox.js': 'text/javascript; charset=utf-8',
  'inbox.css': 'text/css; charset=utf-8',
} as const
type Name = keyof typeof types

/** Serves the page's own script and style sheet. Their addresses change with their content. */
export class PageAssets {
  readonly #files = new Map<string, { readonly body: Buffer; readonly version: string }>()

  /** The address of a file, relative to the inbox. */
  pathOf(name: Name): string {
    return `assets/${this.#read(name).version}/${name}`
  }

  router(): Router {
    const router = Router()
    router.get('/assets/:version/:name', (req, res, next) => {
      const name = req.params.name as Name
      if (!Object.hasOwn(types, name)) return next('router')
      const { body, version } = this.#read(name)
      res.set({
        'Content-Type': types[name],
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control':
          req.params.version === version ? `public, max-age=${yearSeconds}, immutable` : 'no-store',
      })
      res.send(body)
    })
    return router
  }

  /** Reads the file at the first use: most inboxes are never opened. */
  #read(name: Name) {
    let file = this.#files.get(name)
    if (file === undefined) {
      const body = readFileSync(new URL(`../browser/${name}`, import.meta.url))
      file = { body, version: createHash('sha256').update(body).digest('hex').slice(0, 16) }
      this.#files.set(name, file)
    }
    return file
  }
}
