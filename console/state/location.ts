import { useLocation } from 'preact-iso/router'
import { useCallback } from 'preact/hooks'

/** The console's own address, which ends in a slash. Scripts are in a folder below it. */
export const consoleBase = new URL('..', import.meta.url)

/** The service's address without a trailing slash, whatever path prefix a proxy adds. */
export const apiBase = new URL('..', consoleBase).href.replace(/\/$/, '')

/**
 * Returns the path of a screen, such as `messages/msg_…`, below the console's address.
 *
 * @param query values of undefined and '' are left out
 */
export function pathTo(screen: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return `${consoleBase.pathname}${screen}${search === '' ? '' : `?${search}`}`
}

/** Returns the path of the shown screen, below the console's address. */
export function screenOf(path: string): string {
  return path.startsWith(consoleBase.pathname) ? path.slice(consoleBase.pathname.length) : ''
}

/**
 * Returns the query parameters of the address: filters, pages and open rows are kept there, so that a link shows the
 * same to others.
 */
export function useParams(): {
  readonly params: Readonly<Record<string, string | undefined>>
  /**
   * Changes some parameters; undefined and '' remove them. The list starts again from its first page unless the
   * cursor is changed.
   */
  readonly change: (changes: Readonly<Record<string, string | undefined>>, replace?: boolean) => void
} {
  const { path, query, route } = useLocation()
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, replace = false) => {
      const { cursor: _, ...kept } = query
      route(pathTo(screenOf(path), { ...kept, ...changes }), replace)
    },
    [path, query, route],
  )
  return { params: query, change }
}
