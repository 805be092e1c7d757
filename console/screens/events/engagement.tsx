import type { Event } from 'postseal'

/** How it was told that it was no person: the contract's `MachineReason`. */
const machines: Readonly<Record<string, string>> = {
  head: 'asked for the head of the page only',
  prefetch: 'loaded ahead of being asked',
  scanner: 'scans mail or shows previews',
  proxy: 'loads every image for everybody',
  early: 'too early for a person',
}

/** Who opened a mail or followed its link, as far as can be told; undefined for an event of another type. */
export function whoOf(event: Event): string | undefined {
  if (event.type !== 'message.opened' && event.type !== 'message.clicked') return undefined
  const { machine } = event.data
  return machine === null ? 'Likely a person' : `A machine: ${machines[machine] ?? machine}`
}

/** Characters of a link. */
const shown = 44

/** The type of an event; for opens and clicks also by whom, and which link. */
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

/** A link as text: whoever follows it by chance would be counted, or be somewhere that only the recipient may be. */
function LinkText({ url }: { url: string }) {
  const text = url.replace(/^https?:\/\//, '')
  return (
    <span class="event-what small quiet" title={url}>
      {text.length > shown ? `${text.slice(0, shown - 1)}…` : text}
    </span>
  )
}
