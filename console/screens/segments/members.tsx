import { Info, Users } from '../../icons/icons.js'
import type { Contact, Segment } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'

/** The contacts that the rule selects now, newest first. */
export function Members({ segment: { id, updated_at } }: { segment: Segment }) {
  const list = useList(['segments', id, 'contacts', updated_at], (query, options) =>
    client.segments.listContacts(id, query, options),
  )
  const columns: readonly Column<Contact>[] = [
    { head: 'Address', kind: 'main', cell: ({ email }) => email, width: 200 },
    { head: 'Name', cell: ({ name }) => name ?? '', width: 140 },
    { head: 'Added', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: 'Why',
      kind: 'side',
      cell: ({ id: contact, email }) => {
        const question = `Why is ${email} in?`
        return (
          <a
            class="why-in"
            href={pathTo(`segments/${id}`, { explain: contact })}
            aria-label={question}
            title={question}
          >
            <Info size={16} aria-hidden />
          </a>
        )
      },
    },
  ]
  return (
    <section class="card" aria-label="Contacts">
      <ListTable
        caption="Contacts of the segment"
        columns={columns}
        list={list}
        href={(contact) => pathTo(`contacts/${contact.id}`)}
        empty={
          <Empty
            icon={Users}
            title="No contacts match now"
            action={<LinkButton href={pathTo(`segments/${id}`, { part: 'why' })}>Check a contact</LinkButton>}
          >
            The rule is evaluated each time. Check one contact to see which condition fails.
          </Empty>
        }
      />
      {list.rows !== undefined && list.rows.length > 0 && (
        <p class="small quiet inside">
          As of <Time at={new Date(list.updatedAt)} />.
        </p>
      )}
    </section>
  )
}
