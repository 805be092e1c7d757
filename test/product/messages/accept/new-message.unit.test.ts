import { expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { newMessage } from '../../../../server/product/messages/admit/new-message.js'

/** A list since a message's `created_at`, which its id holds, has the message's own logs and events. */
test('the id of a message is older than those of its logs and events', () => {
  const project = { id: newUuid(), name: 'Shop', environment: 'live' } as Parameters<typeof newMessage>[0]
  const request = {
    project_id: 'prj_01h45ytscbebyvny4gc8cr8ma2',
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
    subject: 'Your receipt',
    text: 'Thank you for your order.',
  }
  for (let round = 0; round < 1000; round += 1) {
    const { id, recipients, events } = newMessage(project, request, '/body')
    const later = [...recipients.map(({ logId }) => logId), ...events.map((event) => event.id)]
    expect(later.every((one) => one > id)).toBe(true)
  }
})
