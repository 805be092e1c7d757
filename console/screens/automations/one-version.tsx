import { RotateCcw, Upload } from 'lucide-preact'
import type { Automation, AutomationVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { useParams } from '../../state/location.js'
import { Awaited } from '../../ui/awaited.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code.js'
import { ErrorNotice } from '../../ui/notice.js'
import { Lines } from '../../ui/skeleton.js'
import { TabList } from '../../ui/tabs.js'
import { Time } from '../../ui/time.js'
import { contentOf, textOf } from './content.js'
import { Difference } from './difference.js'
import { useNamed } from './names.js'
import { useVersion } from './queries.js'
import { outlineText } from './words.js'

/** One version: how it differs from another, and what it is. */
export default function OneVersion({
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
  const { params, change } = useParams()
  const { names } = useNamed(automation.project_id)
  const { data: version, error, refetch } = useVersion(id, number)
  const fallback =
    published !== null && published !== number ? published : number > 1 ? number - 1 : undefined
  const other = params.with === undefined ? fallback : Number(params.with)
  const compared = useVersion(id, other)
  const [view, setView] = useState('difference')
  if (version?.version !== number) return <Awaited what="version" error={error} onRetry={refetch} />
  // The newest 50, and the one that is compared with: more is nothing to choose from.
  const numbers = Array.from({ length: Math.min(latest, 50) }, (_, index) => latest - index)
  const others = [...new Set([...numbers, ...(other === undefined ? [] : [other])])].filter(
    (each) => each !== number,
  )
  return (
    <Card
      title={`Version ${number}`}
      hint={
        <>
          Saved <Time at={version.created_at} absolute />
        </>
      }
      actions={
        <>
          <Button icon={RotateCcw} onClick={() => onRestore(version)}>
            Put into the editor
          </Button>
          {published !== number && status !== 'archived' && (
            <Button icon={Upload} needs="admin" onClick={() => onPublish(number)}>
              Publish version {number}
            </Button>
          )}
        </>
      }
    >
      <TabList
        label={`Version ${number}`}
        tabs={[
          { id: 'difference', label: 'Difference' },
          { id: 'outline', label: 'Outline' },
          { id: 'json', label: 'JSON' },
        ]}
        chosen={view}
        onChoose={setView}
      >
        {view === 'difference' && (
          <div class="stack">
            <label class="row">
              Against
              <select
                class="short"
                value={other ?? ''}
                onChange={(event) => change({ with: event.currentTarget.value }, true)}
              >
                {other === undefined && <option value="">No other version</option>}
                {others.map((each) => (
                  <option key={each} value={each}>
                    {`Version ${each}${each === published ? ', published' : ''}`}
                  </option>
                ))}
              </select>
            </label>
            {other === undefined ? (
              <p class="quiet">There is no other version to compare it with.</p>
            ) : compared.error !== null ? (
              <ErrorNotice error={compared.error} onRetry={() => void compared.refetch()} />
            ) : compared.data?.version === other ? (
              <Difference before={contentOf(compared.data)} after={contentOf(version)} names={names} />
            ) : (
              <Lines what="the difference" />
            )}
          </div>
        )}
        {view === 'outline' && (
          <Code text={outlineText(contentOf(version), names)} what="the outline" wrapped />
        )}
        {view === 'json' && <Code text={textOf(contentOf(version))} what="the definition" />}
      </TabList>
    </Card>
  )
}
