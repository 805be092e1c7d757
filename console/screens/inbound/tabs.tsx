import { pathTo } from '../../state/location.js'
import { LinkTabs } from '../../ui/controls/tabs.js'

/** The tabs of inbound mail: the received mail, and the addresses for which it is accepted. */
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
