import { counted, findingsOf, shortened, type Finding } from './finding.js'
import type { HtmlFacts, Image } from './html-facts.js'
import { judgeLinks, schemeOf } from './links.js'

/** Approximate number of bytes behind which Gmail cuts HTML off. */
export const gmailBytes = 102_000
/** Size in bytes beyond which Gmail drops the `style` element that exceeds it. */
const gmailStyleBytes = 16_384
/** Number of letters below which the text beside an image hardly counts as one. */
const fewLetters = 30

/** The bodies of a mail. */
export interface MailBodies {
  readonly text: string | null
  readonly html: string | null
  /** Facts of the HTML; undefined if there is none. */
  readonly facts: HtmlFacts | undefined
}

/**
 * Judges what a mail consists of and how clients show it. It runs in browsers, too. The knowledge of what clients
 * drop is from caniemail.com.
 */
export function judgeContent({ text, html, facts }: MailBodies): Finding[] {
  return [
    judgeText(text, html),
    ...(html === null ? [] : [judgeHtmlSize(html)]),
    ...(facts === undefined
      ? []
      : [
          judgeWords(facts),
          ...judgeLinks(facts.links),
          ...judgeImages(facts.images),
          ...judgeElements(facts),
          ...judgeStyles(facts),
        ]),
  ]
}

function judgeText(text: string | null, html: string | null): Finding {
  const check = findingsOf('text')
  const isEmpty = (text ?? '').trim() === ''
  if (!isEmpty) return check.ok(counted((text ?? '').trim().length, 'character'))
  if (html === null) return check.failed('the mail is empty', 'Write a text, or HTML and a text.')
  const advice = 'Add a text/plain part with the same content: filters count mail of HTML alone as spam.'
  return check.warning(text === null ? 'HTML without a text' : 'the text is empty', advice)
}

function judgeHtmlSize(html: string): Finding {
  const check = findingsOf('Gmail clipping')
  const bytes = new TextEncoder().encode(html).length
  const seen = `the HTML has ${kilobytes(bytes)} of 102 kB`
  if (bytes <= gmailBytes) return check.ok(seen)
  return check.warning(
    seen,
    'Gmail hides the rest behind a link, with the one to unsubscribe: make the HTML shorter.',
  )
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
}

function judgeWords({ images, letters }: HtmlFacts): Finding {
  const check = findingsOf('HTML')
  if (letters >= fewLetters) return check.ok(`${counted(letters, 'letter')} to read`)
  if (images.length > 0)
    return check.warning(
      `${counted(images.length, 'image')} and hardly a text`,
      'Clients that load no images show an empty mail, and filters count it as spam: write the content as text.',
    )
  return letters > 0
    ? check.ok(`${counted(letters, 'letter')} to read`)
    : check.failed('the HTML is empty', 'Write its content.')
}

function judgeImages(images: readonly Image[]): Finding[] {
  const check = findingsOf('images')
  const having = (test: (image: Image) => boolean) => images.filter(test)
  const schemed = (scheme: string | undefined) => having(({ src }) => schemeOf(src) === scheme)
  const said = (found: readonly Image[], is: string) =>
    `${counted(found.length, 'image')} ${is}: ${shortened(found[0]?.src ?? '')}`
  const [relative, data, insecure] = [schemed(undefined), schemed('data'), schemed('http')]
  const silent = having(({ alt }) => alt === undefined)
  const findings = [
    ...(relative.length === 0
      ? []
      : [
          check.failed(
            said(relative, 'without a host'),
            'No client can load it: write the whole address, with https.',
          ),
        ]),
    ...(data.length === 0
      ? []
      : [
          check.warning(
            said(data, 'as data: URI'),
            'Gmail drops it: load the image by https, or attach it inline.',
          ),
        ]),
    ...(insecure.length === 0
      ? []
      : [check.warning(said(insecure, 'by http'), 'Some clients do not load it: use https.')]),
    ...(silent.length === 0
      ? []
      : [
          check.warning(
            said(silent, 'without alt'),
            'Say in alt what the image shows, for those who do not see it; alt="" for one that only decorates.',
          ),
        ]),
  ]
  if (findings.length > 0) return findings
  const external = schemed('https').length
  return [
    check.ok(
      images.length === 0 ? 'none' : `${counted(images.length, 'image')}, ${external} from the network`,
    ),
  ]
}

const dropped: Readonly<Record<string, readonly [status: 'warning' | 'failed', clients: string]>> = {
  script: ['failed', 'All clients remove it, and filters take it for an attack.'],
  iframe: ['failed', 'Gmail, Outlook and Yahoo remove it, and filters take it for an attack.'],
  object: ['failed', 'Gmail, Outlook and Yahoo remove it, and filters take it for an attack.'],
  embed: ['failed', 'Gmail, Outlook and Yahoo remove it, and filters take it for an attack.'],
  form: [
    'warning',
    'Outlook does not send it, and others warn before they do: link to a page with the form.',
  ],
  video: ['warning', 'Gmail, Outlook for Windows and Yahoo do not play it: link an image to a page with it.'],
  audio: ['warning', 'Gmail, Outlook and Yahoo do not play it: link to a page with it.'],
  link: ['warning', 'Gmail, Outlook.com and Yahoo load no style sheet: write the CSS into the HTML.'],
}

function judgeElements(facts: HtmlFacts): Finding[] {
  const check = findingsOf('elements')
  const findings = Object.entries(dropped).flatMap(([name, [status, advice]]) => {
    const count = facts.dropped.get(name) ?? 0
    const element = name === 'link' ? '<link rel=stylesheet>' : `<${name}>`
    return count === 0 ? [] : [check[status](`${count} × ${element}`, advice)]
  })
  return findings.length > 0 ? findings : [check.ok('none that clients drop')]
}

const css: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    position: 'Gmail and Outlook drop it, Yahoo all but relative: lay out with tables.',
    'flex or grid': 'Outlook for Windows drops it, and Gmail does for other accounts: lay out with tables.',
    'background-image': 'Outlook for Windows shows none: the text must be readable without it.',
  }),
)

function judgeStyles({ declarations, styleLength, webFonts }: HtmlFacts): Finding[] {
  const check = findingsOf('styles')
  const findings = [
    ...[...declarations].map((name) => check.warning(`${name} in style attributes`, css.get(name) ?? '')),
    ...(styleLength > gmailStyleBytes
      ? [
          check.warning(
            `${kilobytes(styleLength)} in <style>`,
            'Gmail drops what is beyond 16 kB: write less CSS.',
          ),
        ]
      : []),
    ...(webFonts
      ? [
          check.warning(
            'web fonts',
            'Gmail, Outlook and Yahoo do not load them: name a common font after each.',
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [check.ok('none that clients drop')]
}
