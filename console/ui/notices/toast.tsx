import { X } from '../../icons/icons.js'
import { createStore, useStore } from '../../state/store.js'
import { Button } from '../controls/button.js'

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: () => void
}

const toasts = createStore<readonly Toast[]>([])
let last = 0

/** Milliseconds for which a toast stays. A toast that offers to undo something stays longer. */
const stays = { plain: 5_000, undo: 10_000 }

/**
 * Shows a message about something that has happened elsewhere than where the person looks.
 *
 * @param undo undoes what has happened
 */
export function toast(text: string, undo?: () => void): void {
  const id = ++last
  toasts.set([...toasts.get(), { id, text, ...(undo && { undo }) }])
  setTimeout(() => dismiss(id), undo ? stays.undo : stays.plain)
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id))
}

/** The place where toasts are shown: once in the page. */
export function Toasts() {
  const all = useStore(toasts)
  return (
    <div class="toasts" role="status" aria-live="polite">
      {all.map(({ id, text, undo }) => (
        <div class="toast" key={id}>
          <span class="wrap">{text}</span>
          <span class="row">
            {undo && (
              <Button
                onClick={() => {
                  undo()
                  dismiss(id)
                }}
              >
                Undo
              </Button>
            )}
            <Button kind="plain" icon={X} label="Dismiss" onClick={() => dismiss(id)} />
          </span>
        </div>
      ))}
    </div>
  )
}
