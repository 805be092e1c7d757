import { pathTo } from '../../state/location.js'
import { FigureLink } from './figure-link.js'
import { countText } from './numbers.js'

const dayMs = 86_400_000
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

interface WithFigures {
  readonly figures?: { readonly since: string }
}

/**
 * Returns the head of a column of figures: the last 30 days, or the day from which they count where the service has
 * counted them for less.
 */
export function headOfFigures(word: string, rows: readonly WithFigures[] | undefined): string {
  const since = rows?.[0]?.figures?.since
  const isWhole = since === undefined || Date.now() - Date.parse(since) > 29 * dayMs
  return isWhole ? `${word}, 30 days` : `${word} since ${day.format(new Date(since))}`
}

interface MailFigureProps {
  readonly count: number
  /** Count of which this one is a share; without it no share is shown. */
  readonly of?: number
  readonly what: string
  /** Time from which it is counted. */
  readonly since: string
  /** Project whose mail is counted; without it the figure is that of several, which no list shows together. */
  readonly project: { readonly id: string; readonly name: string } | undefined
  /** Term of the search of messages that finds what is counted: `from:shop.example`. */
  readonly term: string
  readonly status?: string
}

/** A count of mail in a row of a table, which links to the messages that it counts. */
export function MailFigure({ count, of = 0, what, since, project, term, status }: MailFigureProps) {
  const begun = `since ${day.format(new Date(since))}`
  if (project === undefined) return <span title={`Mail of all projects ${begun}`}>{countText(count)}</span>
  return (
    <FigureLink
      count={count}
      of={count <= of ? of : 0}
      what={what}
      href={pathTo('messages', { project: project.id, status, q: `${term} after:${since}` })}
      title={`Mail of the project ${project.name} ${begun}`}
    />
  )
}
