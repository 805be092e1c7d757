import { Check, Copy as CopyIcon } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../controls/button.js'

/** Copies a text, and says for two seconds how that went. */
function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return undefined
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('done')
    } catch {
      setState('failed')
    }
  }
  const said = state === 'done' ? 'Copied' : state === 'failed' ? 'The browser did not allow it' : ''
  return { state, said, copy }
}

/**
 * Copies a text. The button confirms it in its own place, and to a screen reader.
 *
 * @param props.what noun for the copied text in the button's name: "Copy the id"
 */
export function Copy({ text, what }: { text: string; what: string }) {
  const { state, said, copy } = useCopy(text)
  return (
    <button
      type="button"
      class={`copy ${state}`}
      aria-label={`Copy ${what}`}
      title={said || `Copy ${what}`}
      onClick={() => void copy()}
    >
      {state === 'done' ? <Check size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </button>
  )
}

/**
 * Copies a text that is not shown beside it.
 *
 * @param props.what noun for the copied text, shown as the button's title
 */
export function CopyButton({
  text,
  what,
  children,
}: {
  text: string
  what: string
  children: ComponentChildren
}) {
  const { state, said, copy } = useCopy(text)
  return (
    <>
      <Button
        icon={state === 'done' ? Check : CopyIcon}
        title={said || `Copy ${what}`}
        onClick={() => void copy()}
      >
        {children}
      </Button>
      <span class="visually-hidden" role="status">
        {said}
      </span>
    </>
  )
}

/** A text with its copy button: an id, an address, a DNS name. */
export function Copyable({
  text,
  what,
  children,
}: {
  text: string
  what: string
  children?: ComponentChildren
}) {
  return (
    <span class="copyable">
      <span class="mono">{children ?? text}</span>
      <Copy text={text} what={what} />
    </span>
  )
}
