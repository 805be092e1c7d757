import type { Automation, AutomationVersion } from 'postseal'
import { Code } from '../../../ui/code/code.js'
import { OneVersion, useOther } from '../../versions/one-version.js'
import { contentOf, textOf } from '../definition/content.js'
import { Difference } from './difference.js'
import { useNamed } from '../names.js'
import { useVersion } from '../queries.js'
import { outlineText } from '../words.js'

/** One version of an automation, as an outline and as JSON. */
export default function OneAutomationVersion({
  automation,
  number,
  onRestore,
  onPublish,
}: {
  automation: Automation
  number: number
  onRestore: (version: AutomationVersion) => void
  onPublish: (version: number) => void
}) {
  const { id, published_version: published, latest_version: latest, status } = automation
  const { names } = useNamed(automation.project_id)
  const other = useOther(number, published)
  const views = [
    {
      id: 'outline',
      label: 'Outline',
      show: (version: AutomationVersion) => (
        <Code text={outlineText(contentOf(version), names)} what="the outline" wrapped />
      ),
    },
    {
      id: 'json',
      label: 'JSON',
      show: (version: AutomationVersion) => <Code text={textOf(contentOf(version))} what="the definition" />,
    },
  ]
  return (
    <OneVersion
      number={number}
      latest={latest}
      published={published}
      version={useVersion(id, number)}
      other={other}
      compared={useVersion(id, other)}
      difference={(before, after) => (
        <Difference before={contentOf(before)} after={contentOf(after)} names={names} />
      )}
      views={views}
      onRestore={onRestore}
      onPublish={status === 'archived' ? undefined : () => onPublish(number)}
    />
  )
}
