import { useParams } from '../../../state/location.js'
import { nameAs, zonesOf, type NameStyle } from './name-style.js'

/** Returns the way in which names are shown; the address has it. */
export function useNameStyle(domain: string): NameStyle {
  const { params } = useParams()
  return ['.', ...zonesOf(domain)].find((style) => style === params.without)
}

/** A choice between full names and names without the zone that many DNS consoles append themselves. */
export function NameForm({ domain }: { domain: string }) {
  const { change } = useParams()
  const style = useNameStyle(domain)
  return (
    <label class="row small">
      Names
      <select
        class="names"
        value={style ?? ''}
        onChange={(event) => change({ without: event.currentTarget.value }, true)}
      >
        <option value="">in full</option>
        <option value=".">in full, with a final dot</option>
        {zonesOf(domain).map((zone) => (
          <option key={zone} value={zone}>
            relative to {nameAs(zone, undefined)}
          </option>
        ))}
      </select>
    </label>
  )
}
