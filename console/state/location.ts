import { useLocation } from 'preact-iso/router'
import { useCallback } from 'preact/hooks'

/** The console's own address, which ends in a slash. Scripts are in a folder below it. */
export const consoleBase = new URL('..', import.meta.url)

/** The service's address without a trailing slash, whatever path a proxy has put it under. */
export const apiBase = new URL('..', consoleBase).href.replace(/\/$/, '')

/**
 * The path of a screen, such as `messages/msg_…`, below wherever the console is.
 *
 * @param query values of undefined and '' are left out
 */
export function pathTo(screen: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return `${consoleBase.pathname}${screen}${search === '' ? '' : `?${search}`}`
}

/** Which screen is shown: its path below the console's. */
export function screenOf(path: string): string {
  return path.startsWith(consoleBase.pathname) ? path.slice(consoleBase.pathname.length) : ''
}

/** What stands in the query of the address: filters, pages and open rows, so that a link shows the same to others. */
export function useParams(): {
  readonly params: Readonly<Record<string, string | undefined>>
  /** Changes some values; undefined and '' take them away. The list begins again, unless the cursor is changed. */
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
