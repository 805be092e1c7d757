import type { Automation, AutomationVersion } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { later } from '../../../ui/loading/later.js'
import type { Column } from '../../../ui/lists/table.js'
import { useChosen } from '../../versions/one-version.js'
import { VersionsTable } from '../../versions/versions-table.js'
import { fromSteps, stepsOf } from '../definition/steps.js'

const OneVersion = later('the version', () => import('./one-version.js'))

const own: readonly Column<AutomationVersion>[] = [
  { head: 'Steps', kind: 'number', cell: ({ steps }) => stepsOf(fromSteps(steps)).length },
]

/** The versions of an automation: the chosen one, its differences from another, and which one is published. */
export default function Versions({
  automation,
  onRestore,
  onPublish,
}: {
  automation: Automation
  /** Puts a version's content into the editor. */
  onRestore: (version: AutomationVersion) => void
  onPublish: (version: number) => void
}) {
  const { id, published_version: published } = automation
  const list = useList(['automations', 'versions', id], (query, options) =>
    client.automations.listVersions(id, query, options),
  )
  const chosen = useChosen()
  return (
    <>
      {chosen !== undefined && (
        <OneVersion
          key={chosen}
          automation={automation}
          number={chosen}
          onRestore={onRestore}
          onPublish={onPublish}
        />
      )}
      <VersionsTable path={`automations/${id}`} published={published} list={list} own={own} />
    </>
  )
}
