import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Card } from '../../../ui/card.js'
import { useForm, type Values } from '../../../ui/forms/form.js'
import { Status } from '../../../ui/status.js'
import { idOfPart, partNames, type PartName } from './parts.js'

/** A part of the draft with its number. */
export function Part({
  name,
  isBroken,
  hint,
  children,
}: {
  name: PartName
  /** True if something in the part keeps the campaign from starting. */
  isBroken: boolean
  hint: string
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
        hint={hint}
        {...(isBroken && {
          actions: (
            <Status of="todo" as="bad">
              Needs fixing
            </Status>
          ),
        })}
      >
        <div class="stack">{children}</div>
      </Card>
    </div>
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
