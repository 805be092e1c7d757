import type { Knex } from 'knex'
import { performance } from 'node:perf_hooks'
import type { components } from '../../../../../generated/api-types.js'
import { greatestUuid, nilUuid, type Uuid } from '../../../../platform/db/ids.js'
import { inTransaction } from '../../../../platform/db/transaction/transaction.js'
import { presentContacts } from '../../contacts/contact-rows.js'
import { contactsOf } from './contacts.js'
import { estimateFrom, exactly } from './estimate.js'
import { PageSize } from './page-size.js'
import type { ResolvedRule, RuleContext } from '../rules/rule.js'
import { findInSample, isLarge, sampledFrom, sampleSize, selectSample } from './sample.js'
import { findInStretch, lookAtPage, walks } from './walk.js'

type Preview = components['schemas']['SegmentPreview']

/**
 * Milliseconds after which a sample is not looked at any further, provided that so many of its contacts were: the
 * estimate is still right then, only less narrow.
 */
const sampledForMs = 120
const sampledAtLeast = 1000

/** The most contacts that are shown. */
const shownAtMost = 20

/**
 * Returns the number of contacts that a rule selects, and some of them.
 *
 * @throws ApiError 422 `segment_too_costly`, 503 `unavailable` if there are too many requests at once
 */
export async function previewRule(db: Knex, rule: ResolvedRule, context: RuleContext): Promise<Preview> {
  const begin = performance.now()
  const { estimate, scanned, some } = await walks.run(context.workspaceId, () => look(db, rule, context))
  const sample = await presentContacts(db, await contactsOf(db, context.workspaceId, some))
  const ms = Math.round(performance.now() - begin)
  return { estimate, sample, scanned, ms }
}

interface Looked {
  readonly estimate: Preview['estimate']
  readonly scanned: number
  readonly some: readonly Uuid[]
}

async function look(db: Knex, rule: ResolvedRule, context: RuleContext): Promise<Looked> {
  return (await isLarge(db, context)) ? lookAtSample(db, rule, context) : lookAtAll(db, rule, context)
}

async function lookAtAll(db: Knex, rule: ResolvedRule, context: RuleContext): Promise<Looked> {
  const size = new PageSize()
  let [found, scanned] = [0, 0]
  const some: Uuid[] = []
  let position: Uuid | null = nilUuid
  // Contacts can be added meanwhile, but this must not go on without end.
  while (position !== null && scanned < 2 * sampledFrom) {
    const above: Uuid = position
    const page = await lookAtPage(db, size, context.workspaceId, async ({ sql }, contacts) => {
      const stretch = { above, below: greatestUuid, from: 'oldest' as const, contacts }
      const looked = await findInStretch(sql, rule, context, stretch)
      return { ...looked, isLast: looked.scanned < contacts }
    })
    found += page.found.length
    scanned += page.scanned
    some.push(...page.found.slice(0, shownAtMost - some.length))
    position = page.isLast ? null : page.last
  }
  return { estimate: exactly(found), scanned, some }
}

async function lookAtSample(db: Knex, rule: ResolvedRule, context: RuleContext): Promise<Looked> {
  const { ids, part } = await inTransaction(db, ({ sql }) => selectSample(sql, context))
  const size = new PageSize()
  const found: Uuid[] = []
  const begin = performance.now()
  const most = Math.min(ids.length, sampleSize)
  let looked = 0
  while (looked < most) {
    if (looked >= sampledAtLeast && performance.now() - begin > sampledForMs) break
    const from = looked
    const page = await lookAtPage(db, size, context.workspaceId, async ({ sql }, contacts) => {
      const asked = ids.slice(from, Math.min(most, from + contacts))
      return { ...(await findInSample(sql, rule, context, asked)), asked: asked.length }
    })
    found.push(...page.found)
    looked += page.asked
  }
  return {
    estimate: estimateFrom(found.length, (part * looked) / Math.max(1, ids.length)),
    scanned: looked,
    some: found.slice(0, shownAtMost),
  }
}
