import path from 'node:path'
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

/** What a link in a Markdown file leads to on the pages: nowhere if it is a file that has no page. */
export type Target = { readonly href: string } | 'no page'

/** Files of the repository that the service serves at an address of their own. */
const served: Readonly<Record<string, string>> = {
  'generated/openapi.yaml': 'openapi.yaml',
  'generated/openapi.json': 'openapi.json',
}

/** A service on the reader's own machine, as the guides name it. */
const localService = 'http://localhost:4000/'

/**
 * Finds what a link leads to.
 *
 * @param source the Markdown file that has the link, from the repository's root
 * @param address the address of the file's page
 * @param link the link as the file has it
 */
export function targetOf(source: string, address: string, link: string): Target {
  if (link.startsWith('#')) return { href: link }
  if (link.startsWith(localService)) return { href: toRoot(address) + link.slice(localService.length) }
  if (/^[a-z]+:/.test(link)) return { href: link }
  const [file = '', heading] = link.split('#')
  const linked = path.posix.join(path.posix.dirname(source), file)
  // On GitHub the contract's source is the reference.
  if (linked === 'openapi/openapi.yaml') return { href: toPage(address, referenceAddress) }
  const page = pages.find((page) => page.source === linked)
  if (page !== undefined)
    return { href: toPage(address, page.address + (heading === undefined ? '' : `#${heading}`)) }
  const at = served[linked]
  return at === undefined ? 'no page' : { href: toRoot(address) + at }
}
