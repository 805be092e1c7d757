import { type LookUp, type ProcessEntry, lookUpProcess } from './process-table.js'
import { Socket } from 'node:net'

/**
 * The processes from one up to the one that asked for it, each followed by its parent. If npx, a package manager's
 * script or `sh -c` stands in between, these are in the chain and the process that asked is its end: npx goes on when
 * its own parent is killed.
 */
export type Chain = readonly number[]

/** Matches package managers, under the title that npm gives itself ("npm exec …") or by their own program. */
const manager = /^(?:\S*\/)?(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx|bun (?:run|x)|corepack)(?: |$)/

/** Matches package managers that Node runs as a script, such as `node /usr/lib/node_modules/npm/bin/npx-cli.js …`. */
const managerScript =
  /^(?:\S*\/)?node(?: -\S+)* \S*\/(?:npm|npx|pnpm|pnpx|yarn|corepack)(?:-[\w.]+)??(?:\.[cm]?js)?(?: |$)/

/**
 * Matches a shell for one command. A shell that reads a script, as the steps of a CI do, counts as a process that
 * asks.
 */
const shell = /^(?:\S*\/)?(?:sh|bash|dash|ash|zsh|ksh)(?: -\S+)*? -[a-z]*c /

/**
 * Finds the process that asked for a process.
 *
 * @returns undefined if that one has ended already
 */
export function chainToStarter(pid: number, lookUp: LookUp): Chain | undefined {
  const chain = [pid]
  let child = lookUp(pid)
  // 0 is outside of the container, and the system's first process is started by nobody.
  while (child !== undefined && child.parent > 0) {
    const parent = lookUp(child.parent)
    if (isAdopted(chain.at(-1) ?? pid, child, parent)) return undefined
    chain.push(child.parent)
    if (parent === undefined || !passesOn(parent.command)) break
    child = parent
  }
  return chain
}

/**
 * Tells whether no process in the chain has ended since it was found. A process has another parent from the moment
 * its own one ends, whether or not that one's exit has been collected by then, and whoever gets its id.
 */
export function isIntact(chain: Chain, parentOf: (pid: number) => number | undefined): boolean {
  return chain.slice(1).every((parent, index) => parentOf(chain[index] ?? 0) === parent)
}

/**
 * Tells whether the parent did not start the child but takes in orphans: init, a supervisor of the user's, a
 * container's. A child begins in the session of its parent, so a child in another session that it has not opened
 * itself had another parent. If the system tells of no session, only init is recognized.
 *
 * An orphan taken in by a process of its own session, such as a container's first one, cannot be told from a child of
 * that process; it counts as one, so that a container's script can start a service.
 */
function isAdopted(childId: number, child: ProcessEntry, parent: ProcessEntry | undefined): boolean {
  if (child.session === undefined) return child.parent === 1
  if (child.session === childId || parent?.session === undefined) return false
  return child.session !== parent.session
}

function passesOn(command: string): boolean {
  return manager.test(command) || managerScript.test(command) || shell.test(command)
}

/** Milliseconds between two looks at the processes that started this one. */
const lookEveryMs = 500

/**
 * Calls `ended` when the process that asked for this one has ended, for whatever reason; at once if it has ended
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
 * Calls `ended` when standard input ends, if it is a pipe or a socket: whoever holds the other end has ended or
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
