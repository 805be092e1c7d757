import { CircleAlert } from '../../icons/icons.js'

/** What is wrong with a field, for its `aria-describedby`. Nothing where nothing is. */
export function Mistake({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span class="mistake" id={`${id}-mistake`}>
      <CircleAlert size={14} aria-hidden />
      {text}
    </span>
  )
}
