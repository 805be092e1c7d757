import { Router } from 'express'
import type { Request, Response } from 'express'
import type { StoredMessage } from '../files.js'
import { showInbox } from '../page/inbox.js'
import { openMessage } from '../parsed-message.js'
import type { MessageStore } from '../store.js'
import type { ViewCache } from '../view-cache.js'
import { sendAttachment, sendHtmlBody, sendRaw } from './content.js'
import { sendError } from './errors.js'
import { guardSink } from './guard.js'
import type { GuardOptions } from './guard.js'
import { readListQuery } from './query.js'

/** What the inbox shows besides the messages: where to send one. */
export interface RouterOptions extends GuardOptions {
  readonly smtp: { readonly host: string; readonly port: number }
}

/**
 * The inbox over HTTP: a page at `/` and JSON at `/messages`. All paths are relative, the caller mounts it.
 * Everything is behind {@link guardSink}. Unknown paths fall through to the caller.
 */
export function sinkRouter(store: MessageStore, views: ViewCache, options: RouterOptions): Router {
  const router = Router()
  router.use(guardSink(options))

  router.get('/', (req, res) => showInbox(req, res, store, views, options.smtp))

  router.get('/messages', async (req, res) => {
    const read = readListQuery(req.query)
    if ('refused' in read) {
      const [first] = read.refused
      const message = `The request did not validate: ${first?.path} ${first?.message}.`
      return sendError(res, 422, 'validation_failed', message, read.refused)
    }
    const page = store.list(read.query)
    res.set('Cache-Control', 'no-store')
    res.json({
      data: await views.viewAll(page.messages),
      has_more: page.nextCursor !== null,
      next_cursor: page.nextCursor,
    })
  })

  router.delete('/messages', async (_req, res) => {
    views.clear()
    await store.clear()
    res.status(204).end()
  })

  router.get('/messages/:id', async (req, res) => {
    const stored = store.find(req.params.id)
    const view = stored && (await views.view(stored))
    if (!view) return noSuchMessage(res)
    res.set('Cache-Control', 'no-store').json(view)
  })

  router.get('/messages/:id/raw', async (req, res) => {
    const found = await readStored(store, req.params.id)
    if (!found) return noSuchMessage(res)
    sendRaw(res, found.raw)
  })

  router.get('/messages/:id/html', async (req, res) => {
    const found = await readStored(store, req.params.id)
    if (!found) return noSuchMessage(res)
    const { html } = await openMessage(found.raw)
    if (html === null) return sendError(res, 404, 'not_found', 'This message has no HTML body.')
    sendHtmlBody(res, html)
  })

  router.get('/messages/:id/attachments/:index', async (req: Request<{ id: string; index: string }>, res) => {
    const found = await readStored(store, req.params.id)
    if (!found) return noSuchMessage(res)
    const index = /^\d{1,4}$/.test(req.params.index) ? Number(req.params.index) : -1
    const attachment = (await openMessage(found.raw)).attachments[index]
    if (!attachment) return sendError(res, 404, 'not_found', 'This message has no such attachment.')
    sendAttachment(res, attachment, index)
  })

  return router
}

async function readStored(
  store: MessageStore,
  id: string,
): Promise<{ stored: StoredMessage; raw: Buffer } | undefined> {
  const stored = store.find(id)
  const raw = stored && (await store.raw(id))
  return stored && raw ? { stored, raw } : undefined
}

function noSuchMessage(res: Response): void {
  sendError(res, 404, 'not_found', 'There is no such message.')
}
