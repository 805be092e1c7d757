import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Mark, OpenEditor } from './editor-view.js'
import type { LiquidNames } from './liquid.js'
import { Waiting } from '../loading/skeleton.js'

/** How the editor is left by keyboard, where Tab indents. */
const leaving = 'Tab indents. To leave by keyboard, press Escape and then Tab.'

/** A place that the cursor is to go to. Another object of the same place goes there again. */
export interface Place {
  readonly line: number
  readonly column?: number | undefined
}

/**
 * An editor of a source in Liquid. It is loaded when it is first shown; where that fails it is a plain field.
 *
 * @param props.kind what it is besides Liquid
 * @param props.jump where the cursor is to go
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
  /** What the editor has told and did not get back so far. */
  const told = useRef<string[]>([])
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
            told.current.push(text)
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
    // What was typed comes back later, when more was typed already.
    const at = told.current.indexOf(value)
    told.current.splice(0, at < 0 ? told.current.length : at + 1)
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
          The editor could not be loaded, so this is a plain field.
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
        // Keys are text here, and no shortcuts of the page; those with Ctrl or ⌘ stay what they are.
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
        }}
      />
      <p class="small quiet">{leaving}</p>
    </div>
  )
}
