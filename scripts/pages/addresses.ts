import path from 'node:path'
import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { pages, referenceAddress } from './navigation.js'

/*
 * Addresses within the documents are relative, so that they work where a proxy has the service under a path of its
 * own. The first page is `/docs` without a slash, so a browser resolves its links from the service's root.
 */

/** The way from a page to the service's root: empty, or one or more `../`. */
export function toRoot(from: string): string {
  return from === '' ? '' : '../'.repeat(from.split('/').length)
}

/** The relative address of a page, or of a heading on it, as a link on another page. */
export function toPage(from: string, to: string): string {
  const [address = '', heading] = to.split('#')
  const anchor = heading === undefined ? '' : `#${heading}`
  if (address === from && anchor !== '') return anchor
  return `${toRoot(from)}docs${address === '' ? '' : `/${address}`}${anchor}`
}

/** The target of a link in a Markdown file. A file that has no page leads to nothing that is served. */
export type Target =
  /** A page by its address below `/docs/`, or a heading on it. */
  | { readonly page: string; readonly heading?: string | undefined }
  /** Something else of the service, by its path without the first slash. */
  | { readonly path: string }
  /** Another site, or a heading of the same document. */
  | { readonly href: string }
  | 'no page'

/** Files of the repository that the service serves at an address of their own. */
const served: Readonly<Record<string, string>> = {
  'generated/openapi.json': 'openapi.json',
}

/** The feed of releases, by its path without the first slash. */
export const feedPath = 'docs/changelog.atom'

/** A service on the reader's own machine, as the guides name it. */
export const localService = 'http://localhost:4000/'

/**
 * Finds what a link leads to.
 *
 * @param source the Markdown file that has the link, from the repository's root
 * @param link the link as the file has it
 */
export function targetOf(source: string, link: string): Target {
  if (link.startsWith('#')) return { href: link }
  if (link.startsWith(localService)) return ofService(link.slice(localService.length))
  if (/^[a-z]+:/.test(link)) return { href: link }
  const [file = '', heading] = link.split('#')
  const linked = path.posix.join(path.posix.dirname(source), file)
  // On GitHub the contract's source is the reference.
  if (linked === 'openapi/openapi.yaml') return { page: referenceAddress }
  const page = pages.find((page) => page.source === linked)
  if (page !== undefined) return { page: page.address, heading }
  const at = served[linked]
  return at === undefined ? 'no page' : { path: at }
}

function ofService(at: string): Target {
  const [, page, heading] = /^docs(?:\/([^#]+))?(?:#(.*))?$/.exec(at) ?? []
  const isPage = at === 'docs' || page === referenceAddress || pages.some(({ address }) => address === page)
  return isPage ? { page: page ?? '', heading } : { path: at }
}

/** The link to a target as the page at `from` has it; undefined where the page shows its text alone. */
export function pageLink(from: string, target: Target): string | undefined {
  if (target === 'no page') return undefined
  if ('href' in target) return target.href
  if ('path' in target) return toRoot(from) + target.path
  return toPage(from, target.page + (target.heading === undefined ? '' : `#${target.heading}`))
}

/** The address of a page's Markdown below the service's: that of the page, and `.md`. */
export function markdownPath(page: string): string {
  return `docs${page === '' ? '' : `/${page}`}.md`
}

/** The link to a target as Markdown has it: by the whole address, since models read it without that of the page. */
export function markdownLink(target: Target): string | undefined {
  if (target === 'no page') return undefined
  if ('href' in target) return target.href
  if ('path' in target) return `${baseUrlMark}/${target.path}`
  const anchor = target.heading === undefined ? '' : `#${target.heading}`
  return `${baseUrlMark}/${markdownPath(target.page)}${anchor}`
}
