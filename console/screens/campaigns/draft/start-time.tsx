import { TimeField } from '../../../ui/forms/time-field.js'

/** The time at which a campaign starts. Few campaigns have one, so the field is loaded for these alone. */
export default function StartTime() {
  return <TimeField name="starts_at" label="Starts at" />
}
