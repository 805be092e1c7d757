import { useQuery } from '@tanstack/preact-query'
import type { Contact } from 'postseal'
import { useId, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { messageOf } from '../../../ui/notices/notice.js'
import { readValue, Unreadable } from '../../../ui/variables/values.js'
import type { TypedVariable } from '../editor/content.js'
import type { Samples } from './samples.js'
import { ValueInput } from './value-input.js'

/** Loads the contact with an address: of the template's project, or the newest of all projects. */
export function useContact(email: string, projectId: string | null) {
  return useQuery({
    queryKey: ['contacts', 'by address', email, projectId],
    queryFn: async ({ signal }) => {
      const query = { email, limit: 1, ...(projectId !== null && { project_id: projectId }) }
      return (await client.contacts.list(query, { signal })).data[0] ?? null
    },
    enabled: email !== '',
    staleTime: 60_000,
  })
}

/** The fields for the preview's values: a contact, and the variables. */
export function SampleValues({
  variables,
  samples,
  contact,
  onChange,
}: {
  variables: readonly TypedVariable[]
  samples: Samples
  contact: {
    readonly data: Contact | null | undefined
    readonly error: unknown
    readonly isFetching: boolean
  }
  onChange: (samples: Samples) => void
}) {
  const id = useId()
  const count = variables.length
  return (
    <details class="samples">
      <summary>
        Sample values{' '}
        <span class="small quiet">
          {count === 0 ? 'no variables' : count === 1 ? 'for one variable' : `for ${count} variables`}
          {samples.email !== '' && `, for ${samples.email}`}
        </span>
      </summary>
      <div class="stack">
        <ContactField
          email={samples.email}
          said={
            samples.email === ''
              ? 'Fills in the contact’s name and properties. Without a contact, the preview shows placeholders.'
              : contact.error !== null
                ? messageOf(contact.error)
                : contact.data === null
                  ? 'No contact has this address.'
                  : contact.data === undefined
                    ? 'Looking for the contact…'
                    : `Shown for ${contact.data.name ?? contact.data.email}.`
          }
          onChange={(email) => onChange({ ...samples, email })}
        />
        <div class="sample-fields">
          {variables.map(({ name, type, default: given }) => {
            const typed = samples.typed[name] ?? ''
            const value = readValue(type, typed)
            return (
              <div class="field" key={name}>
                <label for={`${id}-${name}`} class="mono">
                  {name}
                </label>
                <ValueInput
                  id={`${id}-${name}`}
                  type={type}
                  value={typed}
                  none={given === '' ? `[${name}]` : given}
                  mistake={value instanceof Unreadable ? value.message : undefined}
                  onChange={(next) => onChange({ ...samples, typed: { ...samples.typed, [name]: next } })}
                />
              </div>
            )
          })}
        </div>
        <p class="small quiet">
          Empty values are shown as their defaults, or as their names in brackets. Sample values stay in this
          browser.
        </p>
      </div>
    </details>
  )
}

/** A field for the contact's address. It applies when the person presses Enter or moves the focus elsewhere. */
function ContactField({
  email,
  said,
  onChange,
}: {
  email: string
  said: string
  onChange: (email: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(email)
  const hold = () => {
    if (typed.trim() !== email && (typed.trim() === '' || typed.includes('@'))) onChange(typed.trim())
  }
  return (
    <div class="field">
      <label for={id}>For the contact</label>
      <input
        id={id}
        type="email"
        autocomplete="off"
        placeholder="ada@example.com"
        value={typed}
        aria-describedby={`${id}-hint`}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={hold}
        onKeyDown={(event) => event.key === 'Enter' && hold()}
      />
      <span class="hint" id={`${id}-hint`} role="status">
        {said}
      </span>
    </div>
  )
}
