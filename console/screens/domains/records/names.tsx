import { useParams } from '../../../state/location.js'

/** Returns the zones that may contain a domain in a DNS console: the domain itself, and its parents. */
function zonesOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))
}

/** Returns a name as it is entered in a DNS console that appends the zone itself. */
export function nameWithin(name: string, zone: string | undefined): string {
  if (zone === undefined) return name
  if (name === zone) return '@'
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

/** Returns the zone that is left out of the shown names; the address has it. */
export function useZone(domain: string): string | undefined {
  const { params } = useParams()
  return zonesOf(domain).find((zone) => zone === params.without)
}

/** A choice between full names and names without the zone that many DNS consoles append themselves. */
export function NameForm({ domain }: { domain: string }) {
  const { change } = useParams()
  const zone = useZone(domain)
  return (
    <label class="row small">
      Names
      <select
        class="names"
        value={zone ?? ''}
        onChange={(event) => change({ without: event.currentTarget.value }, true)}
      >
        <option value="">in full</option>
        {zonesOf(domain).map((each) => (
          <option key={each} value={each}>
            without .{each}
          </option>
        ))}
      </select>
    </label>
  )
}
