import { useId, useRef, useState } from 'preact/hooks'
import { Copy } from '../../ui/copy.js'
import { Mistake } from '../../ui/mistake.js'
import { lineOf, placeIn } from '../segments/json-rule.js'
import { textOf, type Content, type Refusal } from './content.js'
import { readDefinition } from './read-definition.js'

/** The definition as JSON, to paste it from code and to copy it there. */
export default function DefinitionJson({
  content,
  refusals,
  onChange,
}: {
  content: Content
  refusals: readonly Refusal[]
  onChange: (content: Content) => void
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<{ readonly text: string; readonly content: Content }>()
  // What was typed stays as it is until the outline is changed elsewhere.
  const text = typed?.content === content ? typed.text : textOf(content)
  const read = readDefinition(text)
  const found = 'mistakes' in read ? read.mistakes : refusals
  const go = (at: number) => {
    area.current?.focus()
    area.current?.setSelectionRange(at, at + 1)
  }
  return (
    <div class="field wide-part">
      <div class="row spread">
        <label for={id}>The definition as JSON</label>
        <Copy text={text} what="the definition" />
      </div>
      <textarea
        ref={area}
        id={id}
        class="mono rule-json"
        rows={Math.min(32, Math.max(12, text.split('\n').length + 1))}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={found.length > 0 ? 'true' : undefined}
        aria-describedby={found.length > 0 ? `${id}-0-mistake` : `${id}-hint`}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          const result = readDefinition(value)
          const next = 'content' in result ? result.content : content
          setTyped({ text: value, content: next })
          if ('content' in result) onChange(next)
        }}
      />
      {found.map(({ pointer, message }, index) => {
        const at = placeIn(text, pointer)
        return (
          <div class="row" key={index}>
            <Mistake
              id={`${id}-${index}`}
              text={at === undefined ? message : `Line ${lineOf(text, at).line}: ${message}`}
            />
            {at !== undefined && (
              <button type="button" class="button plain" onClick={() => go(at)}>
                Go there
              </button>
            )}
          </div>
        )
      })}
      <span class="hint" id={`${id}-hint`}>
        As the API takes it for a version. What you paste here is shown as an outline again; while it is none,
        the outline stays as it was.
      </span>
    </div>
  )
}
