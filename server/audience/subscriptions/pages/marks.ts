import { html, type Markup } from '../../../http/html.js'

/** How a page looks: a question, or how it went. */
export type Tone = 'question' | 'good' | 'bad'

const strokes: Readonly<Record<Tone, string>> = {
  // An envelope, a tick and an exclamation mark, on a field of 24 by 24.
  question: 'M3 6h18v12H3z M3 7l9 6 9-6',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M12 5v9 M12 18.5v.5',
}

/** The picture above the heading. It says nothing that the heading does not say, so it is not read out. */
export function mark(tone: Tone): Markup {
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
