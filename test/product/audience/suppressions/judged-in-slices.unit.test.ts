import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { findLiftable } from '../../../../server/product/audience/suppressions/lift.js'
import { groupReplies } from '../../../../server/product/audience/suppressions/replies.js'
import type { ReviewReply } from '../../../../server/product/audience/suppressions/reply-line.js'
import { bounceReasons } from '../../../../server/product/audience/suppressions/suppression-rows.js'

/** Many replies take a while to judge: other tasks run between them, and what is the same is judged once. */

const rows = Array.from({ length: 200 }, (_, index) => ({
  id: newUuid(),
  address: `${index}@shop.example`,
  reason: 'hard_bounce',
  log_id: null,
  project_id: null,
  note: null,
  suppressed_at: new Date(0),
  reply: `550 5.1.1 No such user ${index % 50}`,
  found: true,
}))

/** Answers each statement with the rows. */
const db = { raw: () => ({ options: () => Promise.resolve({ rows }) }) } as unknown as Knex

let reviews = 0
const slowReview: ReviewReply = () => {
  reviews += 1
  const begun = performance.now()
  while (performance.now() - begun < 10);
  return { class: 'unknown_user', stillSuppresses: true }
}

/** Counts how often the event loop turns while a task is done. */
async function turnsDuring(task: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await task()
  isDone = true
  return turns
}

test.each([
  [
    'groups of replies',
    async () => {
      const filters = { reasons: bounceReasons, replyContains: undefined }
      const window = { since: new Date(0), until: null }
      const groups = await groupReplies(db, slowReview, newWorkspaceId(), { filters, window, limit: 100 })
      expect(groups).toMatchObject({ total_suppressions: 200, is_complete: true })
    },
  ],
  [
    'suppressions to lift',
    async () => {
      const wanted = { reply_contains: 'user', still_suppresses: true, dry_run: true, limit: 1000 }
      const { ids } = await findLiftable(db, slowReview, newWorkspaceId(), wanted)
      expect(ids).toEqual(rows.map(({ id }) => id))
    },
  ],
])('other tasks run while these are judged: %s', async (_, task) => {
  reviews = 0
  expect(await turnsDuring(task)).toBeGreaterThan(15)
  expect(reviews).toBe(50)
})
