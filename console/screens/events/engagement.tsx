import type { Event } from 'postseal'

/** Reasons why an event counts as caused by a machine, in words: the contract's `MachineReason`. */
const machines: Readonly<Record<string, string>> = {
  head: 'asked for the head of the page only',
  prefetch: 'loaded ahead of being asked',
  scanner: 'scans mail or shows previews',
  proxy: 'loads every image for everybody',
  early: 'too early for a person',
}

/**
 * Returns in words who opened a mail or followed its link, as far as that is known; undefined for an event of another
 * type.
 */
export function whoOf(event: Event): string | undefined {
  if (event.type !== 'message.opened' && event.type !== 'message.clicked') return undefined
  const { machine } = event.data
  return machine === null ? 'Likely a person' : `A machine: ${machines[machine] ?? machine}`
}

/** Maximum number of characters shown of a link. */
const shown = 44

/** The type of an event; for opens and clicks also who caused it, and which link was followed. */
export function EventName({ event }: { event: Event }) {
  const who = whoOf(event)
  return (
    <>
      <span class="mono">{event.type}</span>
      {who !== undefined && <span class="event-what small quiet">{who}</span>}
      {event.type === 'message.clicked' && <LinkText url={event.data.url} />}
    </>
  )
}

/**
 * A link as mere text: a person who followed it by chance would be counted, or would get to a place that is only for
 * the recipient.
 */
function LinkText({ url }: { url: string }) {
  const text = url.replace(/^https?:\/\//, '')
  return (
    <span class="event-what small quiet" title={url}>
      {text.length > shown ? `${text.slice(0, shown - 1)}…` : text}
    </span>
  )
}
