import type { ComponentChildren } from 'preact'
import { meaningOf, wordsOf, type Meaning } from './meaning.js'

/**
 * A dot and a word. The dot differs by meaning in form as well as colour.
 *
 * @param props.of the status as the API has it
 * @param props.as another meaning than the map's
 */
export function Status({ of, as, children }: { of: string; as?: Meaning; children?: ComponentChildren }) {
  return (
    <span class={`status ${as ?? meaningOf(of)}`}>
      <span>{children ?? wordsOf(of)}</span>
    </span>
  )
}

/** A small label: `live`, `test`, `owner`. */
export function Badge({
  kind,
  children,
}: {
  kind?: 'live' | 'test' | 'bad' | (string & {})
  children: ComponentChildren
}) {
  return <span class={`badge ${kind ?? ''}`}>{children}</span>
}
