import { openMessage } from '../parsed-message.js'
import type { AttachmentView, MessageView } from '../parsed-message.js'
import { html } from '../../http/html.js'
import type { Markup } from '../../http/html.js'
import { messageLink, pageLink } from './links.js'
import type { PageState, Tab } from './links.js'
import { longTime } from './time.js'

// A megabyte of base64 in a page helps nobody; the whole is a link away.
const RAW_SHOWN_BYTES = 256 * 1024

/** The right column: who and when, the tabs, the body of the chosen tab and the attachments. */
export async function messagePane(state: PageState, view: MessageView, raw: Buffer): Promise<Markup> {
  const tab = state.tab ?? (view.html === null ? 'text' : 'html')
  return html`<article>
    <a class="back" href="${pageLink({ ...state, id: undefined, tab: undefined })}">Back to the inbox</a>
    <h2>${view.subject || 'No subject'}</h2>
    <dl class="envelope">
      <dt>From</dt>
      <dd>${[view.headers.from ?? view.envelope.from].flat().join(', ')}</dd>
      <dt>To</dt>
      <dd>${[view.headers.to ?? view.envelope.to].flat().join(', ')}</dd>
      ${namedRow('Cc', view.headers.cc)} ${namedRow('Reply to', view.headers['reply-to'])}
      <dt>Envelope</dt>
      <dd>&lt;${view.envelope.from}&gt; to ${view.envelope.to.map((to) => `<${to}>`).join(', ')}</dd>
      <dt>Received</dt>
      <dd><time datetime="${view.received_at}">${longTime(view.received_at)}</time></dd>
    </dl>
    ${view.attachments.length > 0 && attachmentList(state.base, view)}
    <nav class="tabs" aria-label="Views of the message">
      ${tabLink(state, tab, 'html', 'HTML')}${tabLink(state, tab, 'text', 'Text')}
      ${tabLink(state, tab, 'headers', 'Headers')}${tabLink(state, tab, 'raw', 'Raw')}
    </nav>
    <section class="body" aria-label="${tab}">${await tabBody(state.base, tab, view, raw)}</section>
  </article>`
}

/** A row for a field that not every message has. */
function namedRow(label: string, value: string | string[] | undefined): Markup | false {
  return (
    value !== undefined &&
    html`<dt>${label}</dt>
      <dd>${[value].flat().join(', ')}</dd>`
  )
}

function tabLink(state: PageState, current: Tab, tab: Tab, label: string): Markup {
  const here = tab === current
  return html`<a href="${pageLink({ ...state, tab })}" ${here && html`aria-current="page"`}>${label}</a>`
}

async function tabBody(base: string, tab: Tab, view: MessageView, raw: Buffer): Promise<Markup> {
  if (tab === 'html') return htmlBody(base, view)
  if (tab === 'text') return textBody(view, raw)
  if (tab === 'headers') return headerTable(view)
  return rawBody(base, view, raw)
}

function htmlBody(base: string, view: MessageView): Markup {
  if (view.html === null) return html`<p class="hint">This message has no HTML body.</p>`
  return html`<iframe
      sandbox
      src="${messageLink(base, view.id, '/html')}"
      title="HTML body of the message"
    ></iframe>
    <p class="hint">
      Remote images are not loaded and links do not open in here; the Text tab has links to follow.
    </p>`
}

async function textBody(view: MessageView, raw: Buffer): Promise<Markup> {
  if (view.text !== null) return html`<pre>${linked(view.text)}</pre>`
  const { readable } = await openMessage(raw)
  if (readable === null) return html`<p class="hint">This message has no text.</p>`
  return html`<p class="hint">There is no text body. This is the HTML one as text.</p>
    <pre>${linked(readable)}</pre>`
}

/** Splits plain text at its web addresses and makes links of them; nothing else becomes one. */
export function linked(text: string): (string | Markup)[] {
  return text.split(/(https?:\/\/[^\s<>"'\])]+)/).map((part, index) =>
    // Split with one group: every second part is an address.
    index % 2 === 0 ? part : html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`,
  )
}

function headerTable(view: MessageView): Markup {
  const rows = Object.entries(view.headers).flatMap(([name, value]) =>
    [value].flat().map(
      (each) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${each}</td>
        </tr>`,
    ),
  )
  return html`<table>
    ${rows}
  </table>`
}

function rawBody(base: string, view: MessageView, raw: Buffer): Markup {
  const cut = raw.length > RAW_SHOWN_BYTES
  return html`<p class="hint">
      ${cut && html`The first ${size(RAW_SHOWN_BYTES)} of ${size(raw.length)}. `}<a
        href="${messageLink(base, view.id, '/raw')}"
        download="${view.id}.eml"
        >Download as .eml</a
      >
    </p>
    <pre>${raw.subarray(0, RAW_SHOWN_BYTES).toString('utf8')}</pre>`
}

function attachmentList(base: string, view: MessageView): Markup {
  const item = (attachment: AttachmentView, index: number) =>
    html`<li>
      <a href="${messageLink(base, view.id, `/attachments/${index}`)}"
        >${attachment.filename ?? `attachment-${index + 1}`}</a
      >
      <span class="quiet">${attachment.content_type}, ${size(attachment.size)}</span>
    </li>`
  return html`<ul class="attachments" aria-label="Attachments">
    ${view.attachments.map(item)}
  </ul>`
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
