import { ChoicePart, Part, TextPart, withValue } from './parts.js'
import type { Content } from '../definition/content.js'
import type { Named } from '../names.js'

interface NamedAddress {
  readonly email: string
  readonly name?: string
}

/** Reads addresses, one per line: `ada@example.com` or `Ada <ada@example.com>`. */
function addressesOf(text: string): NamedAddress[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', email = line] = /^\s*(.*?)\s*<([^>]*)>\s*$/.exec(line) ?? []
      return name === '' ? { email: email.trim() } : { email: email.trim(), name }
    })
}

function addressesText(value: unknown): string {
  const all = Array.isArray(value) ? (value as readonly NamedAddress[]) : []
  return all.map(({ email, name }) => (name === undefined ? email : `${name} <${email}>`)).join('\n')
}

/** The fields for the sender of the automation's mail, if it is not the templates' sender. */
export function SenderFields({
  content,
  named,
  onChange,
}: {
  content: Content
  named: Named
  onChange: (content: Content) => void
}) {
  const { sender } = content
  const set = (name: string) => (value: unknown) =>
    onChange({ ...content, sender: withValue(sender, name, value) })
  return (
    <>
      <TextPart
        label="Address"
        part="from_email"
        type="email"
        placeholder="As each template says"
        value={sender.from_email}
        onChange={set('from_email')}
      />
      <TextPart
        label="Name"
        part="from_name"
        placeholder="As each template says"
        value={sender.from_name}
        onChange={set('from_name')}
      />
      <Part
        label="Reply to"
        part="reply_to"
        hint="One address per line. With the address of an inbound route, replies are matched to their mail."
      >
        {(input) => (
          <textarea
            {...input}
            rows={2}
            placeholder="Help <help@shop.example>"
            defaultValue={addressesText(sender.reply_to)}
            onChange={({ currentTarget: { value } }) => {
              const addresses = addressesOf(value)
              set('reply_to')(addresses.length === 0 ? undefined : addresses)
            }}
          />
        )}
      </Part>
      <TextPart
        label="Category"
        part="category"
        mono
        placeholder="onboarding"
        value={sender.category}
        onChange={set('category')}
      />
      <ChoicePart
        label="Only to subscribers of"
        part="list_id"
        none="No list: all contacts who have not opted out"
        hint="The link in the mail then ends the subscription to this list."
        options={named.choices.lists.map(({ id, name }) => [id, name])}
        value={sender.list_id}
        onChange={set('list_id')}
      />
    </>
  )
}
