import { html, type Markup } from '../../../platform/http/pages/html.js'
import type { SinkPage } from './document.js'

/** Values typed into the form. */
export interface InboundFields {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
}

/** Note on the page about the message that was sent before. */
export interface InboundNote {
  readonly kind: 'taken' | 'refused' | 'mistake'
  readonly title: string
  readonly text: string
  /** Field that contains the mistake. */
  readonly field?: keyof InboundFields
}

/** Renders the page on which a reader puts mail into an inbound route. It has no script. */
export function inboundFormPage(
  base: string,
  fields: InboundFields,
  note: InboundNote | undefined,
): SinkPage {
  const body = html`<main class="stack">
    <p><a href="${base}/">Back to the inbox</a></p>
    <h1>Send email to a route</h1>
    <p class="hint">
      The message goes by SMTP to the inbound receiver, as if another mail server had sent it.
    </p>
    ${note && noteOf(note)}
    <form method="post" action="${base}/inbound" enctype="multipart/form-data">
      ${addressField('to', { label: 'To', value: fields.to, note, hint: hints.to })}
      ${addressField('from', { label: 'From', value: fields.from, note, hint: hints.from })}
      <p>
        <label for="subject">Subject</label>
        <input id="subject" name="subject" value="${fields.subject}" maxlength="${maxSubject}" />
      </p>
      <p>
        <label for="text">Text</label>
        <textarea id="text" name="text" rows="8">${fields.text}</textarea>
      </p>
      <p>
        <label for="file">Attachment (optional)</label>
        <input id="file" name="file" type="file" />
      </p>
      <p><button>Send</button></p>
    </form>
  </main>`
  const title = `${note ? `${note.title} · ` : ''}Send email to a route · Sink`
  return { base, title, layout: 'compose', body }
}

const hints = {
  to: 'An address that a route receives email for, such as support@in.shop.example',
  from: 'The sender of the envelope and of the message',
}

/** Longest subject, in characters: a line has no more (RFC 5322, section 2.1.1). */
export const maxSubject = 998

function noteOf({ kind, title, text }: InboundNote): Markup {
  return html`<section class="panel outcome ${kind}" role="${kind === 'taken' ? 'status' : 'alert'}">
    <h2>${title}</h2>
    <p>${text}</p>
  </section>`
}

function addressField(
  name: 'to' | 'from',
  {
    label,
    value,
    note,
    hint,
  }: {
    readonly label: string
    readonly value: string
    readonly note: InboundNote | undefined
    readonly hint: string
  },
): Markup {
  return html`<p>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      maxlength="254"
      aria-describedby="${name}-hint"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      inputmode="email"
      ${note?.field === name && html` aria-invalid="true"`}
    />
    <span id="${name}-hint" class="hint">${hint}</span>
  </p>`
}
