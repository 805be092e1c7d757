import { useEffect, useRef, useState } from 'preact/hooks'

type Where = 'before' | 'after' | 'inside'

export interface Drag {
  /** Id of the dragged node. */
  readonly id: string
  readonly target?: { readonly id: string; readonly where: Where }
}

/** Pixels that the pointer has to move before a press counts as a drag. */
const slack = 4

/**
 * Drags nodes by their handles with a pointer. Every such move can also be made by keyboard and by menu.
 *
 * @param onDrop called with the node and the place where it was dropped
 */
export function useDrag(onDrop: (id: string, target: string, where: Where) => void) {
  const [drag, setDrag] = useState<Drag>()
  const dropped = useRef(onDrop)
  dropped.current = onDrop
  const ended = useRef<AbortController>()
  useEffect(() => () => ended.current?.abort(), [])

  const begin = (id: string, event: PointerEvent) => {
    if (event.button !== 0) return
    // A drag must neither select text nor scroll the page.
    event.preventDefault()
    const handle = event.currentTarget as HTMLElement
    const builder = handle.closest('[data-builder]')
    handle.setPointerCapture(event.pointerId)
    ended.current?.abort()
    const over = (ended.current = new AbortController())
    const { signal } = over
    let current: Drag | undefined
    const end = () => {
      over.abort()
      setDrag(undefined)
    }
    handle.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (current === undefined && Math.hypot(clientX - event.clientX, clientY - event.clientY) < slack)
          return
        const target = targetAt(clientX, clientY, builder)
        current = target === undefined || target.id === id ? { id } : { id, target }
        setDrag(current)
      },
      { signal },
    )
    handle.addEventListener(
      'pointerup',
      () => {
        const target = current?.target
        end()
        if (target !== undefined) dropped.current(id, target.id, target.where)
      },
      { signal },
    )
    handle.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  }
  return { drag, begin }
}

/** Returns the place to which a node would move if it were dropped at a point. */
function targetAt(x: number, y: number, builder: Element | null): Drag['target'] {
  const node = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]')
  if (node === null || node === undefined || builder?.contains(node) !== true) return undefined
  const id = node.dataset.node ?? ''
  const line = node.querySelector('.rule-line')?.getBoundingClientRect() ?? node.getBoundingClientRect()
  const isGroup = node.dataset.group !== undefined
  if (!isGroup) return { id, where: y < line.top + line.height / 2 ? 'before' : 'after' }
  const isRoot = node.dataset.group === 'root'
  if (!isRoot && y < line.top + line.height / 2) return { id, where: 'before' }
  const children = node.querySelectorAll<HTMLElement>(':scope > ul > [data-node]')
  const last = children[children.length - 1]
  // Below the group's last node, the place is the group's end.
  if (last !== undefined && y > last.getBoundingClientRect().bottom) {
    return { id: last.dataset.node ?? '', where: 'after' }
  }
  return { id, where: 'inside' }
}
