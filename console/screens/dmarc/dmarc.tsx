import { useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Policies } from './policies.js'
import { Sources } from './sources.js'
import { DmarcTabs } from './tabs.js'

/** The DMARC screen: the sources that send as the workspace's domains, or the domains' policies. */
export default function Dmarc() {
  const { params } = useParams()
  const part = params.part === 'policies' ? 'policies' : 'sources'
  return (
    <Screen title="DMARC" hint="Senders of mail in your domains’ name, from the daily reports of receivers.">
      <DmarcTabs current={part} />
      {part === 'sources' ? <Sources /> : <Policies />}
    </Screen>
  )
}
