import type { InboundRoute, UpdateInboundRouteRequest } from 'postseal'
import { CheckField, LinesField, NumberField, TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { RadioField } from '../../../ui/forms/radio-field.js'

const handlings = [
  {
    value: 'deliver',
    label: 'Deliver',
    hint: 'Handled like mail from people: records an event and starts automations.',
  },
  { value: 'keep', label: 'Keep', hint: 'Stored without an event. Starts no automation.' },
  { value: 'drop', label: 'Drop', hint: 'Accepted but not stored.' },
] as const

/** The fields of a route that can be changed. */
export function RouteFields() {
  return (
    <>
      <CheckField name="enabled" label="Accept mail" hint="When off, mail is refused (550)." />
      <RadioField
        name="automatic"
        label="Automatic mail"
        hint="Out-of-office replies, reports and newsletters whose headers say that a program sent them."
        options={handlings}
      />
      <CheckField
        name="require_dmarc"
        label="Refuse mail that fails DMARC"
        hint="Many legitimate senders have no DMARC record. Not checked while live mail goes to the sink."
      />
      <LinesField
        name="block"
        label="Blocked senders"
        list
        mono
        rows={3}
        placeholder="@spam.example"
        hint="One address or domain per line. A domain, such as @spam.example, includes its subdomains. At most 100."
      />
      <NumberField
        name="retain_days"
        label="Kept for"
        unit="days"
        hint="Leave empty to keep mail as long as the workspace keeps messages, which is also the maximum."
      />
    </>
  )
}

/** The field for a route's name. */
export function RouteNameField() {
  return <TextField name="name" label="Name" placeholder="Support" hint="Shown to people of the workspace." />
}

/** Initial values of the form for a new route. */
export const newRoute: Values = { enabled: true, automatic: 'keep', require_dmarc: false, block: [] }

/** Converts a route into the form's values. */
export function valuesOf({
  name,
  enabled,
  automatic,
  require_dmarc,
  block,
  retain_days,
}: InboundRoute): Values {
  return { name, enabled, automatic, require_dmarc, block, retain_days: retain_days ?? undefined }
}

/** Converts the form's values into the request. */
export function settingsOf(values: Values) {
  const { name, enabled, automatic, require_dmarc, block, retain_days } = values
  return {
    name: textOf(name),
    enabled: enabled === true,
    automatic: textOf(automatic) as NonNullable<UpdateInboundRouteRequest['automatic']>,
    require_dmarc: require_dmarc === true,
    block: (Array.isArray(block) ? (block as string[]) : []).map((line) => line.trim()).filter(Boolean),
    retain_days: typeof retain_days === 'number' ? retain_days : null,
  }
}
