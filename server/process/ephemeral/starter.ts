import { type LookUp, type ProcessEntry, lookUpProcess } from './process-table.js'
import { Socket } from 'node:net'

/**
 * The processes from one up to the one that asked for it, each followed by its parent. Where npx, a package
 * manager's script or `sh -c` stands in between, these are in the chain and the one who asked is its end: npx
 * goes on when whoever started it is killed.
 */
export type Chain = readonly number[]

/** Package managers, under the title that npm gives itself ("npm exec …") or by their own program. */
const manager = /^(?:\S*\/)?(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx|bun (?:run|x)|corepack)(?: |$)/

/** The same as a script that Node runs, such as `node /usr/lib/node_modules/npm/bin/npx-cli.js …`. */
const managerScript =
  /^(?:\S*\/)?node(?: -\S+)* \S*\/(?:npm|npx|pnpm|pnpx|yarn|corepack)(?:-[\w.]+)??(?:\.[cm]?js)?(?: |$)/

/** A shell for one command. One that reads a script, as the steps of a CI do, is somebody who asks. */
const shell = /^(?:\S*\/)?(?:sh|bash|dash|ash|zsh|ksh)(?: -\S+)*? -[a-z]*c /

/**
 * Finds who asked for a process.
 *
 * @returns undefined where that one has ended already
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
 * Whether nobody in the chain has ended since it was found. A process has another parent from the moment its
 * own one ends, whether that is fetched by then or not, and whoever gets its id.
 */
export function isIntact(chain: Chain, parentOf: (pid: number) => number | undefined): boolean {
  return chain.slice(1).every((parent, index) => parentOf(chain[index] ?? 0) === parent)
}

/**
 * Whether the parent is not the one who started the child but one who takes in orphans: init, a supervisor of
 * the user's, a container's. A child begins in the session of its parent, so one that is in another and has
 * not opened it itself had another parent. Where the system tells of no session, only init is known for it.
 *
 * An orphan taken in by a process of its own session, such as a container's first one, is not known from a
 * child of that process; it counts as one, so that a container's script can start a service.
 */
function isAdopted(childId: number, child: ProcessEntry, parent: ProcessEntry | undefined): boolean {
  if (child.session === undefined) return child.parent === 1
  if (child.session === childId || parent?.session === undefined) return false
  return child.session !== parent.session
}

function passesOn(command: string): boolean {
  return manager.test(command) || managerScript.test(command) || shell.test(command)
}

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
