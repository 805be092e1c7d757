import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { sendTagged, tagged, type TaggedContent } from '../../../platform/http/reply/content.js'

const types: ReadonlyMap<string, string> = new Map([
  ['inbox.js', 'text/javascript; charset=utf-8'],
  ['inbox.css', 'text/css; charset=utf-8'],
])
const files = new Map<string, TaggedContent>()

/** Serves the page's own script and style sheet. Browsers keep them, and revalidate them each time. */
export const sendAsset: RequestHandler<{ name: string }> = (req, res, next) => {
  const { name } = req.params
  const type = types.get(name)
  if (type === undefined) return next()
  let file = files.get(name)
  if (file === undefined) {
    // The file is read at its first use: most inboxes are never opened.
    file = tagged({ type, body: readFileSync(new URL(`../browser/${name}`, import.meta.url)) })
    files.set(name, file)
  }
  res.set('Cache-Control', 'no-cache')
  sendTagged(req, res, file)
}
