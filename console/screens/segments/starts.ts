import type { SegmentRule } from 'postseal'
import { fromRule, newGroup, type Group } from './rules/tree.js'

/** Rules from which a new segment can start. The user fills in the event, property or list. */
export const starts: readonly {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly rule: SegmentRule
}[] = [
  {
    id: 'subscribed',
    name: 'Subscribed to a list',
    about: 'Confirmed subscribers of a list.',
    // The list is chosen in its row.
    rule: { list: { status: 'confirmed' } as { list_id: string; status: 'confirmed' } },
  },
  {
    id: 'ordered',
    name: 'Ordered in the last 30 days',
    about: 'Based on an event that your shop records, such as order_placed.',
    rule: { event: { name: 'order_placed', within: 'P30D' } },
  },
  {
    id: 'asleep',
    name: 'No order for 90 days',
    about: 'Older contacts without a recent order.',
    rule: {
      all: [
        { not: { contact: { field: 'created_at', op: 'within', value: 'P90D' } } },
        { event: { name: 'order_placed', count: { op: 'eq', value: 0 }, within: 'P90D' } },
      ],
    },
  },
  {
    id: 'opened',
    name: 'Opened in the last 30 days',
    about: 'Contacts who opened your mail, if opens are tracked.',
    rule: { message: { status: 'opened', within: 'P30D' } },
  },
  {
    id: 'new',
    name: 'New in the last 14 days',
    about: 'Contacts who were added recently.',
    rule: { contact: { field: 'created_at', op: 'within', value: 'P14D' } },
  },
  {
    id: 'clean',
    name: 'Good delivery',
    about: 'No bounce and no complaint in the last 14 days.',
    rule: {
      all: [
        { message: { status: 'bounced', count: { op: 'eq', value: 0 }, within: 'P14D' } },
        { message: { status: 'complained', count: { op: 'eq', value: 0 }, within: 'P14D' } },
      ],
    },
  },
  {
    id: 'plan',
    name: 'On a plan',
    about: 'Based on a property of your contacts.',
    rule: { property: { name: 'plan', op: 'eq', value: 'pro' } },
  },
]

/** Returns the tree and the name with which a new segment starts. */
export function beginWith(id: string | undefined): { readonly name?: string; readonly rule: Group } {
  const start = starts.find((each) => each.id === id)
  if (start === undefined) return { rule: newGroup('all', [], true) }
  return { name: start.name, rule: fromRule(start.rule) }
}
