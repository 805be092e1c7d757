import { useLocation } from 'preact-iso/router'
import { useEffect, useRef } from 'preact/hooks'
import { pathTo } from '../../state/location.js'
import { entries } from '../frame/navigation.js'
import { toggleIconsOnly } from '../../state/preferences.js'

/** Milliseconds within which a second key follows `g`, as the keyboard reports them, however late the page is. */
const sequenceMs = 5_000

/** Handles the keyboard shortcuts that work on every screen, except while somebody types. */
export function useKeys({ openPalette, openKeys }: { openPalette: () => void; openKeys: () => void }): void {
  const { route } = useLocation()
  // The address changes on its own as well, such as to the project of a person, and `route` with it.
  const goUntil = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('dialog[open]') === null) openPalette()
        return
      }
      // Some keyboards have the bracket only with AltGr, which browsers report as Ctrl and Alt.
      const isBracket = event.key === '[' && !event.metaKey && (!event.ctrlKey || event.altKey)
      if (!isBracket && (event.ctrlKey || event.metaKey || event.altKey)) return
      if (event.key === 'Escape' && leaveFilter(event.target)) return event.preventDefault()
      if (isTyping(event.target)) return
      if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return
      const isGoing = event.timeStamp < goUntil.current
      goUntil.current = 0
      const target = isGoing ? entries.find(({ key }) => key === event.key) : undefined
      if (target !== undefined) route(pathTo(target.screen))
      else if (event.key === 'g') goUntil.current = event.timeStamp + sequenceMs
      else if (isBracket) toggleIconsOnly()
      else if (event.key === '?') openKeys()
      else if (event.key === '/') focusFilter()
      else if (event.key === 'j' || event.key === 'k') moveInList(event.key === 'j' ? 1 : -1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [route])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, select, textarea') !== null)
  )
}

/**
 * Takes the focus from a filter, whose text is kept, so that the keys of the screen work again. Browsers would clear a
 * search field by Escape.
 */
function leaveFilter(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !isTyping(target)) return false
  if (target.closest('dialog, [popover]') !== null) return false
  if (target.closest('main .filters, main [data-filter]') === null) return false
  target.blur()
  return true
}

function focusFilter(): void {
  document.querySelector<HTMLElement>('main [data-filter]')?.focus()
}

/** Moves the focus among the rows of the screen's table. Enter then opens the row, as it does for every link. */
function moveInList(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row] .row-link')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next =
    links[at === -1 ? (by === 1 ? 0 : links.length - 1) : Math.max(0, Math.min(at + by, links.length - 1))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
