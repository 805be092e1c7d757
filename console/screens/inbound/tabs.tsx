import { pathTo } from '../../state/location.js'
import { LinkTabs } from '../../ui/controls/tabs.js'

/** The parts of inbound mail: what has come, and for which addresses it is taken. */
export function InboundTabs({ current }: { current: 'mail' | 'routes' }) {
  return (
    <LinkTabs
      label="Parts of inbound mail"
      tabs={[
        { id: 'mail', label: 'Mail', href: pathTo('inbound'), current: current === 'mail' },
        { id: 'routes', label: 'Routes', href: pathTo('inbound/routes'), current: current === 'routes' },
      ]}
    />
  )
}
