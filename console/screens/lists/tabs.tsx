import { pathTo } from '../../state/location.js'
import { LinkTabs } from '../../ui/controls/tabs.js'

/** The tabs of people's wishes: the lists that they subscribe to, and the topics that they choose. */
export function WishTabs({ current, project }: { current: 'lists' | 'topics'; project: string | undefined }) {
  return (
    <LinkTabs
      label="Topics"
      tabs={[
        { id: 'lists', label: 'Lists', href: pathTo('lists', { project }), current: current === 'lists' },
        {
          id: 'topics',
          label: 'Topics',
          href: pathTo('lists/topics', { project }),
          current: current === 'topics',
        },
      ]}
    />
  )
}
