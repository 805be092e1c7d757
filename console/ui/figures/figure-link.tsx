import { countText, percentText } from './numbers.js'
import { Measure } from './measure.js'

interface FigureLinkProps {
  readonly count: number
  /** Address of the rows that are counted. */
  readonly href: string
  /** Says what is counted, for screen readers: `delivered`. */
  readonly what: string
  /** Count of which this one is a share; without it, or if it is 0, no share is shown. */
  readonly of?: number
  /** True if there are more than were counted. */
  readonly isMore?: boolean
  readonly title?: string
}

/** A count in a row of a table, with its share. It links to the rows that it counts, unless there are none. */
export function FigureLink({ count, href, what, of = 0, isMore = false, title }: FigureLinkProps) {
  const text = isMore ? `${countText(count)}+` : countText(count)
  if (count === 0) return <span title={title}>{text}</span>
  const share = of > 0 ? percentText(count / of, 1) : undefined
  return (
    <span title={title}>
      <a href={href} aria-label={`${isMore ? 'More than ' : ''}${countText(count)} ${what}`}>
        {text}
      </a>
      {share !== undefined && (
        <span class="small quiet figure-share">
          {' '}
          <Measure>{share}</Measure>
        </span>
      )}
    </span>
  )
}
