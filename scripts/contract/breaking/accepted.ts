import type { Finding } from '../finding.js'
import { keyOf } from './breaks.js'
import type { Break } from './rule.js'

/** A break that is released all the same. It names one break exactly, so it cannot let another one through. */
interface AcceptedBreak {
  readonly rule: string
  readonly place: string
  readonly change: string
  /** Why it cannot be helped. */
  readonly reason: string
  /** The programs that have to change, and how. */
  readonly affects: string
}

const file = 'contract/accepted-breaks.json'
const members = ['rule', 'place', 'change', 'reason', 'affects'] as const

/**
 * The breaks that nobody has accepted, and what is wrong with the list of those that were: entries that name no break,
 * the same one twice, or lack a reason.
 *
 * @param accepted as it was read
 */
export function withoutAccepted(breaks: readonly Break[], accepted: unknown): Finding[] {
  if (!Array.isArray(accepted)) return [{ rule: 'accepted-malformed', place: file, message: 'It is a list.' }]
  const open = new Map(breaks.map((found) => [keyOf(found), found]))
  const wrong = (accepted as unknown[]).flatMap((entry, index) => {
    const place = `${file}#/${index}`
    if (!isAccepted(entry)) {
      const message = `An entry has ${members.join(', ')} and nothing else, each a text that is not empty.`
      return [{ rule: 'accepted-malformed', place, message }]
    }
    if (open.delete(keyOf(entry))) return []
    const message = `There is no ${entry.rule} at ${entry.place} (${entry.change}), or it was accepted before.`
    return [{ rule: 'accepted-stale', place, message }]
  })
  const left = [...open.values()].map((found) => ({
    ...found,
    message: `${found.message} (${found.change})`,
  }))
  return [...left, ...wrong]
}

function isAccepted(entry: unknown): entry is AcceptedBreak {
  if (typeof entry !== 'object' || entry === null) return false
  return (
    Object.keys(entry).length === members.length &&
    members.every((member) => {
      const text = (entry as Record<string, unknown>)[member]
      return typeof text === 'string' && text.trim() !== ''
    })
  )
}
