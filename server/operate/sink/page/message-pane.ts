import { html, type Markup } from '../../../platform/http/pages/html.js'
import type { StoredMessage } from '../kept/stored-message.js'
import type { AttachmentView, PageContent } from '../parser/jobs.js'
import type { MessageStore } from '../kept/store.js'
import { deliveryLog, type DeliveryLogs } from './delivery-log.js'
import { messageLink, pageLink, queryOf, type PageState, type Tab } from './links.js'
import { longTime } from './time.js'

// A megabyte of base64 in a page helps nobody; the whole is a link away.
const rawShownBytes = 256 * 1024
/** The max number of addresses in a text that become links, and of recipients that are listed by name. */
const maxLinks = 500
const maxRecipients = 50

/** The message that the page shows, parsed or not. */
export interface ChosenMessage {
  readonly stored: StoredMessage
  /** Parsed content, or the reason why the message could not be parsed. */
  readonly content: PageContent | { readonly unreadable: string }
}

/**
 * Renders the right column: sender, recipients and time, the tabs, the body of the chosen tab and the attachments.
 */
export async function messagePane(
  state: PageState,
  { stored, content }: ChosenMessage,
  store: MessageStore,
  logs: DeliveryLogs,
): Promise<Markup> {
  const opened = 'unreadable' in content ? undefined : content
  const tab = state.tab ?? defaultTab(opened)
  const subject = opened === undefined ? 'This message cannot be shown' : opened.summary.subject
  const header = (name: string) => opened?.headers.filter(([each]) => each === name).map(([, value]) => value)
  return html`<article class="stack">
    <div class="row actions">
      <a class="back" href="${pageLink({ ...state, id: undefined, tab: undefined, images: undefined })}"
        >Back to the inbox</a
      >
      <form
        method="post"
        action="${messageLink(state.base, stored.id, '/delete')}${queryOf({ ...state, id: undefined, tab: undefined, images: undefined })}"
      >
        <button id="delete">Delete</button>
      </form>
    </div>
    <h2>${subject || 'No subject'}</h2>
    <dl class="envelope">
      ${headerRow('From', header('from') ?? [])} ${headerRow('To', header('to') ?? [])}
      ${headerRow('Cc', header('cc') ?? [])} ${headerRow('Reply-To', header('reply-to') ?? [])}
      <dt>Envelope</dt>
      <dd>&lt;${stored.envelope.from}&gt; to ${recipients(stored)}</dd>
      <dt>Received</dt>
      <dd>${longTime(stored.received_at)}</dd>
    </dl>
    ${opened && opened.attachments.length > 0 && attachmentList(state.base, stored.id, opened)}
    <nav class="tabs" aria-label="Views of the message">
      ${opened && [tabLink(state, tab, 'html', 'HTML'), tabLink(state, tab, 'text', 'Text'), tabLink(state, tab, 'headers', 'Headers')]}
      ${tabLink(state, tab, 'raw', 'Raw')}
      ${logs.isOwn(stored.envelope.from) && tabLink(state, tab, 'log', 'Log')}
    </nav>
    <section class="stack body" aria-label="${tab}">
      ${'unreadable' in content && unreadable(state.base, stored, content.unreadable)}
      ${await tabBody({ state, stored, store, logs }, tab, opened)}
    </section>
  </article>`
}

function defaultTab(content: PageContent | undefined): Tab {
  if (content === undefined) return 'raw'
  return content.hasHtml ? 'html' : 'text'
}

function unreadable(base: string, { id, size: bytes }: StoredMessage, reason: string): Markup {
  return html`<p class="panel warning" role="alert">
    This message cannot be parsed: ${reason}. It was received in full, and you can download its source:
    <a href="${messageLink(base, id, '/raw')}" download="${id}.eml">${id}.eml</a> (${size(bytes)}).
  </p>`
}

/** Returns a row for a field; no row if the message does not have the field. */
function headerRow(label: string, values: readonly string[]): Markup | false {
  return (
    values.length > 0 &&
    html`<dt>${label}</dt>
      <dd>${values.join(', ')}</dd>`
  )
}

function recipients({ envelope: { to } }: StoredMessage): string {
  const shown = to.slice(0, maxRecipients).map((address) => `<${address}>`)
  const more = to.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '')
}

function tabLink(state: PageState, current: Tab, tab: Tab, label: string): Markup {
  const here = tab === current
  return html`<a href="${pageLink({ ...state, tab })}" ${here && html`aria-current="page"`}>${label}</a>`
}

interface Context {
  readonly state: PageState
  readonly stored: StoredMessage
  readonly store: MessageStore
  readonly logs: DeliveryLogs
}

async function tabBody(
  context: Context,
  tab: Tab,
  content: PageContent | undefined,
): Promise<Markup | false> {
  const { state, stored, store, logs } = context
  if (tab === 'raw') return rawBody(state.base, stored, store)
  if (tab === 'log') return deliveryLog(await logs.of(stored.envelope.from))
  if (content === undefined) return false
  if (tab === 'html') return htmlBody(state, stored.id, content)
  return tab === 'text' ? textBody(content) : headerTable(content)
}

function htmlBody(state: PageState, id: string, content: PageContent): Markup {
  if (!content.hasHtml) return html`<p class="hint">This message has no HTML body.</p>`
  const remote = state.images === 'remote'
  const width = (value: 'phone' | undefined, label: string) =>
    html`<a
      class="button"
      href="${pageLink({ ...state, width: value })}"
      ${state.width === value && html`aria-current="true"`}
      >${label}</a
    >`
  return html`<div class="row preview">
      <span role="group" aria-label="Width of the preview"
        >${width(undefined, 'Desktop')}${width('phone', 'Phone')}</span
      >
      ${
        content.hasRemoteImages &&
        !remote &&
        html`<a class="button" href="${pageLink({ ...state, images: 'remote' })}">Load remote images</a>
          <span class="quiet"
            >Remote images are blocked, because their servers would learn that the message was opened.</span
          >`
      }
      ${remote && html`<span class="quiet">Remote images are shown.</span>`}
    </div>
    <iframe
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      class="${state.width ?? 'desktop'}"
      src="${messageLink(state.base, id, '/html')}${remote && '?images=remote'}"
      title="HTML body of the message"
    ></iframe>`
}

function textBody({ text, fromHtml, cut }: PageContent): Markup {
  if (text === null) return html`<p class="hint">This message has no text.</p>`
  return html`${fromHtml && html`<p class="hint">This message has no text body. This is the text of its HTML body.</p>`}
    <pre tabindex="0">${linked(text)}</pre>
    ${cut && html`<p class="hint">The text is cut off here. The raw message has all of it.</p>`}`
}

/** Splits plain text at its web addresses and makes links of them, and of nothing else. */
export function linked(text: string): (string | Markup)[] {
  return text.split(/(https?:\/\/[^\s<>"'\])]+)/).map((part, index) =>
    // The pattern has one group, so every second part is an address.
    index % 2 === 0 || index > maxLinks * 2
      ? part
      : html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`,
  )
}

function headerTable({ headers, headersLeftOut }: PageContent): Markup {
  const row = ([name, value]: readonly [string, string]) =>
    html`<tr>
      <th scope="row">${name}</th>
      <td>${value}</td>
    </tr>`
  return html`<table>
      ${headers.map(row)}
    </table>
    ${headersLeftOut > 0 && html`<p class="hint">${headersLeftOut.toLocaleString('en')} more. The raw message has all of them.</p>`}`
}

async function rawBody(base: string, stored: StoredMessage, store: MessageStore): Promise<Markup> {
  const shown = (await store.beginning(stored, rawShownBytes)) ?? Buffer.alloc(0)
  return html`<p class="hint">
      ${stored.size > shown.length && html`The first ${size(shown.length)} of ${size(stored.size)}. `}<a
        href="${messageLink(base, stored.id, '/raw')}"
        download="${stored.id}.eml"
        >Download as .eml</a
      >
    </p>
    <pre tabindex="0">${shown.toString('utf8')}</pre>`
}

function attachmentList(base: string, id: string, { attachments, attachmentsLeftOut }: PageContent): Markup {
  const item = (attachment: AttachmentView, index: number) =>
    html`<li>
      <a href="${messageLink(base, id, `/attachments/${index}`)}" download
        >${attachment.filename?.slice(0, 200) || `attachment-${index + 1}`}</a
      >
      <span class="quiet">${attachment.content_type.slice(0, 100)}, ${size(attachment.size)}</span>
    </li>`
  return html`<ul class="attachments" aria-label="Attachments">
    ${attachments.map(item)}
    ${attachmentsLeftOut > 0 && html`<li>and ${attachmentsLeftOut.toLocaleString('en')} more</li>`}
  </ul>`
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
