import { useId, useRef } from 'preact/hooks'
import { Copy } from '../../../ui/code/copy.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { lineOf } from './json-rule.js'

/** A mistake with the offset of its character; undefined if the offset is unknown. */
export interface Found {
  readonly at: number | undefined
  readonly message: string
}

/**
 * A field for a value as JSON, to paste it from code or copy it into code, with mistakes shown at their lines.
 *
 * @param props.what noun for the value, such as "the rule"
 * @param props.rows minimum and maximum height in lines
 */
export function JsonText({
  what,
  text,
  found,
  rows: [least, most],
  hint,
  wide = false,
  onInput,
}: {
  what: string
  text: string
  found: readonly Found[]
  rows: readonly [least: number, most: number]
  hint: string
  wide?: boolean
  onInput: (text: string) => void
}) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const go = (at: number) => {
    const end = text.slice(at).search(/[\s,}\]]/)
    area.current?.focus()
    area.current?.setSelectionRange(at, end <= 0 ? at + 1 : at + end)
  }
  return (
    <div class={wide ? 'field wide-part' : 'field'}>
      <div class="row spread">
        <label for={id}>{`${what.charAt(0).toUpperCase()}${what.slice(1)} as JSON`}</label>
        <Copy text={text} what={what} />
      </div>
      <textarea
        ref={area}
        id={id}
        class="mono rule-json"
        rows={Math.min(most, Math.max(least, text.split('\n').length + 1))}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-invalid={found.length > 0 ? 'true' : undefined}
        aria-describedby={found.length > 0 ? `${id}-0-mistake` : `${id}-hint`}
        value={text}
        onInput={({ currentTarget: { value } }) => onInput(value)}
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
        {hint}
      </span>
    </div>
  )
}

function placeWords(text: string, at: number): string {
  const { line, column } = lineOf(text, at)
  return `Line ${line}, column ${column}`
}
