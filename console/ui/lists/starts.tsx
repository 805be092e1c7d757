import type { List } from '../../api/list.js'
import { Card } from '../card.js'

interface StartsProps {
  readonly list: List<unknown>
  readonly hint: string
  readonly starts: readonly { readonly id: string; readonly name: string; readonly about: string }[]
  /** Returns the screen that creates something from this start. */
  readonly toNew: (start: string) => string
}

/** Offers starting points for the list's things while the list is short. */
export function Starts({ list: { rows, isFirstPage }, hint, starts, toNew }: StartsProps) {
  if (rows === undefined || rows.length >= 3 || !isFirstPage) return null
  return (
    <Card title="Start with one of these" hint={hint}>
      <ul class="starts">
        {starts.map(({ id, name, about }) => (
          <li key={id}>
            <a href={toNew(id)}>{name}</a>
            <span class="small quiet">{about}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
