import { randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'
import { html } from '../../../platform/http/pages/html.js'
import type { Markup } from '../../../platform/http/pages/html.js'
import type { StoredMessage } from '../kept/stored-message.js'
import type { PageAssets } from '../http/assets.js'
import { MissingMail, UnreadableMail } from '../parser/parser.js'
import type { Finder, Page } from '../search/find.js'
import { readTerms } from '../search/terms.js'
import type { MessageStore } from '../kept/store.js'
import type { SmtpTarget } from '../smtp-client.js'
import type { Summaries } from '../kept/summaries.js'
import type { DeliveryLogs } from './delivery-log.js'
import { emptyInbox, gone, nothingChosen, nothingFound } from './notes.js'
import { readState } from './links.js'
import type { PageState } from './links.js'
import { messageList } from './message-list.js'
import type { ListRow } from './message-list.js'
import { messagePane, type ChosenMessage } from './message-pane.js'
import { sendPage } from './policy.js'

const maxRows = 50
/**
 * The max time to wait for messages that are hard to parse, in milliseconds: the rest is shown without a
 * subject.
 */
const maxWaitMs = 3_000

/** The page's sources besides the messages. */
export interface InboxOptions {
  /** The SMTP address that the empty inbox shows for a first message. */
  readonly smtp: { readonly host: string; readonly port: number }
  /** Where mail for inbound routes is handed in; port 0 where this process does not know. */
  readonly inbound: SmtpTarget
  readonly logs: DeliveryLogs
}

/**
 * The inbox: the list, and the message that the address names. The page is rendered for each request. Message
 * content is escaped; HTML bodies are confined to a frame. The page's script (browser/inbox.js) keeps the
 * page up to date and avoids reloads; everything else works without the script.
 */
export class InboxPage {
  readonly assets: PageAssets
  readonly options: InboxOptions

  constructor(
    readonly store: MessageStore,
    readonly summaries: Summaries,
    readonly finder: Finder,
    { assets, options }: { readonly assets: PageAssets; readonly options: InboxOptions },
  ) {
    this.assets = assets
    this.options = options
  }

  /** Answers with the page, or with only its list if the query has `part=list`. */
  async show(req: Request, res: Response): Promise<void> {
    const state = readState(req)
    const page = await this.finder.list({
      limit: maxRows,
      before: state.cursor,
      to: state.to,
      terms: readTerms(state.q ?? ''),
    })
    if (req.query['part'] === 'list') {
      return sendPage(res, 200, await this.#list(state, page))
    }
    const stored = state.id === undefined ? undefined : this.store.find(state.id)
    const chosen = stored && (await this.#open(stored, state))
    if (chosen) this.store.markRead(chosen.stored.id)
    const pane = chosen
      ? await messagePane(state, chosen, this.store, this.options.logs)
      : this.#placeholder(state, page)
    const list = await this.#list(state, page)
    // A narrow screen has room for either the list or the message: the class selects one.
    const layout = state.id !== undefined ? 'reading' : page.messages.length > 0 ? 'listing' : 'empty'
    const nonce = randomBytes(16).toString('base64')
    const document = this.#document(state, { layout, nonce, title: titleOf(chosen), list, pane })
    sendPage(res, state.id !== undefined && !chosen ? 404 : 200, document, nonce)
  }

  async #open(stored: StoredMessage, state: PageState): Promise<ChosenMessage | undefined> {
    try {
      return { stored, content: await this.summaries.open(stored, 'page', { tab: state.tab }) }
    } catch (error) {
      if (error instanceof MissingMail) return undefined
      if (error instanceof UnreadableMail) return { stored, content: { unreadable: error.message } }
      throw error
    }
  }

  async #list(state: PageState, page: Page): Promise<Markup> {
    let timer: NodeJS.Timeout | undefined
    let isLate = false
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(void (isLate = true)), maxWaitMs)
    })
    const rows: ListRow[] = []
    try {
      for (const stored of page.messages) {
        const known = this.summaries.known(stored.id)
        const summary = known ?? (isLate ? undefined : await Promise.race([this.summaries.of(stored), late]))
        rows.push({ stored, summary, isRead: this.store.isRead(stored.id) })
      }
    } finally {
      clearTimeout(timer)
    }
    const { size: total, unread } = this.store
    const { nextCursor, cutShort } = page
    const takesInbound = this.options.inbound.port !== 0
    return messageList({ state, rows, total, unread, nextCursor, cutShort, takesInbound })
  }

  #placeholder(state: PageState, page: Page): Markup {
    if (state.id !== undefined) return gone(state)
    if (this.store.size === 0) return emptyInbox(this.options.smtp)
    return page.messages.length === 0 ? nothingFound(state, page.cutShort) : nothingChosen()
  }

  #document(
    state: PageState,
    {
      layout,
      nonce,
      title,
      list,
      pane,
    }: {
      readonly layout: string
      readonly nonce: string
      readonly title: string
      readonly list: Markup
      readonly pane: Markup
    },
  ): Markup {
    return html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="stylesheet" href="${state.base}/${this.assets.pathOf('inbox.css')}" />
          <script
            type="module"
            nonce="${nonce}"
            data-base="${state.base}"
            src="${state.base}/${this.assets.pathOf('inbox.js')}"
          ></script>
        </head>
        <body class="${layout}" data-base="${state.base}">
          <a class="skip" href="#message">Skip to the message</a>
          ${list}
          <main id="message" tabindex="-1">${pane}</main>
        </body>
      </html>`
  }
}

function titleOf(chosen: ChosenMessage | undefined): string {
  if (chosen === undefined) return 'Sink'
  const subject = 'summary' in chosen.content ? chosen.content.summary.subject : 'Unreadable message'
  return `${subject || 'No subject'} · Sink`
}
