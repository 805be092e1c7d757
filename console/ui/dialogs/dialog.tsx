import { Trash2, X } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button, type ButtonProps } from '../controls/button.js'
import { ErrorNotice } from '../notices/notice.js'

/**
 * A dialog over the page. It takes the focus, gives it back, and closes by Escape.
 *
 * @param props.onClose undefined if the person can't close the dialog
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
    // Not the close button, which stands first.
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

interface Question {
  readonly title: string
  readonly verb: string
  readonly name?: string
  readonly run: () => Promise<unknown>
  readonly children: ComponentChildren
}

/**
 * Asks for confirmation of an action that can't be undone.
 *
 * @param props.name a name that the person has to type first; undefined if a click is enough
 * @param props.run runs the action; its failure is shown in the dialog
 */
export function Confirm({ title, verb, name, run, onClose, children }: Question & { onClose: () => void }) {
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

interface AskButtonProps extends Question, Pick<ButtonProps, 'icon' | 'danger' | 'needs'> {
  /** The words on the button. */
  readonly button: ComponentChildren
}

/** A button that asks for confirmation before it does something. */
export function AskButton({ icon, danger = true, needs = 'admin', button, ...question }: AskButtonProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button {...(icon && { icon })} danger={danger} needs={needs} onClick={() => setAsks(true)}>
        {button}
      </Button>
      {asks && <Confirm {...question} onClose={() => setAsks(false)} />}
    </>
  )
}

/** A button that deletes `what`, such as `topic`, after a confirmation. */
export function DeleteButton({
  what,
  ...ask
}: { what: string } & Omit<AskButtonProps, 'title' | 'verb' | 'icon'>) {
  return <AskButton {...ask} icon={Trash2} title={`Delete this ${what}?`} verb={`Delete the ${what}`} />
}
