import type { AutomationSimulation, AutomationStats } from 'postseal'
import { useState } from 'preact/hooks'
import { later } from '../../../ui/loading/later.js'
import { TabList } from '../../../ui/controls/tabs.js'
import type { Content, Refusal } from '../definition/content.js'
import { useNamed } from '../names.js'
import { Outline } from './outline.js'

const DefinitionJson = later('the JSON', () => import('./definition-json.js'))

/** The editor of an automation: an outline, or JSON. */
export default function Editor({
  projectId,
  ...props
}: {
  projectId: string
  content: Content
  checks: number
  refusals: readonly Refusal[]
  stats?: AutomationStats['steps']
  simulation?: AutomationSimulation | undefined
  runsAt?: (key: string, status: string) => string
  onChange: (content: Content) => void
}) {
  const named = useNamed(projectId)
  const [view, setView] = useState('outline')
  return (
    <TabList
      label="How the automation is shown"
      tabs={[
        { id: 'outline', label: 'Outline' },
        { id: 'json', label: 'JSON' },
      ]}
      chosen={view}
      onChoose={setView}
    >
      {view === 'outline' ? (
        <div class="stack">
          <Outline named={named} {...props} />
        </div>
      ) : (
        <DefinitionJson content={props.content} refusals={props.refusals} onChange={props.onChange} />
      )}
    </TabList>
  )
}
