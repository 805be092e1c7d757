import { Pause, Play } from '../../icons/icons.js'
import type { Automation, AutomationSimulation, AutomationVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { useFresh } from '../../api/fresh.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { later } from '../../ui/loading/later.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { SameAsCurl } from '../../ui/code/same-as-curl.js'
import { Badge, Status } from '../../ui/status.js'
import { PartTabs } from '../../ui/controls/tabs.js'
import { useRestore } from '../versions/use-restore.js'
import { contentOf, requestOf, type Refusal } from './definition/content.js'
import { Behind } from '../versions/behind.js'
import { PublishVersion, SaveVersion } from '../versions/version-buttons.js'
import { Unsaved } from '../../ui/forms/unsaved.js'
import { runsKey, statsKey, useAutomation, useStats, useVersion } from './queries.js'
import { useSaveAutomation } from './definition/use-save.js'
import { useAutomationCopy } from './definition/working-copy.js'

const Editor = later('the outline', () => import('./outline/editor.js'))
const Simulation = later('the simulation', () => import('./simulation/simulation.js'))
const Runs = later('the runs', () => import('./runs/runs.js'))
const Versions = later('the versions', () => import('./versions/versions.js'))
const Figures = later('the figures', () => import('./runs/figures.js'))
const Compared = later('the difference', () => import('./versions/compared.js'))
const Details = later('the details', () => import('./details.js'))
const Publish = later('the dialog', () => import('./versions/publish.js'))
const PauseDialog = later('the dialog', () => import('./pause.js'))

const parts = [
  ['', 'Steps'],
  ['runs', 'Runs'],
  ['figures', 'Figures'],
  ['versions', 'Versions'],
  ['details', 'Details'],
] as const

/** The empty list of refusals: one object, so that it does not count as new. */
const none: readonly Refusal[] = []

const above = <a href={pathTo('automations')}>Automations</a>

/** One automation: its steps with a simulation beside them, its runs, its versions, and its details. */
export default function AutomationScreen({ id = '' }: { id?: string }) {
  const automation = useAutomation(id)
  const latest = useVersion(id, automation.data?.latest_version)
  if (automation.data === undefined || latest.data === undefined) {
    return awaitedScreen({
      title: 'Automation',
      above,
      query: automation.data === undefined ? automation : latest,
    })
  }
  return <Page key={id} automation={automation.data} latest={latest.data} />
}

function Page({ automation, latest }: { automation: Automation; latest: AutomationVersion }) {
  const { id, project_id: projectId, status, published_version: published } = automation
  const { params } = useParams()
  const copy = useAutomationCopy(latest)
  const save = useSaveAutomation(automation, copy)
  const stats = useStats(id)
  const [asks, setAsks] = useState<{ publish: number } | 'pause'>()
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [simulation, setSimulation] = useState<AutomationSimulation>()
  useFresh(
    { project_id: projectId },
    ({ data }) => (data as { automation_id?: unknown }).automation_id === id,
    [runsKey(id), statsKey(id), ['automations', 'run', id], ['automations', 'one', id]],
  )
  const part = params.part ?? ''
  const isOver = status === 'archived'
  const restore = useRestore(copy)
  const shown = save.refusals.length > 0 ? save.refusals : copy.isChanged ? none : refused
  // Counts and simulations are of a saved version.
  const isShown = !copy.isChanged && simulation?.version === latest.version
  return (
    <Screen
      title={automation.name}
      above={above}
      beside={
        <>
          <Status of={status} />
          <Badge kind={automation.environment}>{automation.environment}</Badge>
          {published !== null && <Badge>version {published} published</Badge>}
        </>
      }
      actions={
        <>
          {(status === 'active' || status === 'paused') && (
            <Button icon={status === 'active' ? Pause : Play} needs="admin" onClick={() => setAsks('pause')}>
              {status === 'active' ? 'Pause' : 'Resume'}
            </Button>
          )}
          {latest.version !== published && !isOver && (
            <PublishVersion
              number={latest.version}
              isChanged={copy.isChanged}
              waits="Save or discard the changes first."
              onClick={() => setAsks({ publish: latest.version })}
            />
          )}
          {!isOver && <SaveVersion copy={copy} save={save} number={automation.latest_version + 1} />}
          <SameAsCurl
            calls={[
              { method: 'POST', path: `/v1/automations/${id}/versions`, body: requestOf(copy.content) },
            ]}
          />
        </>
      }
    >
      {copy.isBehind ? (
        <Behind
          copy={copy}
          latest={automation.latest_version}
          difference={(before, after) => <Compared projectId={projectId} before={before} after={after} />}
        />
      ) : (
        copy.isChanged && <Unsaved copy={copy} />
      )}
      {save.error !== undefined && <ErrorNotice error={save.error} title="No version was saved" />}
      <PartTabs label="Parts of the automation" parts={parts} screen={`automations/${id}`} current={part} />
      {part === '' && (
        <div class="steps-and-simulation">
          <Card
            title={copy.isChanged ? `Version ${latest.version}, changed` : `Version ${latest.version}`}
            hint={
              copy.isChanged
                ? 'Runs are counted again at the steps once the changes are saved.'
                : latest.version === published
                  ? 'Published. New runs follow this version.'
                  : 'Draft. No new run follows this version.'
            }
          >
            <Editor
              projectId={projectId}
              content={copy.content}
              checks={save.checks}
              refusals={shown}
              {...(!copy.isChanged && {
                stats: (stats.data?.steps ?? []).filter(({ version }) => version === latest.version),
              })}
              simulation={isShown ? simulation : undefined}
              runsAt={(key, of) =>
                pathTo(`automations/${id}`, {
                  part: 'runs',
                  status: of,
                  step: key,
                  of_version: String(latest.version),
                })
              }
              onChange={(content) => copy.change(() => content)}
            />
          </Card>
          <Simulation
            automation={automation}
            version={latest.version}
            isChanged={copy.isChanged}
            simulation={simulation}
            content={copy.latest}
            onSimulated={setSimulation}
          />
        </div>
      )}
      {part === 'runs' && <Runs automation={automation} />}
      {part === 'figures' && <Figures automation={automation} />}
      {part === 'versions' && (
        <Versions
          automation={automation}
          onRestore={(version) => restore(version.version, latest.version, contentOf(version))}
          onPublish={(version) => setAsks({ publish: version })}
        />
      )}
      {part === 'details' && <Details automation={automation} />}
      {asks === 'pause' && <PauseDialog automation={automation} onClose={() => setAsks(undefined)} />}
      {typeof asks === 'object' && (
        <Publish
          automation={automation}
          version={asks.publish}
          onRefused={(found) => asks.publish === latest.version && setRefused(found)}
          onClose={() => setAsks(undefined)}
        />
      )}
    </Screen>
  )
}
