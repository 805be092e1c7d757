import { setTimeout as pause } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { html, type Markup } from '../../../platform/http/pages/html.js'
import type { StoredMessage } from '../kept/stored-message.js'
import { MissingMail, UnreadableMail } from '../parser/parser.js'
import type { Finder, Page } from '../search/find.js'
import { readTerms } from '../search/terms.js'
import type { MessageStore } from '../kept/store.js'
import type { SmtpTarget } from '../../hand-in/smtp-client.js'
import type { Summaries } from '../kept/summaries.js'
import type { DeliveryLogs } from './delivery-log.js'
import { emptyInbox, gone, nothingChosen, nothingFound } from './notes.js'
import { readState, type PageState } from './links.js'
import { messageList, type ListRow } from './message-list.js'
import { messagePane, type ChosenMessage } from './message-pane.js'
import { sendMarkup, sendPage } from './document.js'

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
  /** SMTP server that takes mail for inbound routes; port 0 if this process does not know it. */
  readonly inbound: SmtpTarget
  readonly logs: DeliveryLogs
}

/**
 * Renders the inbox: the list, and the message that the address names. The page is rendered for each request. Message
 * content is escaped; HTML bodies are confined to a frame. The page's script (browser/inbox.js) keeps the page up to
 * date and avoids reloads; everything else works without the script.
 */
export class InboxPage {
  constructor(
    readonly store: MessageStore,
    readonly summaries: Summaries,
    readonly finder: Finder,
    readonly options: InboxOptions,
  ) {}

  /** Answers with the page, or with only its list if the query has `part=list`. */
  async show(req: Request, res: Response): Promise<void> {
    const state = readState(req)
    const found = await this.finder.list({
      limit: maxRows,
      before: state.cursor,
      to: state.to,
      terms: readTerms(state.q ?? ''),
    })
    if (req.query['part'] === 'list') {
      return sendMarkup(res, 200, await this.#list(state, found))
    }
    const stored = state.id === undefined ? undefined : this.store.find(state.id)
    const chosen = stored && (await this.#open(stored, state))
    if (chosen) this.store.markRead(chosen.stored.id)
    const pane = chosen
      ? await messagePane(state, chosen, this.store, this.options.logs)
      : this.#placeholder(state, found)
    const list = await this.#list(state, found)
    // A narrow screen has room for either the list or the message: the class selects one.
    const layout = state.id !== undefined ? 'reading' : found.messages.length > 0 ? 'listing' : 'empty'
    const body = html`<a class="skip" href="#message">Skip to the message</a>
      ${list}
      <main id="message" tabindex="-1">${pane}</main>`
    const { base } = state
    const page = { base, title: titleOf(chosen), layout, body, hasScript: true }
    sendPage(res, state.id !== undefined && !chosen ? 404 : 200, page)
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
    let isLate = false
    const late = pause(maxWaitMs, undefined, { ref: false }).then(() => void (isLate = true))
    const rows: ListRow[] = []
    for (const stored of page.messages) {
      const known = this.summaries.known(stored.id)
      const opened = known ?? (isLate ? undefined : await Promise.race([this.summaries.of(stored), late]))
      rows.push({ stored, summary: opened ?? undefined, isRead: this.store.isRead(stored.id) })
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
}

function titleOf(chosen: ChosenMessage | undefined): string {
  if (chosen === undefined) return 'Sink'
  const subject = 'summary' in chosen.content ? chosen.content.summary.subject : 'Unreadable message'
  return `${subject || 'No subject'} · Sink`
}
