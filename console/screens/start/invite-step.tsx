import { pathTo } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'

/** The step of a first colleague. */
export function InviteStep() {
  return (
    <div class="row">
      <LinkButton href={pathTo('users', { new: '1' })} kind="main" needs="admin">
        Invite a user
      </LinkButton>
    </div>
  )
}
