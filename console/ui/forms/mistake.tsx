import { CircleAlert } from '../../icons/icons.js'

/** The message about a mistake in a field, for its `aria-describedby`; empty if there is no mistake. */
export function Mistake({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span class="mistake" id={`${id}-mistake`}>
      <CircleAlert size={14} aria-hidden />
      {text}
    </span>
  )
}
