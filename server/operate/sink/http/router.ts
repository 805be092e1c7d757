import { Router } from 'express'
import type { Request, Response } from 'express'
import type { StoredMessage } from '../kept/stored-message.js'
import { InboxPage } from '../page/inbox.js'
import type { InboxOptions } from '../page/inbox.js'
import { pageLink, readState } from '../page/links.js'
import type { Kind, Questions, Results } from '../parser/jobs.js'
import { MissingMail, UnreadableMail } from '../parser/parser.js'
import { Finder } from '../search/find.js'
import type { MessageStore } from '../kept/store.js'
import type { Summaries } from '../kept/summaries.js'
import { ViewCache } from '../kept/view-cache.js'
import { PageAssets } from './assets.js'
import { sendAttachment, sendHtmlBody, sendRaw } from './content.js'
import { sendSinkError } from './errors.js'
import type { SinkErrorDetail } from './errors.js'
import { streamChanges } from './events.js'
import { guardSink, type GuardOptions, refuseOtherSites } from './guard.js'
import type { HeldRequests } from './held-requests.js'
import { inboundForm } from './inbound-form.js'
import { listWhenThere, sendListing, sendSummaries } from './listing.js'
import { readFilter, readListQuery } from './query.js'

export type RouterOptions = GuardOptions & InboxOptions

/**
 * The inbox over HTTP: a page at `/` and JSON at `/messages`. All paths are relative, the caller mounts it.
 * Everything is behind {@link guardSink}. Unknown paths fall through to the caller.
 */
export function sinkRouter(
  store: MessageStore,
  summaries: Summaries,
  held: HeldRequests,
  options: RouterOptions,
): Router {
  const router = Router()
  const finder = new Finder(store, summaries)
  const views = new ViewCache(store, summaries)
  const assets = new PageAssets()
  const page = new InboxPage(store, summaries, finder, { assets, options })
  router.use(guardSink(options), refuseOtherSites, assets.router())

  router.get('/', (req, res) => page.show(req, res))

  if (options.inbound.port !== 0) router.use(inboundForm(options.inbound, assets))

  router.get('/events', (_req, res) => {
    const signal = held.hold(res)
    if (signal === undefined) return tooManyHeld(res)
    streamChanges(res, store, signal)
  })

  router.get('/messages', async (req, res) => {
    const read = readListQuery(req.query)
    if ('refused' in read) return refuseQuery(res, read.refused)
    const found = await listWhenThere(store, finder, read, { held, res })
    if (found === undefined) return tooManyHeld(res)
    if (read.inFull) await sendListing(res, views, found)
    else await sendSummaries(res, store, summaries, found)
  })

  router.delete('/messages', async (req, res) => {
    const read = readFilter(req.query)
    if ('refused' in read) return refuseQuery(res, read.refused)
    await removeAll(read.isEmpty ? undefined : await finder.all(read.filter))
    res.status(204).end()
  })

  // Deletes for the page's forms, which can send only GET and POST.
  router.post('/messages/delete', async (req, res) => {
    await removeAll(undefined)
    res.redirect(303, pageLink({ base: req.baseUrl }))
  })

  router.post('/messages/:id/delete', async (req, res) => {
    await store.remove([req.params.id])
    res.redirect(303, pageLink({ ...readState(req), id: undefined, tab: undefined }))
  })

  router.get('/messages/:id', async (req, res) => {
    const stored = store.find(req.params.id)
    const view = stored && (await views.view(stored))
    if (!view) return noSuchMessage(res)
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }).end(view)
  })

  router.delete('/messages/:id', async (req, res) => {
    if (store.find(req.params.id) === undefined) return noSuchMessage(res)
    await store.remove([req.params.id])
    res.status(204).end()
  })

  router.get('/messages/:id/raw', async (req, res) => {
    const stored = store.find(req.params.id)
    if (!stored || !(await sendRaw(res, store, stored))) noSuchMessage(res)
  })

  router.get('/messages/:id/html', async (req, res) => {
    const html = await open(res, store.find(req.params.id), 'html', {})
    if (html === undefined) return
    if (html === null)
      return sendSinkError(res, 404, { code: 'not_found', message: 'This message has no HTML body.' })
    sendHtmlBody(res, html, req.query['images'] === 'remote')
  })

  router.get('/messages/:id/attachments/:index', async (req: Request<{ id: string; index: string }>, res) => {
    const index = /^\d{1,5}$/.test(req.params.index) ? Number(req.params.index) : -1
    const attachment = await open(res, store.find(req.params.id), 'attachment', { index })
    if (attachment === undefined) return
    if (attachment === null)
      return sendSinkError(res, 404, { code: 'not_found', message: 'This message has no such attachment.' })
    sendAttachment(res, attachment, index)
  })

  async function removeAll(messages: readonly StoredMessage[] | undefined): Promise<void> {
    if (messages === undefined) await store.clear()
    else await store.remove(messages.map(({ id }) => id))
  }

  /** Opens a message for one kind of result. On failure, sends an error reply and returns undefined. */
  async function open<K extends Kind>(
    res: Response,
    message: StoredMessage | undefined,
    kind: K,
    question: Questions[K],
  ): Promise<Results[K] | undefined> {
    try {
      if (message !== undefined) return await summaries.open(message, kind, question)
    } catch (error) {
      if (error instanceof UnreadableMail) {
        const text = `This message cannot be parsed: ${error.message}. Its source is at /raw.`
        sendSinkError(res, 422, { code: 'unreadable_message', message: text })
        return undefined
      }
      if (!(error instanceof MissingMail)) throw error
    }
    noSuchMessage(res)
    return undefined
  }

  return router
}

function refuseQuery(res: Response, refused: readonly SinkErrorDetail[]): void {
  const [first] = refused
  const message = `The request did not validate: ${first?.path} ${first?.message}.`
  sendSinkError(res, 422, { code: 'validation_failed', message, details: refused })
}

function tooManyHeld(res: Response): void {
  res.set('Retry-After', '1')
  sendSinkError(res, 503, {
    code: 'unavailable',
    message: 'Too many requests are already waiting for mail. Try again in a moment.',
  })
}

function noSuchMessage(res: Response): void {
  sendSinkError(res, 404, { code: 'not_found', message: 'No such message.' })
}
