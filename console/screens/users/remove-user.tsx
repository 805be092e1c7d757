import { UserMinus } from '../../icons/icons.js'
import type { User } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { AskButton } from '../../ui/dialogs/dialog.js'
import { toast } from '../../ui/notices/toast.js'

/** Removes a user, after the address was typed as a confirmation. */
export function RemoveUser({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { route } = useLocation()
  const remove = async () => {
    await client.users.delete(user.id)
    if (isSelf) {
      queries.clear()
      location.assign(pathTo('sign-in'))
      return
    }
    // The lists that are kept still have the user.
    queries.removeQueries({ queryKey: ['users'], type: 'inactive' })
    toast(`${user.email} is no longer a user.`)
    route(pathTo('users'))
  }
  return (
    <div class="stack">
      <p>
        Their sessions and sign-in links end everywhere within 5 seconds, including sessions that programs
        hold in their name. API keys, templates, campaigns and everything else that they created stay, and so
        do their entries in the audit log.
      </p>
      <div class="row">
        <AskButton
          icon={UserMinus}
          button="Remove"
          needs={user.role === 'owner' ? 'owner' : 'admin'}
          title={isSelf ? 'Remove yourself?' : 'Remove this user?'}
          verb="Remove"
          name={user.email}
          run={remove}
        >
          <p>
            {isSelf ? 'You are signed out at once, and' : 'They are signed out at once, and'} only another
            user can add the address again. Everything they created stays.
          </p>
        </AskButton>
      </div>
    </div>
  )
}
