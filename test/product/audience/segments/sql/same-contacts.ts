import fc from 'fast-check'
import type { Knex } from 'knex'
import { expect } from 'vitest'
import { compileRule } from '../../../../../server/product/audience/segments/sql/compile.js'
import { explainRule, includes } from '../../../../../server/product/audience/segments/sql/evaluate-one.js'
import type { ResolvedRule, RuleContext } from '../../../../../server/product/audience/segments/rules/rule.js'
import type { ContactRow } from '../../../../../server/product/audience/contacts/contact-rows.js'
import { newUuid, newWorkspaceId } from '../../../../../server/platform/db/ids.js'
import { runSql } from '../../../../../server/platform/db/statements/run-sql.js'
import { asOfMs, profile, retainedMs, rule } from './arbitrary.js'
import { selects } from './evaluator.js'
import { storeProfiles } from './stored-profiles.js'
import { runs } from '../../../../support/run/sampled.js'

const world = { asOfMs, retainedMs }
const newContext = (): RuleContext => ({
  workspaceId: newWorkspaceId(),
  projectId: newUuid(),
  asOf: new Date(asOfMs),
  retainedSince: new Date(retainedMs),
})

/** The SQL of random rules selects the same random contacts as the evaluator. */
export async function expectSameContacts(db: Knex, numRuns: number): Promise<void> {
  const profiles = fc.array(profile, { minLength: 1, maxLength: 12 })
  const rules = fc.array(rule, { minLength: 8, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(profiles, rules, async (some, asked) => {
      const context = newContext()
      const ids = await storeProfiles(db, context, some)
      for (const each of asked) {
        const values: unknown[] = ['another value of the statement']
        const sql = compileRule(each as ResolvedRule, context, values)
        values.push(context.workspaceId)
        const rows = await runSql<{ id: string; included: boolean | null }>(
          db,
          `select id, ${sql} as included from contacts contact
           where workspace_id = $${values.length}::uuid and $1::text is not null`,
          values,
        )
        const found = new Map(rows.map(({ id, included }) => [id, included]))
        const expected = some.map((one) => selects(each, one, world))
        expect(
          ids.map((id) => found.get(id)),
          JSON.stringify(each),
        ).toEqual(expected)
      }
    }),
    { numRuns: runs(numRuns) },
  )
}

/** One random contact is selected, and explained at each node, as the evaluator says. */
export async function expectSameExplanation(db: Knex, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(profile, fc.array(rule, { minLength: 4, maxLength: 8 }), async (one, asked) => {
      const context = newContext()
      const [id = ''] = await storeProfiles(db, context, [one])
      const contact = (await db<ContactRow>('contacts')
        .where({ workspace_id: context.workspaceId, id })
        .first()) as ContactRow
      for (const each of asked) {
        const expected = selects(each, one, world)
        expect(await includes(db, each as ResolvedRule, contact, context)).toBe(expected)
        const nodes = await explainRule(db, each as ResolvedRule, contact, context)
        expect(nodes[0]?.result).toBe(expected)
        for (const { path, result } of nodes) {
          const parent = path.slice(0, path.lastIndexOf('/'))
          expect([path, result]).toEqual([path, selects(nodeAt(each, parent), one, world)])
        }
      }
    }),
    { numRuns: runs(numRuns) },
  )
}

/** The node whose only key ends the path of a result. */
function nodeAt(root: any, pointer: string): any {
  return pointer
    .split('/')
    .slice(1)
    .reduce((node, token) => {
      const child = node[token]
      return token === 'segment' ? child.rule : child
    }, root)
}
