import { html, type Markup } from '../../../../platform/http/pages/html.js'
import { details, pageDocument, type Tone, type Whose } from './document.js'
import { languages, type LanguageTag } from './texts/languages.js'
import type { PageName, Texts } from './texts/texts.js'

/** The look of each page that reports no failure; the others are 'bad'. */
const tones: Readonly<Partial<Record<PageName, Tone>>> = {
  confirm: 'question',
  confirmed: 'good',
  alreadyConfirmed: 'good',
  unsubscribe: 'question',
  unsubscribed: 'good',
  optOut: 'question',
  optedOut: 'good',
}

/**
 * Renders a page that asks for one thing, or reports one.
 *
 * @param shown the owner of the subscription or the contact, if the page shows it
 */
export function subscriptionPage(name: PageName, language: LanguageTag, shown?: Whose): Markup {
  const texts: Texts = languages[language]
  const { title, text } = texts.pages[name]
  const tone = tones[name] ?? 'bad'
  const content = html`<div ${tone !== 'question' && html`role="status"`}>
      <h1>${title}</h1>
      <p>${text}</p>
    </div>
    ${shown && details(texts, shown)} ${action(name, texts)}`
  return pageDocument({ language, title, tone, whose: shown, content })
}

/**
 * Renders the form of a page. A form without an action goes to the page's own address, also under a path of a proxy.
 */
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
