import type { RequestHandler } from 'express'
import { readFile } from 'node:fs/promises'
import { compressedContent, sendTagged, tagged, type TaggedContent } from './content.js'

/**
 * Serves a file such as the contract. It is public, and the same until the service is updated: clients ask whether
 * their copy is still right. The file is read and compressed at the first request for it.
 */
export function servePublicFile(file: URL, type: string): RequestHandler {
  let loading: Promise<TaggedContent> | undefined
  const load = () =>
    (loading ??= readFile(file)
      .then(async (body) => tagged(await compressedContent(type, body)))
      .catch((error: unknown) => {
        // Another request may have more luck, with the limit of open files for instance.
        loading = undefined
        throw error
      }))
  return async (req, res) => {
    const content = await load()
    // Browsers may read contracts from anywhere: viewers on other sites load them.
    res.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, no-cache' })
    sendTagged(req, res, content)
  }
}
