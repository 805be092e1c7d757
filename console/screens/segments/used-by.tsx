import { pathTo } from '../../state/location.js'
import type { Names } from './words.js'

const screens: Readonly<Record<string, readonly [what: string, screen: string]>> = {
  seg: ['Segment', 'segments'],
  cmp: ['Campaign', 'campaigns'],
  aut: ['Automation', 'automations'],
}

/** Links to the segments, campaigns and automations that use a segment. */
export function UsedBy({ ids, names }: { ids: readonly string[]; names: Names }) {
  return (
    <ul class="used-by">
      {ids.map((id) => {
        const [what, screen] = screens[id.slice(0, 3)] ?? ['', '']
        const name = names.segment.get(id) ?? names.campaign.get(id) ?? id
        return (
          <li key={id}>
            <span class="quiet">{what} </span>
            <a class="wrap" href={pathTo(`${screen}/${id}`)}>
              {name}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
