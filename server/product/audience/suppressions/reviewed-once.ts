import type { ReviewedReply, ReviewReply } from './reply-line.js'

/** The number of replies that are remembered. Those that many suppressions share are among them. */
const remembered = 1_000

/** Reviews each reply of a request once, as long as there are not too many of them. */
export function reviewedOnce(review: ReviewReply): ReviewReply {
  const known = new Map<string, ReviewedReply>()
  return (line, reason) => {
    const key = `${reason} ${line}`
    const before = known.get(key)
    if (before !== undefined) return before
    const reviewed = review(line, reason)
    if (known.size < remembered) known.set(key, reviewed)
    return reviewed
  }
}
