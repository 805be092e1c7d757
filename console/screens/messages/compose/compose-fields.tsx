import type { Project, Template, TemplateVersion } from 'postseal'
import { useId } from 'preact/hooks'
import { pathTo } from '../../../state/location.js'
import type { Senders } from '../../../api/senders.js'
import { LinesField, TextField } from '../../../ui/forms/field.js'
import { TimeField } from '../../../ui/forms/time-field.js'
import type { Variable } from '../../../ui/variables/values-of-form.js'
import { VariableFields } from '../../../ui/variables/variable-fields.js'

/** A template that is sent, with the version and its variables. */
export interface Chosen {
  readonly template: Template
  readonly version: TemplateVersion
  readonly variables: readonly Variable[]
}

/** Returns the version of a template that a project sends; undefined if it has none that may be sent. */
export function sentVersion(
  { published_version: published, latest_version: latest }: Template,
  { environment }: Project,
): number | undefined {
  return published ?? (environment === 'test' ? latest : undefined)
}

/** The choice of a template to send, or of none. */
export function TemplateChoice({
  of,
  chosen,
  onChoose,
}: {
  of: readonly Template[]
  chosen: Chosen | undefined
  onChoose: (id: string | undefined) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>Template</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={chosen?.template.id ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? undefined : value)}
      >
        <option value="">None: write the message here</option>
        {of.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
      <span class="hint" id={`${id}-hint`}>
        {chosen === undefined ? (
          'A template has the subject and the content, with fields for its variables.'
        ) : (
          <>
            Version {chosen.version.version}, with the subject “{chosen.version.subject}”.{' '}
            <a href={pathTo(`templates/${chosen.template.id}`)}>Open the template</a>
          </>
        )}
      </span>
    </div>
  )
}

/** The fields of a message, of its own content or of a template. */
export function ComposeFields({ senders, chosen }: { senders: Senders; chosen: Chosen | undefined }) {
  const own = chosen?.version.from_email ?? undefined
  return (
    <>
      <div class="columns">
        <TextField
          name="from_email"
          label="From"
          type="email"
          placeholder={own ?? 'no-reply@shop.example'}
          proposals={senders.known}
          hint={
            own === undefined
              ? 'Earlier senders and your domains are suggested as you type.'
              : 'Leave empty to send from the template’s address.'
          }
        />
        <TextField name="from_name" label="From name" placeholder="Shop" />
      </div>
      <LinesField
        name="to"
        label="To"
        list
        rows={2}
        placeholder="ada@example.com"
        hint="One address per line, at most 50."
      />
      {chosen === undefined ? (
        <>
          <TextField name="subject" label="Subject" />
          <LinesField name="text" label="Text" rows={6} />
          <LinesField name="html" label="HTML" rows={4} mono hint="Sent together with the text." />
        </>
      ) : (
        <VariableFields of={chosen.variables} />
      )}
    </>
  )
}

/** The fields for the label of a message and the time at which it is sent. */
export function LaterFields() {
  return (
    <div class="columns">
      <TextField
        name="category"
        label="Category"
        hint="Your own label for searches and figures."
        placeholder="receipt"
      />
      <TimeField
        name="scheduled_at"
        label="Send at"
        hint="Up to 30 days ahead. Leave empty to send at once."
      />
    </div>
  )
}
