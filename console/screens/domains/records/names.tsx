import { useParams } from '../../../state/location.js'

/** The zones that a domain may stand in, as a DNS console shows them: the domain itself, and those above it. */
function zonesOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))
}

/** A name as it is entered where the zone is added to it by itself. */
export function nameWithin(name: string, zone: string | undefined): string {
  if (zone === undefined) return name
  if (name === zone) return '@'
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name
}

/** The zone that names are shown without: it is in the address. */
export function useZone(domain: string): string | undefined {
  const { params } = useParams()
  return zonesOf(domain).find((zone) => zone === params.without)
}

/** Chooses how names are written: in full, or without the end that many DNS consoles add by themselves. */
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
