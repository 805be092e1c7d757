import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { hasEnded } from './owner.js'

/**
 * Takes a lock: a file that holds its owner. The lock of an owner that has ended is taken over.
 *
 * @param own a file on the same file system that holds the owner, for which the lock becomes another name: unlike a file
 * that is opened and then written, a lock is never there without its owner
 * @returns false where another process has it
 */
export function takeLock(lock: string, own: string): boolean {
  if (link(own, lock)) return true
  const before = ownerIn(lock)
  if (before === undefined || !hasEnded(before)) return false
  // Of those that see the same ended owner one takes over, and looks again: another may have done so meanwhile.
  const guard = `${lock}-after-${before}`
  if (!takeLock(guard, own)) return false
  try {
    return ownerIn(lock) === before && replace(lock, own)
  } finally {
    rmSync(guard, { force: true })
  }
}

/** Gives a lock back, if this owner has it. */
export function releaseLock(lock: string, owner: string): void {
  if (ownerIn(lock) === owner) rmSync(lock, { force: true })
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

/** The lock of another user cannot be replaced. */
function replace(lock: string, own: string): boolean {
  const next = `${own}-next`
  try {
    linkSync(own, next)
    renameSync(next, lock)
    return true
  } catch {
    rmSync(next, { force: true })
    return false
  }
}

function ownerIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
