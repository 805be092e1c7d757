import { X } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button } from '../controls/button.js'
import { ErrorNotice } from '../notices/notice.js'

/**
 * A dialog over the page. It takes the focus, gives it back, and closes by Escape.
 *
 * @param props.onClose undefined where it can't be closed by the person
 */
export function Dialog({
  title,
  wide,
  onClose,
  children,
}: {
  title: string
  wide?: boolean
  onClose?: () => void
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    if (current === null) return undefined
    const before = document.activeElement
    current.showModal()
    // Not the button that closes it, which stands first.
    current.querySelector<HTMLElement>('.inside :is(input, select, textarea):enabled')?.focus()
    return () => {
      current.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${wide === true ? 'wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && <Button kind="plain" icon={X} label="Close" onClick={onClose} />}
      </header>
      <div class="inside">{children}</div>
    </dialog>
  )
}

/**
 * Asks before something is done that can't be undone.
 *
 * @param props.name where given, the person has to type it
 * @param props.run does it; its failure is shown in the dialog
 */
export function Confirm({
  title,
  verb,
  name,
  run,
  onClose,
  children,
}: {
  title: string
  verb: string
  name?: string
  run: () => Promise<unknown>
  onClose: () => void
  children: ComponentChildren
}) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const field = useId()
  const confirmed = name === undefined || typed.trim() === name
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!confirmed || busy) return
    setBusy(true)
    setError(undefined)
    try {
      await run()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <div>{children}</div>
        {name !== undefined && (
          <div class="field">
            <label for={field}>
              Type <strong class="mono wrap">{name}</strong> to confirm
            </label>
            <input
              id={field}
              autocomplete="off"
              spellcheck={false}
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </div>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <div class="row">
          <Button type="submit" kind="main" danger busy={busy} disabled={!confirmed}>
            {verb}
          </Button>
          <Button onClick={onClose}>Keep</Button>
        </div>
      </form>
    </Dialog>
  )
}
