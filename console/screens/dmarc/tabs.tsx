import { pathTo } from '../../state/location.js'
import { LinkTabs } from '../../ui/controls/tabs.js'

/** The tabs of DMARC: the sources and the policies. */
export function DmarcTabs({ current }: { current: 'sources' | 'policies' }) {
  return (
    <LinkTabs
      label="Parts of DMARC"
      tabs={[
        { id: 'sources', label: 'Sources', href: pathTo('dmarc'), current: current === 'sources' },
        {
          id: 'policies',
          label: 'Policies',
          href: pathTo('dmarc', { part: 'policies' }),
          current: current === 'policies',
        },
      ]}
    />
  )
}
