import { useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Policies } from './policies.js'
import { Sources } from './sources.js'
import { DmarcTabs } from './tabs.js'

/** Who sends as the workspace's domains, and what receivers are to do with the others. */
export default function Dmarc() {
  const { params } = useParams()
  const part = params.part === 'policies' ? 'policies' : 'sources'
  return (
    <Screen title="DMARC" hint="Who sends as your domains, as receivers report it once a day.">
      <DmarcTabs current={part} />
      {part === 'sources' ? <Sources /> : <Policies />}
    </Screen>
  )
}
