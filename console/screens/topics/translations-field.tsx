import { Plus, X } from '../../icons/icons.js'
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/controls/button.js'
import { useForm } from '../../ui/forms/form.js'
import { Mistake } from '../../ui/forms/mistake.js'
import { maxTranslations, mistakeInRow, rowsIn, type TranslationRow } from './translation-rows.js'

const blank: TranslationRow = { language: '', name: '', description: '' }

const parts = [
  ['language', 'Language', 'de'],
  ['name', 'Name', 'Neues vom Produkt'],
  ['description', 'Description', 'Neue Funktionen, etwa einmal im Monat.'],
] as const

/**
 * A field for the name and the description in other languages, one row for each. The form holds the rows in
 * `translations`.
 */
export function TranslationsField() {
  const { values, mistakes, set, disabled } = useForm()
  const rows = rowsIn(values.translations)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const frame = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const refusal = mistakes.translations
  const isFull = rows.length >= maxTranslations
  const add = () => {
    set('translations', [...rows, blank])
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('.translation:last-of-type input')?.focus(),
    )
  }
  return (
    <fieldset ref={frame} class="stack tight" data-field="translations" aria-describedby={`${id}-hint`}>
      <legend>
        Translations <span class="optional quiet">(optional)</span>
      </legend>
      <p class="small quiet" id={`${id}-hint`}>
        Recipients see the language of their browser.
      </p>
      {rows.map((row, index) => {
        const own = left.has(index) ? mistakeInRow(row, rows) : undefined
        return (
          <div class="translation" key={index}>
            {parts.map(([part, label, placeholder]) => (
              <input
                key={part}
                disabled={disabled}
                class={part === 'language' ? 'mono' : undefined}
                aria-label={`${label} of translation ${index + 1}`}
                aria-invalid={own === undefined && refusal === undefined ? undefined : 'true'}
                aria-describedby={own === undefined ? undefined : `${id}-${index}-mistake`}
                placeholder={placeholder}
                autocomplete="off"
                spellcheck={false}
                value={row[part]}
                onInput={({ currentTarget: { value } }) =>
                  set('translations', rows.with(index, { ...row, [part]: value }))
                }
                // Only once the row is left as a whole: its language is typed first.
                onBlur={({ relatedTarget, currentTarget }) => {
                  if (relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget))
                    return
                  setLeft((before) => new Set([...before, index]))
                }}
              />
            ))}
            <Button
              kind="plain"
              icon={X}
              label={`Remove translation ${index + 1}`}
              needs="admin"
              onClick={() => {
                set('translations', rows.toSpliced(index, 1))
                setLeft(new Set())
              }}
            />
            <Mistake id={`${id}-${index}`} text={own} />
          </div>
        )
      })}
      <Mistake id={id} text={refusal} />
      {!disabled && (
        <div class="row">
          <Button
            icon={Plus}
            disabled={isFull}
            title={isFull ? `${maxTranslations} is the maximum.` : undefined}
            onClick={add}
          >
            Add language
          </Button>
        </div>
      )}
    </fieldset>
  )
}
