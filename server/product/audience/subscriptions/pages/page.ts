import { html, type Markup } from '../../../../platform/http/html.js'
import type { ShownContact, ShownSubscription } from './actions.js'
import { styleElement } from './style.js'
import { directionOf, languages, type LanguageTag } from './texts/languages.js'
import type { PageName, Texts } from './texts/texts.js'

/** How a page looks: a question, or how it went. */
export type Tone = 'question' | 'good' | 'bad'

const strokes: Readonly<Record<Tone, string>> = {
  // An envelope, a tick and an exclamation mark, on a field of 24 by 24.
  question: 'M3 6h18v12H3z M3 7l9 6 9-6',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M12 5v9 M12 18.5v.5',
}

/** The picture above the heading. It says nothing that the heading does not say, so it is not read out. */
function mark(tone: Tone): Markup {
  return html`<div class="mark" aria-hidden="true">
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d="${strokes[tone]}" />
    </svg>
  </div>`
}

/** What the pages that are no failure look like; the others are 'bad'. */
const tones: Readonly<Partial<Record<PageName, Tone>>> = {
  confirm: 'question',
  confirmed: 'good',
  alreadyConfirmed: 'good',
  unsubscribe: 'question',
  unsubscribed: 'good',
  optOut: 'question',
  optedOut: 'good',
}

/** Whose page it is: of which list, or of which sender, and to which address. */
export type Whose = Pick<ShownSubscription, 'listName' | 'email'> | Pick<ShownContact, 'senderName' | 'email'>

/**
 * A page, whole: without a script, and with nothing to load.
 *
 * @param shown the subscription or the contact, where the page tells whose it is
 */
export function subscriptionPage(name: PageName, language: LanguageTag, shown?: Whose): Markup {
  const texts: Texts = languages[language]
  const { title, text } = texts.pages[name]
  const tone = tones[name] ?? 'bad'
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main class="${tone}">
          ${mark(tone)}
          <div ${tone !== 'question' && html`role="status"`}>
            <h1>${title}</h1>
            <p>${text}</p>
          </div>
          ${shown && details(texts, shown)} ${action(name, texts)}
        </main>
      </body>
    </html>`
}

/** Each in a direction of its own, so that neither rearranges what stands around it. */
function details(texts: Texts, shown: Whose): Markup {
  const [label, name] = 'listName' in shown ? [texts.list, shown.listName] : [texts.sender, shown.senderName]
  return html`<dl>
    <dt>${label}</dt>
    <dd><bdi>${name}</bdi></dd>
    <dt>${texts.address}</dt>
    <dd><bdi>${shown.email}</bdi></dd>
  </dl>`
}

/** A form without an action goes to the page's own address, also under a path of a proxy. */
function action(name: PageName, texts: Texts): Markup | undefined {
  switch (name) {
    case 'confirm':
      return html`<form method="post"><button>${texts.confirmButton}</button></form>
        <p class="note">${texts.notAsked}</p>`
    case 'unsubscribe':
    case 'optOut':
      return html`<form method="post"><button>${texts.unsubscribeButton}</button></form>`
    case 'unavailable':
    case 'error':
      return html`<p class="again"><a href="">${texts.tryAgain}</a></p>`
    default:
      return undefined
  }
}
