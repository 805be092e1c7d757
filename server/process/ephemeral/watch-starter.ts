import { Socket } from 'node:net'
import { lookUpProcess } from './process-table.js'
import { chainToStarter, isIntact } from './starter.js'

/** How often the processes that started this one are looked at, in milliseconds. */
const lookEveryMs = 500

/**
 * Tells when the process that asked for this one has ended, for whatever reason; at once where it has ended
 * before. Does not keep this process alive.
 */
export function watchStarter(ended: () => void): void {
  const chain = chainToStarter(process.pid, lookUpProcess)
  if (chain === undefined) return ended()
  const parentOf = (pid: number) => (pid === process.pid ? process.ppid : lookUpProcess(pid)?.parent)
  const timer = setInterval(() => {
    if (isIntact(chain, parentOf)) return
    clearInterval(timer)
    ended()
  }, lookEveryMs)
  timer.unref()
}

/**
 * Tells when standard input ends, where it is a pipe or a socket: whoever holds the other end has ended or
 * closed it. That comes at once and crosses containers (`docker run -i`).
 */
export function watchInput(ended: () => void): void {
  const input = process.stdin
  // Asked of the stream: after fstat(2) of a pipe, Node's loader takes symbolic links for what they are not
  // (its realpathSync looks at the last result there was), and what is imported later through one is loaded
  // in pieces.
  if (!(input instanceof Socket) || input.isTTY) return
  input.once('end', ended).once('error', ended).resume()
}
