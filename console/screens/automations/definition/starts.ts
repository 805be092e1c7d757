import type { AutomationVersion } from 'postseal'
import { contentOf, type Content } from './content.js'

/** Automations from which a new one can start. The templates of their mails are chosen in their steps. */
export const starts: readonly {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly definition: unknown
}[] = [
  {
    id: 'welcome',
    name: 'Welcome series',
    about: 'Sends a mail at once, and a reminder after three days if there is no order.',
    definition: {
      trigger: { event: { name: 'signed_up' } },
      reentry: { mode: 'once' },
      steps: [
        { key: 'welcome', send: {} },
        {
          key: 'order',
          wait_for_event: {
            name: 'order_placed',
            timeout: 'P3D',
            on_timeout: [{ key: 'reminder', send: {} }],
          },
        },
      ],
    },
  },
  {
    id: 'cart',
    name: 'Abandoned cart',
    about: 'Sends a reminder when a cart is left for four hours.',
    definition: {
      trigger: { event: { name: 'cart_updated' } },
      reentry: { mode: 'after_exit', key: 'cart_id' },
      exit_on: [{ event: { name: 'order_placed' } }],
      steps: [
        { key: 'pause', wait: { for: 'PT4H' } },
        { key: 'reminder', send: {} },
        { key: 'day', wait: { for: 'P1D' } },
        { key: 'last_call', send: {} },
      ],
    },
  },
  {
    id: 'asleep',
    name: 'Re-engage',
    about: 'Writes to customers without an order for 90 days, and unsubscribes those who do not come back.',
    definition: {
      trigger: { event: { name: 'order_placed' } },
      reentry: { mode: 'always' },
      steps: [
        {
          key: 'next_order',
          wait_for_event: {
            name: 'order_placed',
            timeout: 'P90D',
            on_timeout: [
              { key: 'come_back', send: {} },
              {
                key: 'answer',
                wait_for_event: {
                  name: 'order_placed',
                  timeout: 'P14D',
                  on_timeout: [{ key: 'asleep', update_contact: { properties: { asleep: true } } }],
                },
              },
            ],
          },
        },
      ],
    },
  },
]

/** Returns the name and content with which a new automation starts. */
export function beginWith(id: string | undefined): { readonly name: string; readonly content: Content } {
  const start = starts.find((each) => each.id === id)
  const definition = start?.definition ?? { trigger: { event: { name: '' } }, steps: [] }
  return { name: start?.name ?? '', content: contentOf(definition as AutomationVersion) }
}
