import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

/**
 * A button that opens a small panel below it: a native popover, which closes by Escape and by a click elsewhere.
 *
 * @param props.button content of the button; an icon needs a `label` beside it
 * @param props.panel true if the panel holds more than a list of links and actions
 */
export function Menu({
  button,
  label,
  buttonClass = 'button',
  panel,
  children,
}: {
  button: ComponentChildren
  label?: string
  buttonClass?: string
  panel?: boolean
  children: ComponentChildren
}) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  /**
   * Places the panel inside the window, below the button or above it if there is no room below; and moves the focus
   * into the panel and back.
   */
  const toggled = (event: Pick<ToggleEvent, 'newState'>) => {
    const [from, to] = [trigger.current, popover.current]
    // The browser gives the focus back, unless the element that had it was removed meanwhile.
    if (event.newState === 'closed' && document.activeElement === document.body) from?.focus()
    if (event.newState !== 'open' || from === null || to === null) return
    // A key can open the panel while its button is scrolled out of sight.
    from.scrollIntoView({ block: 'nearest' })
    const at = from.getBoundingClientRect()
    const { width, height } = to.getBoundingClientRect()
    const isRtl = getComputedStyle(from).direction === 'rtl'
    const wanted = isRtl || at.left + width > innerWidth - 8 ? at.right - width : at.left
    to.style.left = `${Math.max(8, Math.min(wanted, innerWidth - width - 8))}px`
    to.style.top = `${at.bottom + 4 + height < innerHeight ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`
    // A panel may have nothing to act on yet. It then takes the focus itself, so that Escape gives the focus back.
    ;(to.querySelector<HTMLElement>('a, button:enabled, input:enabled') ?? to).focus()
  }
  const close = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a, button.item') !== null) {
      popover.current?.hidePopover()
    }
  }
  const move = (event: KeyboardEvent) => {
    if (panel === true || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const items = [...(popover.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus()
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        class={buttonClass}
        popovertarget={id}
        aria-label={label}
        aria-haspopup={panel === true ? 'dialog' : undefined}
        title={label}
      >
        {button}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        tabIndex={-1}
        class={`menu ${panel === true ? 'panel' : ''}`}
        role={panel === true ? 'dialog' : undefined}
        aria-label={panel === true ? label : undefined}
        onToggle={toggled}
        onClick={close}
        onKeyDown={move}
      >
        {children}
      </div>
    </>
  )
}
