import type { Run } from '../commands/client.js'
import type { Kind } from './items.js'

const betweenMs = 1000

/** Returns a function that tells on standard error how far a move is: at most once a second on a terminal. */
export function progressLines({
  client,
  notice,
  options,
}: Pick<Run, 'client' | 'notice'> & { readonly options: { readonly json?: boolean } }) {
  const isTerminal = client.invocation.process.stderr.isTTY === true
  let last = -Infinity
  return (kind: Kind, count: number): void => {
    const now = performance.now()
    if (options.json === true || (isTerminal && now - last < betweenMs)) return
    last = now
    notice(`${kind}: ${count}`)
  }
}
