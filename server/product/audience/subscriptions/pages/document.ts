import { html, type Markup } from '../../../../platform/http/pages/html.js'
import type { PageDesign } from '../../../workspace/projects/page-design.js'
import { sheetsOf } from './style.js'
import { directionOf, type LanguageTag } from './texts/languages.js'
import type { Texts } from './texts/texts.js'

/** The look of a page: a question, or a good or bad outcome. */
export type Tone = 'question' | 'good' | 'bad'

const strokes: Readonly<Record<Tone, string>> = {
  // An envelope, a tick and an exclamation mark, on a field of 24 by 24.
  question: 'M3 6h18v12H3z M3 7l9 6 9-6',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M12 5v9 M12 18.5v.5',
}

/** Draws the picture above the heading. It only repeats the heading, so it is not read out. */
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

/** The owner of a page: its address, its sender, and its list if there is one. */
export interface Whose {
  readonly listName?: string
  readonly senderName: string
  /** The address as it was last written. */
  readonly email: string
  /** The project's design for its pages; null if it has set none. */
  readonly design: PageDesign | null
}

export interface PageParts {
  readonly language: LanguageTag
  readonly title: string
  readonly tone: Tone
  readonly whose?: Pick<Whose, 'senderName' | 'design'> | undefined
  /** The content below the logo and the mark, from the heading on. */
  readonly content: Markup
}

/** Renders a complete page, without a script and with nothing to load: its logo is in it. */
export function pageDocument({ language, title, tone, whose, content }: PageParts): Markup {
  const design = whose?.design ?? {}
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${sheetsOf(design.accent_color).map(({ element }) => element)}
      </head>
      <body>
        <main class="${tone}">
          ${design.logo !== undefined && html`<img class="logo" src="${design.logo}" alt="${whose?.senderName}" />`}
          ${mark(tone)} ${content}
        </main>
      </body>
    </html>`
}

/**
 * Renders the data of the page's subject, by label. Each value has a direction of its own, so that neither rearranges
 * the text around it. The sender of a list is shown if the project has set a name for people, since the project's own
 * name may be for its team.
 */
export function details(texts: Texts, { listName, senderName, email, design }: Whose): Markup {
  const rows = [
    listName !== undefined && ([texts.list, listName] as const),
    (listName === undefined || design?.name !== undefined) && ([texts.sender, senderName] as const),
    [texts.address, email] as const,
  ].filter((row) => row !== false)
  return html`<dl>
    ${rows.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd><bdi>${value}</bdi></dd> `,
    )}
  </dl>`
}
