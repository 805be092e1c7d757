import { KeyRound } from '../../icons/icons.js'
import type { Passkey, User } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { queries } from '../../api/queries.js'
import { useSession } from '../../state/session.js'
import { Button } from '../../ui/controls/button.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Empty } from '../../ui/notices/empty.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { RenamePasskey } from './rename-passkey.js'

/** The passkeys of a user, each with buttons to rename and remove it. */
export function PasskeyTable({ user }: { user: User }) {
  const { user: self } = useSession()
  const [renames, setRenames] = useState<Passkey>()
  const [removes, setRemoves] = useState<Passkey>()
  const list = useList(['passkeys', user.id], (query, options) => client.passkeys.list(query, options), {
    filter: { ...(user.id !== self.id && { user_id: user.id }) },
  })
  const needs = user.role === 'owner' && user.id !== self.id ? { needs: 'owner' as const } : {}
  const columns: readonly Column<Passkey>[] = [
    { head: 'Passkey', kind: 'main', cell: ({ name }) => name, width: 160 },
    { head: 'Kept', cell: ({ synced }) => (synced ? 'On several devices' : 'On one device') },
    { head: 'Added', cell: ({ created_at: at }) => <When what="Added" at={at} /> },
    { head: 'Last used', cell: ({ last_used_at: at }) => <When what="Last used" at={at} /> },
    {
      head: 'Change',
      kind: 'side',
      cell: (passkey) => (
        <span class="row">
          <Button {...needs} onClick={() => setRenames(passkey)} label={`Rename ${passkey.name}`}>
            Rename
          </Button>
          <Button danger {...needs} onClick={() => setRemoves(passkey)} label={`Remove ${passkey.name}`}>
            Remove
          </Button>
        </span>
      ),
    },
  ]
  return (
    <>
      <ListTable
        caption="Passkeys"
        columns={columns}
        list={list}
        empty={
          <Empty icon={KeyRound} title="No passkeys yet">
            Sign in with a fingerprint, your face or a PIN, without waiting for a mail.
          </Empty>
        }
      />
      {renames !== undefined && <RenamePasskey passkey={renames} onClose={() => setRenames(undefined)} />}
      {removes !== undefined && (
        <Confirm
          title="Remove this passkey?"
          verb="Remove it"
          run={async () => {
            await client.passkeys.delete(removes.id)
            await queries.invalidateQueries({ queryKey: ['passkeys'] })
          }}
          onClose={() => setRemoves(undefined)}
        >
          <p>
            <strong class="wrap">{removes.name}</strong> no longer signs you in. Its sessions continue, and
            sign-in links still work. Remove it from your device as well, which may keep offering it.
          </p>
        </Confirm>
      )}
    </>
  )
}

/** A cell with a time. It repeats the column's name, because the table has no head on a phone. */
function When({ what, at }: { what: string; at: string | null }) {
  return (
    <span>
      <span class="only-phone">{what} </span>
      {at === null ? 'Never' : <Time at={at} />}
    </span>
  )
}
