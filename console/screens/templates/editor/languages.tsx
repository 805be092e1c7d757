import { Plus, Trash2 } from '../../../icons/icons.js'
import { useId, useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { toast } from '../../../ui/notices/toast.js'
import { noWording, type TypedContent } from './content.js'

const tagForm = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

/** Maximum number of languages beside the default content by the contract. */
const max = 30

/** The languages of a content, with ways to choose, add and remove one. */
export function Languages({
  content,
  chosen,
  onChoose,
  onChange,
}: {
  content: TypedContent
  chosen: string | null
  onChoose: (locale: string | null) => void
  onChange: (how: (content: TypedContent) => TypedContent) => void
}) {
  const id = useId()
  const [adds, setAdds] = useState(false)
  const tags = Object.keys(content.locales).sort()
  const remove = (tag: string) => {
    const removed = content.locales[tag] ?? noWording
    onChange(({ locales: { [tag]: _, ...locales }, ...others }) => ({ ...others, locales }))
    onChoose(null)
    toast(`The content in ${nameOf(tag)} was removed.`, () => {
      onChange((now) => ({ ...now, locales: { ...now.locales, [tag]: removed } }))
      onChoose(tag)
    })
  }
  return (
    <div class="row languages">
      <label for={id} class="small">
        Language
      </label>
      <select
        id={id}
        class="short"
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value || null)}
      >
        <option value="">Default</option>
        {tags.map((tag) => (
          <option key={tag} value={tag}>
            {nameOf(tag)}
          </option>
        ))}
      </select>
      <Button kind="plain" icon={Plus} disabled={tags.length >= max} onClick={() => setAdds(true)}>
        Add language
      </Button>
      {chosen !== null && (
        <Button
          kind="plain"
          icon={Trash2}
          label={`Remove ${nameOf(chosen)}`}
          onClick={() => remove(chosen)}
        />
      )}
      {adds && (
        <AddLanguage
          taken={tags}
          onClose={() => setAdds(false)}
          onAdd={(tag, copies) => {
            const { subject, preheader, html, text } = content
            const wording = copies ? { subject, preheader, html, text } : noWording
            onChange((now) => ({ ...now, locales: { ...now.locales, [tag]: wording } }))
            onChoose(tag)
            setAdds(false)
          }}
        />
      )}
    </div>
  )
}

/** Returns a language's name in the reader's language: `German (de)`. */
function nameOf(tag: string): string {
  try {
    const name = new Intl.DisplayNames(undefined, { type: 'language' }).of(tag)
    return name === undefined || name === tag ? tag : `${name} (${tag})`
  } catch {
    return tag
  }
}

function AddLanguage({
  taken,
  onAdd,
  onClose,
}: {
  taken: readonly string[]
  onAdd: (tag: string, copies: boolean) => void
  onClose: () => void
}) {
  const id = useId()
  const [tag, setTag] = useState('')
  const [copies, setCopies] = useState(true)
  const [mistake, setMistake] = useState<string>()
  const submit = (event: Event) => {
    event.preventDefault()
    const wanted = tag.trim()
    if (!tagForm.test(wanted)) setMistake('This is not a language tag, such as de or pt-BR.')
    else if (taken.some((other) => other.toLowerCase() === wanted.toLowerCase()))
      setMistake('There is content in this language.')
    else onAdd(wanted, copies)
  }
  return (
    <Dialog title="Add language" onClose={onClose}>
      <form class="stack" noValidate onSubmit={submit}>
        <div class="field">
          <label for={id}>Language tag</label>
          <input
            id={id}
            class="mono"
            autocomplete="off"
            spellcheck={false}
            placeholder="de"
            value={tag}
            aria-invalid={mistake === undefined ? undefined : 'true'}
            aria-describedby={`${id}-hint${mistake === undefined ? '' : ` ${id}-mistake`}`}
            onInput={(event) => {
              setTag(event.currentTarget.value)
              setMistake(undefined)
            }}
          />
          <Mistake id={id} text={mistake} />
          <span class="hint" id={`${id}-hint`}>
            Of BCP 47, such as de or pt-BR. A send for de-AT takes de where there is no de-AT.
          </span>
        </div>
        <div class="choice">
          <input
            id={`${id}-copies`}
            type="checkbox"
            checked={copies}
            onChange={(event) => setCopies(event.currentTarget.checked)}
          />
          <label for={`${id}-copies`}>Begin with a copy of the default content</label>
          <span class="hint quiet small">
            Each language stands for itself: it takes no field from the default one.
          </span>
        </div>
        <div class="form-end">
          <Button type="submit" kind="main">
            Add
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
