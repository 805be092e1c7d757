import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Card } from '../../ui/card.js'
import { useForm, type Values } from '../../ui/form.js'
import { Status } from '../../ui/status.js'

/** The parts of a campaign that is written, in their order. */
export const partNames = { audience: 'Audience', content: 'Content', when: 'When', check: 'Check' } as const

export type PartName = keyof typeof partNames

/** How a part stands, in a few words. `todo` keeps the campaign from being scheduled. */
export interface Standing {
  readonly kind: 'done' | 'todo' | 'unsaved' | 'waiting'
  readonly words: string
}

/** Where a part of the page is. */
export function idOfPart(part: PartName): string {
  return `part-${part}`
}

/** A part with its number and how it stands. */
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

/** Tells whether what stands in the form around it differs from what is saved. */
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
    // What was typed cannot be sent as it is.
    return false
  }
}
