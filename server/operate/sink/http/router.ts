import { Router, type Request } from 'express'
import type { StoredMessage } from '../kept/stored-message.js'
import { InboxPage, type InboxOptions } from '../page/inbox.js'
import { pageLink, readState } from '../page/links.js'
import { MissingMail } from '../parser/parser.js'
import { Finder } from '../search/find.js'
import type { MessageStore } from '../kept/store.js'
import type { Summaries } from '../kept/summaries.js'
import { ViewCache } from '../kept/view-cache.js'
import { sendAsset } from './assets.js'
import { sendAttachment, sendHtmlBody, sendRaw } from './content.js'
import { answerSinkErrors, SinkError } from './errors.js'
import { streamChanges } from './events.js'
import { guardSink, type GuardOptions, refuseOtherSites } from './guard.js'
import type { WaitingRequests } from './waiting-requests.js'
import { inboundForm } from './inbound-form.js'
import { listWhenThere, sendListing, sendSummaries } from './listing.js'
import { readFilter, readListQuery } from './query.js'

export type RouterOptions = GuardOptions & InboxOptions

/**
 * Serves the inbox over HTTP: a page at `/` and JSON at `/messages`. All paths are relative, the caller mounts the
 * router. Everything is behind {@link guardSink}. Unknown paths fall through to the caller.
 */
export function sinkRouter(
  store: MessageStore,
  summaries: Summaries,
  waiting: WaitingRequests,
  options: RouterOptions,
): Router {
  const router = Router()
  const finder = new Finder(store, summaries)
  const views = new ViewCache(store, summaries)
  const page = new InboxPage(store, summaries, finder, options)
  router.use(guardSink(options), refuseOtherSites)
  router.get('/assets/:name', sendAsset)

  router.get('/', (req, res) => page.show(req, res))

  if (options.inbound.port !== 0) router.use(inboundForm(options.inbound))

  router.get('/events', (_req, res) => streamChanges(res, store, waiting.add(res)))

  router.get('/messages', async (req, res) => {
    const listing = readListQuery(req.query)
    const found = await listWhenThere(store, finder, listing, { waiting, res })
    if (listing.inFull) await sendListing(res, views, found)
    else await sendSummaries(res, store, summaries, found)
  })

  router.delete('/messages', async (req, res) => {
    const filter = readFilter(req.query)
    if (filter === undefined) await store.clear()
    else await store.remove((await finder.all(filter)).map(({ id }) => id))
    res.status(204).end()
  })

  // Deletes for the page's forms, which can send only GET and POST.
  router.post('/messages/delete', async (req, res) => {
    await store.clear()
    res.redirect(303, pageLink({ base: req.baseUrl }))
  })

  router.post('/messages/:id/delete', async (req, res) => {
    await store.remove([req.params.id])
    res.redirect(303, pageLink({ ...readState(req), id: undefined, tab: undefined }))
  })

  router.get('/messages/:id', async (req, res) => {
    const view = await views.view(stored(req))
    if (view === undefined) throw new MissingMail('it was deleted')
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }).end(view)
  })

  router.delete('/messages/:id', async (req, res) => {
    await store.remove([stored(req).id])
    res.status(204).end()
  })

  router.get('/messages/:id/raw', (req, res) => sendRaw(res, store, stored(req)))

  router.get('/messages/:id/html', async (req, res) => {
    const html = await summaries.open(stored(req), 'html', {})
    if (html === null) throw new SinkError('not_found', 'This message has no HTML body.')
    sendHtmlBody(res, html, req.query['images'] === 'remote')
  })

  router.get('/messages/:id/attachments/:index', async (req, res) => {
    const index = /^\d{1,5}$/.test(req.params.index) ? Number(req.params.index) : -1
    const attachment = await summaries.open(stored(req), 'attachment', { index })
    if (attachment === null) throw new SinkError('not_found', 'This message has no such attachment.')
    sendAttachment(res, attachment, index)
  })

  function stored(req: Request<{ id: string }>): StoredMessage {
    const found = store.find(req.params.id)
    if (found === undefined) throw new MissingMail('it is not kept')
    return found
  }

  return router.use(answerSinkErrors)
}
