import { Compass } from '../icons/icons.js'
import { LinkButton } from '../ui/controls/button.js'
import { Empty } from '../ui/notices/empty.js'
import { pathTo } from '../state/location.js'
import { Screen } from './screen.js'

/** The screen shown if the address names no screen. */
export function NotFound() {
  return (
    <Screen title="There is no such page">
      <Empty
        icon={Compass}
        title="This address leads nowhere"
        action={<LinkButton href={pathTo('')}>Go to the overview</LinkButton>}
      >
        It may be mistyped, or from another version of Postseal. Press Ctrl K to look for what you want.
      </Empty>
    </Screen>
  )
}
