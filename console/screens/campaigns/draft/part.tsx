import type { Campaign } from 'postseal'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { keepDraft } from '../../../state/drafts.js'
import { Card } from '../../../ui/card.js'
import { Form, useForm, type FormProps, type Values } from '../../../ui/forms/form.js'
import { Status } from '../../../ui/status.js'
import { idOfPart, partNames, type PartName } from './parts.js'

/** State of a part, in a few words. `todo` keeps the campaign from being scheduled. */
export interface Standing {
  readonly kind: 'done' | 'todo' | 'unsaved' | 'waiting'
  readonly words: string
}

/** A part of the draft with its number and state. */
export function Part({
  name,
  standing,
  hint,
  children,
}: {
  name: PartName
  standing: Standing | undefined
  hint?: string
  children: ComponentChildren
}) {
  const number = Object.keys(partNames).indexOf(name) + 1
  return (
    <div id={idOfPart(name)} class="campaign-part">
      <Card
        title={
          <>
            <span class="campaign-number num" aria-hidden>
              {number}
            </span>
            {partNames[name]}
          </>
        }
        {...(hint !== undefined && { hint })}
        {...(standing && { actions: <StandingOf of={standing} /> })}
      >
        {children}
      </Card>
    </div>
  )
}

function StandingOf({ of: { kind, words } }: { of: Standing }) {
  const meaning = { done: 'good', todo: 'bad', unsaved: 'warn', waiting: 'neutral' } as const
  return (
    <Status of={kind} as={meaning[kind]}>
      {kind === 'done' ? `✓ ${words}` : words}
    </Status>
  )
}

/** Reports whether the values of the form around it differ from the saved ones. */
export function Watch({
  saved,
  body,
  onChange,
}: {
  saved: Values
  body: (values: Values) => unknown
  onChange: (isUnsaved: boolean) => void
}) {
  const { values } = useForm()
  const isUnsaved = !isSame(body, values, saved)
  useEffect(() => onChange(isUnsaved), [isUnsaved])
  return null
}

function isSame(body: (values: Values) => unknown, one: Values, other: Values): boolean {
  try {
    return JSON.stringify(body(one)) === JSON.stringify(body(other))
  } catch {
    // The typed values cannot be sent as they are.
    return false
  }
}

/** The form of a part of a draft. Unsaved changes can be discarded. */
export function PartForm({
  campaign: { id, status },
  name,
  body,
  isUnsaved,
  ...form
}: Pick<FormProps<unknown>, 'rules' | 'initial' | 'verb' | 'submit' | 'children'> & {
  campaign: Campaign
  /** Name under which the browser keeps the typed values. */
  name: string
  body: (values: Values) => unknown
  isUnsaved: boolean
}) {
  const draft = `campaign.${name}.${id}`
  const [round, setRound] = useState(0)
  const discard = () => {
    keepDraft(draft, undefined)
    setRound(round + 1)
  }
  return (
    <Form<unknown>
      key={round}
      {...form}
      draft={draft}
      call={{ method: 'PATCH', path: `/v1/campaigns/${id}`, body }}
      isAside={!isUnsaved}
      {...(isUnsaved && { onCancel: discard })}
      {...(status === 'scheduled' && { needs: 'admin' as const })}
    />
  )
}
