import { createTransport } from 'nodemailer'
import { starters } from '../../console/starters/index.js'
import { toTypeId } from '../../server/platform/db/ids.js'
import type { Person } from './people.js'
import type { DemoWorkspace } from './workspace.js'

/** The address at which people write to the shop. */
const supportAddress = 'support@shop.example'

const mail = (heading: string, words: string) =>
  `<h1>${heading}</h1><p>${words}</p><p><a href="{{ unsubscribe_url }}">No more of this</a></p>`

/**
 * An automation that welcomes people, some of whom wait in it once the service is started; a receipt that is made of a
 * template to begin with; and a route for what people answer.
 */
export async function seedPrograms(
  { owner, senders }: DemoWorkspace,
  people: readonly Person[],
): Promise<void> {
  const projectId = toTypeId('prj', senders.shop.project.id)
  const published = async (name: string, content: object) => {
    const { id } = await owner.call<{ id: string }>('POST', '/templates', { name, ...content })
    await owner.call('POST', `/templates/${id}/publish`, { version: 1 })
    return id
  }
  const sender = { from_email: 'hello@shop.example', from_name: 'The shop' }
  const receipt = starters.find(({ id }) => id === 'receipt')
  if (receipt === undefined) throw new Error('there is no receipt to begin with')
  await published('Receipt', { ...receipt.content, ...sender })
  const welcome = await published('Welcome', {
    ...sender,
    subject: 'Welcome{% if contact.name %}, {{ contact.name }}{% endif %}',
    html: mail('Good to have you here', 'Tell us what you look for, and we find it.'),
  })
  const reminder = await published('First order', {
    ...sender,
    subject: 'Your first order ships for free',
    html: mail('Still looking?', 'Whatever you choose until Sunday ships for free.'),
  })
  const { id } = await owner.call<{ id: string }>('POST', '/automations', {
    project_id: projectId,
    name: 'Welcome',
    trigger: { event: { name: 'signed_up' } },
    steps: [
      { key: 'welcome', send: { template_id: welcome } },
      {
        key: 'order',
        wait_for_event: {
          name: 'order_placed',
          timeout: 'P3D',
          on_timeout: [
            {
              key: 'regular',
              branch: {
                cases: [
                  {
                    if: { property: { name: 'orders', op: 'gte', value: 5 } },
                    steps: [{ key: 'done', exit: {} }],
                  },
                ],
                else: [{ key: 'reminder', send: { template_id: reminder } }],
              },
            },
          ],
        },
      },
    ],
  })
  await owner.call('POST', `/automations/${id}/publish`, { version: 1 })
  for (const { email } of people)
    await owner.call('POST', '/contacts/events', { project_id: projectId, email, name: 'signed_up' })
  await owner.call('POST', '/inbound/routes', {
    project_id: projectId,
    name: 'Support',
    recipient: supportAddress,
  })
}

/** People write to the shop, by SMTP as any server does. */
export async function answer(port: number, people: readonly Pick<Person, 'email' | 'name'>[]): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const letters = [
    ['The lamp flickers', 'Hello,\n\nthe lamp from my last order flickers. What can I do?'],
    ['Re: Order A-81817 has shipped', 'Thank you, it is here.\n\n> Your order has shipped.'],
    ['Do you ship to Iceland?', 'Hello, I would like two oak shelves in Reykjavik.'],
  ] as const
  for (const [index, [subject, text]] of letters.entries()) {
    const from = people[index]
    if (from === undefined) continue
    await transport.sendMail({
      from: { name: from.name, address: from.email },
      to: supportAddress,
      subject,
      text,
    })
  }
  transport.close()
}
