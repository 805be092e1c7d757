import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Mark, OpenEditor } from './editor-view.js'
import type { LiquidNames } from './liquid.js'
import { Waiting } from '../loading/skeleton.js'

/** Instruction for leaving the editor by keyboard, since Tab indents there. */
const leaving = 'Tab indents. To leave by keyboard, press Escape and then Tab.'

/** A place to which the cursor is moved. A new object with the same place moves it there again. */
export interface Place {
  readonly line: number
  readonly column?: number | undefined
}

/**
 * An editor of a source in Liquid. It is loaded when it is first shown; if that fails, a plain field takes its place.
 *
 * @param props.kind language around the Liquid
 * @param props.jump place to which the cursor is moved
 */
export function Editor(props: {
  label: string
  kind: 'html' | 'text'
  value: string
  names: LiquidNames
  marks: readonly Mark[]
  jump: Place | undefined
  onChange: (text: string) => void
}) {
  const { label, kind, value, marks, jump } = props
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading')
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>()
  const latest = useRef(props)
  latest.current = props
  const jumped = useRef<Place>()
  /** Texts that the editor has reported and that have not come back as `value` so far. */
  const reported = useRef<string[]>([])
  const id = useId()

  useEffect(() => {
    const { current } = host
    if (current === null) return undefined
    let ended = false
    import('./editor-view.js').then(
      ({ openEditor }) => {
        if (ended) return
        const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
        editor.current = openEditor(root, {
          text: latest.current.value,
          label,
          description: leaving,
          kind,
          names: () => latest.current.names,
          onChange: (text) => {
            reported.current.push(text)
            latest.current.onChange(text)
          },
        })
        setState('open')
      },
      () => setState('failed'),
    )
    return () => {
      ended = true
      editor.current?.end()
      editor.current = undefined
    }
  }, [label, kind])
  useEffect(() => {
    // A typed text comes back as `value` later, when more has already been typed.
    const at = reported.current.indexOf(value)
    reported.current.splice(0, at < 0 ? reported.current.length : at + 1)
    if (at < 0) editor.current?.setText(value)
  }, [value])
  const markKey = JSON.stringify(marks)
  useEffect(() => editor.current?.setMarks(marks), [markKey, state])
  useEffect(() => {
    if (jump === undefined || jumped.current === jump || editor.current === undefined) return
    jumped.current = jump
    editor.current.jump(jump.line, jump.column)
  }, [jump, state])

  if (state === 'failed') {
    return (
      <div class="field wide">
        <label for={id}>{label}</label>
        <textarea
          id={id}
          class="mono"
          rows={18}
          spellcheck={false}
          value={value}
          aria-describedby={`${id}-hint`}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
        <span class="hint" id={`${id}-hint`}>
          The editor could not be loaded. Use this plain field instead.
        </span>
      </div>
    )
  }
  return (
    <div class="stack tight">
      {state === 'loading' && (
        <div class="editor waiting" aria-busy="true">
          <Waiting what="the editor" />
        </div>
      )}
      <div
        ref={host}
        class="editor"
        hidden={state === 'loading'}
        // Keys are text here, and not shortcuts of the page; keys with Ctrl or ⌘ keep their meaning.
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
        }}
      />
      <p class="small quiet">{leaving}</p>
    </div>
  )
}
