import { useId, useRef } from 'preact/hooks'
import { Copy } from '../../ui/copy.js'
import { Mistake } from '../../ui/mistake.js'
import type { Refusal } from './refusals.js'
import { lineOf, placeIn, readRule } from './json-rule.js'
import type { Group } from './tree.js'

interface Found {
  /** Undefined where it is not known. */
  readonly at: number | undefined
  readonly message: string
}

/** The rule as JSON, to paste it from code and to copy it there. */
export default function JsonView({
  text,
  refusals,
  onChange,
}: {
  text: string
  refusals: readonly Refusal[]
  /** @param root undefined where the text is no rule */
  onChange: (text: string, root: Group | undefined) => void
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const read = readRule(text)
  const found: readonly Found[] =
    'mistake' in read
      ? [read.mistake]
      : refusals.map(({ pointer, message }) => ({ at: placeIn(text, pointer), message }))
  const go = (at: number) => {
    const { current } = area
    if (current === null) return
    const end = text.slice(at).search(/[\s,}\]]/)
    current.focus()
    current.setSelectionRange(at, end <= 0 ? at + 1 : at + end)
  }
  return (
    <div class="field">
      <div class="row spread">
        <label for={id}>The rule as JSON</label>
        <Copy text={text} what="the rule" />
      </div>
      <textarea
        ref={area}
        id={id}
        class="mono rule-json"
        rows={Math.min(24, Math.max(10, text.split('\n').length + 1))}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={found.length > 0 ? 'true' : undefined}
        aria-describedby={found.length > 0 ? `${id}-0-mistake` : `${id}-hint`}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          const result = readRule(value)
          onChange(value, 'root' in result ? result.root : undefined)
        }}
      />
      {found.map(({ at, message }, index) => (
        <div class="row" key={index}>
          <Mistake
            id={`${id}-${index}`}
            text={at === undefined ? message : `${placeWords(text, at)}: ${message}`}
          />
          {at !== undefined && (
            <button type="button" class="button plain" onClick={() => go(at)}>
              Go there
            </button>
          )}
        </div>
      ))}
      <span class="hint" id={`${id}-hint`}>
        As the API takes it. What you paste here is shown as rows again.
      </span>
    </div>
  )
}

function placeWords(text: string, at: number): string {
  const { line, column } = lineOf(text, at)
  return `Line ${line}, column ${column}`
}
