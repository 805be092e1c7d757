import { useId } from 'preact/hooks'
import type { TypedContent, Wording } from './content.js'

/** A field for one line of a content, as Liquid or plain text. */
function Line({
  name,
  label,
  hint,
  value,
  max,
  type = 'text',
  placeholder,
  invalid,
  onChange,
}: {
  name: string
  label: string
  hint?: string
  value: string
  max: number
  type?: 'text' | 'email'
  placeholder?: string
  invalid: boolean
  onChange: (text: string) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        data-part={name}
        type={type}
        autocomplete="off"
        maxLength={max}
        placeholder={placeholder}
        value={value}
        aria-invalid={invalid ? 'true' : undefined}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** The fields for the subject and preheader of a language, and for the sender, who is the same in each. */
export function SenderFields({
  content,
  wording,
  locale,
  wrong,
  onWording,
  onContent,
}: {
  content: TypedContent
  wording: Wording
  locale: string | null
  /** Names of the fields that have a mistake. */
  wrong: ReadonlySet<string>
  onWording: (changes: Partial<Wording>) => void
  onContent: (changes: Partial<TypedContent>) => void
}) {
  const id = useId()
  return (
    <div class="stack">
      <Line
        name="subject"
        label="Subject"
        hint="Can contain Liquid. Values are not escaped."
        value={wording.subject}
        max={998}
        invalid={wrong.has('subject')}
        onChange={(subject) => onWording({ subject })}
      />
      <Line
        name="preheader"
        label="Preheader"
        hint="Shown next to the subject in an inbox, and hidden in the mail."
        value={wording.preheader}
        max={500}
        invalid={wrong.has('preheader')}
        onChange={(preheader) => onWording({ preheader })}
      />
      {locale === null ? (
        <>
          <div class="columns">
            <Line
              name="from_name"
              label="From name"
              value={content.from_name}
              max={200}
              placeholder="Shop"
              invalid={wrong.has('from_name')}
              onChange={(from_name) => onContent({ from_name })}
            />
            <Line
              name="from_email"
              label="From"
              type="email"
              value={content.from_email}
              max={254}
              placeholder="no-reply@shop.example"
              invalid={wrong.has('from_email')}
              onChange={(from_email) => onContent({ from_email })}
            />
          </div>
          <div class="field">
            <label for={`${id}-reply`}>Reply to</label>
            <textarea
              id={`${id}-reply`}
              data-part="reply_to"
              rows={2}
              placeholder="Shop <help@shop.example>"
              value={content.reply_to}
              aria-invalid={wrong.has('reply_to') ? 'true' : undefined}
              aria-describedby={`${id}-reply-hint`}
              onInput={(event) => onContent({ reply_to: event.currentTarget.value })}
            />
            <span class="hint" id={`${id}-reply-hint`}>
              One address per line. Sender and reply addresses are used when a send gives none.
            </span>
          </div>
        </>
      ) : (
        <p class="small quiet">The sender is the same in every language. Set it with the default content.</p>
      )}
    </div>
  )
}
