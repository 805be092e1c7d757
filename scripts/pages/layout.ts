import {
  baseUrlMark,
  partMarks,
  versionMark,
  type LinkedPart,
} from '../../server/operate/reference/built-pages.js'
import { feedPath, markdownPath, toPage, toRoot } from './addresses.js'
import { escaped } from './escape.js'
import type { Passage } from './markdown.js'
import { navigation, referenceAddress } from './navigation.js'

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f4e8c"/>' +
      '<path d="M6 10h20v13H6z M6 10l10 8 10-8" fill="none" stroke="#fff" stroke-width="2.2"' +
      ' stroke-linejoin="round"/></svg>',
  )

export interface Frame {
  readonly address: string
  readonly title: string
  readonly description: string
  /** More of the page's head. */
  readonly head?: string
  /** The contents of the page below its header and its navigation. */
  readonly body: string
  /** The navigation beside the contents; the documentation's by default. */
  readonly navigation?: string
  /** A class of the page's body. */
  readonly kind?: string
}

/** The address of a file that the page at `from` loads. */
export function assetAddress(from: string, name: string): string {
  return `${toRoot(from)}docs/${versionMark}/${name}`
}

/** A whole page: the header with the search, the navigation, and what the page is about. */
export function framed(frame: Frame): string {
  const {
    address,
    title,
    description,
    head = '',
    body,
    navigation = navigationHtml(address),
    kind = 'guide',
  } = frame
  const asset = (name: string) => assetAddress(address, name)
  return `<!doctype html>
<html lang="en" data-base="${baseUrlMark}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title)} · Postseal</title>
<link rel="icon" href="${icon}">
<link rel="alternate" type="text/markdown" title="Markdown" href="${toRoot(address)}${markdownPath(address)}">
<link rel="alternate" type="application/atom+xml" title="Postseal releases" href="${toRoot(address)}${feedPath}">
<link rel="stylesheet" href="${asset('pages.css')}">
<link rel="stylesheet" href="${asset('navigation.css')}">
<link rel="stylesheet" href="${asset('article.css')}">
<link rel="stylesheet" href="${asset('code.css')}">
<script type="module" src="${asset('page.js')}"></script>
<script type="module" src="${asset('search.js')}" data-index="${asset('search.json')}"></script>
${head}</head>
<body class="${kind}">
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${toPage(address, '')}">Postseal</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search the docs" aria-label="Search the documentation" autocomplete="off"
 spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-keyshortcuts="/">
<ul id="found" role="listbox" aria-label="Search results" hidden></ul>
</div>
${linksHtml(address)}
<input class="menu-open" id="menu" type="checkbox" aria-label="Show the navigation">
<label class="menu" for="menu">Menu</label>
</header>
${navigation}
${body}
</body>
</html>
`
}

/** The links of the header, and of the menu where the header has no space: to the reference, and to the parts of the service that people look at. */
export function linksHtml(from: string): string {
  const part = (name: LinkedPart, path: string, text: string) => {
    const [begin, end] = partMarks[name]
    return `${begin}<li><a href="${toRoot(from)}${path}">${text}</a></li>${end}`
  }
  return `<ul class="links">
<li><a href="${toPage(from, referenceAddress)}">API reference</a></li>
${part('console', 'console/', 'Console')}
${part('sink', 'sink', 'Sink')}
</ul>`
}

/** The navigation: groups that fold, of which the one with the page is open. */
function navigationHtml(from: string): string {
  const sections = navigation.map(({ name, entries }) => {
    const items = entries.map((entry) => {
      const current = entry.address === from ? ' aria-current="page"' : ''
      return `<li><a href="${toPage(from, entry.address)}"${current}>${escaped(entry.name)}</a></li>`
    })
    const open = entries.some(({ address }) => address === from) ? ' open' : ''
    return `<details${open}>\n<summary>${escaped(name)}</summary>\n<ul>\n${items.join('\n')}\n</ul>\n</details>`
  })
  return `<nav aria-label="Documentation">\n${linksHtml(from)}\n${sections.join('\n')}\n</nav>`
}

/** The part of a page that its document fills, with the list of its headings, and the ways on. */
export function article(html: string, passages: readonly Passage[], ways: string): string {
  const headings = passages.filter(({ level }) => level === 2)
  const contents =
    headings.length < 3
      ? ''
      : `<aside aria-label="On this page">
<h2>On this page</h2>
<ul>
${headings.map(({ slug, heading }) => `<li><a href="#${slug}">${escaped(heading)}</a></li>`).join('\n')}
</ul>
</aside>`
  return `<main id="content">
<article>
${html}${ways}
</article>
</main>
${contents}`
}

/**
 * The ways on at the end of a page.
 *
 * @param sequence all pages, in the order that they are read in
 */
export function waysOn(
  address: string,
  sequence: readonly { readonly address: string; readonly name: string }[],
): string {
  const at = sequence.findIndex((page) => page.address === address)
  const way = (page: (typeof sequence)[number] | undefined, rel: string, label: string) =>
    page === undefined
      ? '<span></span>'
      : `<a rel="${rel}" href="${toPage(address, page.address)}"><span>${label}</span> ${escaped(page.name)}</a>`
  return `<footer>
${way(sequence[at - 1], 'prev', 'Previous')}
${way(sequence[at + 1], 'next', 'Next')}
</footer>`
}
