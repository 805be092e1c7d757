import { useQuery } from '@tanstack/preact-query'
import { CircleX, RotateCcw } from '../../../icons/icons.js'
import type { AutomationRunDetail } from 'postseal'
import { useMemo, useState } from 'preact/hooks'
import { useAction } from '../../../api/action.js'
import { client } from '../../../api/client.js'
import { useFresh } from '../../../api/fresh.js'
import { awaitedScreen, Screen } from '../../../app/screen.js'
import { pathTo } from '../../../state/location.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Json } from '../../../ui/code/code.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Confirm } from '../../../ui/dialogs/dialog.js'
import { Facts } from '../../../ui/facts.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { Time } from '../../../ui/time.js'
import { useAddresses } from './contact-names.js'
import { useNamed } from '../names.js'
import { freshRuns, useAutomation, useVersion } from '../queries.js'
import { fromSteps, stepsOf } from '../definition/steps.js'
import { endingText, kindWords, stepWords, takenText } from '../words.js'

const kinds: Readonly<Record<string, string>> = {
  event: 'An event',
  list: 'A subscription',
  contact_created: 'The new contact',
  manual: 'Manually or by an API request',
  inbound: 'A mail of the contact',
}

/** Milliseconds between two polls of a run that is under way. */
const look = 15_000

const isUnderWay = (status: string | undefined) => status === 'running' || status === 'waiting'

/** One run: its steps with the outcome of each, its current wait, and the data that started it. */
export default function Run({ id = '', run: runId = '' }: { id?: string; run?: string }) {
  const automation = useAutomation(id)
  const query = useQuery({
    queryKey: ['automations', 'run', id, runId],
    queryFn: () => client.automations.retrieveRun(id, runId),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? look : false),
  })
  const { data: run } = query
  const projectId = automation.data?.project_id
  useFresh(
    projectId !== undefined && isUnderWay(run?.status) ? { project_id: projectId } : undefined,
    ({ data }) => (data as { automation_id?: unknown }).automation_id === id,
    [['automations', 'run', id, runId]],
  )
  const above = (
    <a href={pathTo(`automations/${id}`, { part: 'runs' })}>{automation.data?.name ?? 'Automation'}, runs</a>
  )
  if (run === undefined) return awaitedScreen({ title: 'Run', above, query })
  return (
    <Screen title="Run" above={above} beside={<Status of={run.status} />} actions={<Actions run={run} />}>
      <Facing run={run} />
      <About run={run} />
      <Steps run={run} projectId={projectId ?? ''} />
      <Card title="Data" hint="Properties of the event that started the run.">
        {Object.keys(run.data).length === 0 ? (
          <p class="quiet">The run started without data.</p>
        ) : (
          <Json value={run.data} what="the data" />
        )}
      </Card>
    </Screen>
  )
}

function Actions({ run }: { run: AutomationRunDetail }) {
  const { id, automation_id: automationId, status } = run
  const [asks, setAsks] = useState(false)
  const retry = useAction({
    mutationFn: () => client.automations.retryRun(automationId, id),
    onSuccess: () => freshRuns(automationId),
  })
  const cancel = async () => {
    await client.automations.cancelRun(automationId, id)
    freshRuns(automationId)
  }
  return (
    <>
      {status === 'failed' && (
        <Button
          kind="main"
          icon={RotateCcw}
          needs="admin"
          busy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Retry
        </Button>
      )}
      {isUnderWay(status) && (
        <Button icon={CircleX} danger needs="admin" onClick={() => setAsks(true)}>
          Cancel the run
        </Button>
      )}
      {retry.isError && <ErrorNotice error={retry.error} title="The run was not continued" />}
      {asks && (
        <Confirm title="Cancel this run?" verb="Cancel the run" run={cancel} onClose={() => setAsks(false)}>
          <p>The run ends at its current step for good. Mail that it has queued is still delivered.</p>
        </Confirm>
      )}
    </>
  )
}

/** The reason why a run is held, waits, or has failed. */
function Facing({
  run: { error, blocked_by: held, wait, next_attempt_at: next, attempts, status },
}: {
  run: AutomationRunDetail
}) {
  return (
    <>
      {error !== null && (
        <Notice
          kind={status === 'failed' ? 'bad' : 'warn'}
          title={status === 'failed' ? 'A step failed' : 'A step failed and will be retried'}
        >
          {error.message} <span class="mono">({error.code})</span>
          {next !== null && (
            <>
              {' '}
              Retrying <Time at={next} />, after {attempts} failed {attempts === 1 ? 'attempt' : 'attempts'}.
            </>
          )}
        </Notice>
      )}
      {held !== null && (
        <Notice kind="warn" title="On hold">
          {held === 'automation_paused'
            ? 'The automation is paused. The run continues when you resume it.'
            : held === 'quota_exceeded'
              ? 'The workspace has used up its recipient quota. The run continues automatically once there is quota again.'
              : 'Sending is halted. The run continues automatically once sending resumes.'}
        </Notice>
      )}
      {wait !== null && (
        <Notice title={wait.event === null ? 'Waiting' : `Waiting for ${wait.event}`}>
          {wait.event === null ? 'Until ' : 'At most until '}
          <Time at={wait.until} absolute />.
        </Notice>
      )}
    </>
  )
}

function About({ run }: { run: AutomationRunDetail }) {
  const { trigger } = run
  const runs = useMemo(() => [run], [run])
  const address = useAddresses(runs).get(run.contact_id)
  return (
    <Card>
      <Facts
        of={[
          [
            'Contact',
            <a key="contact" class="wrap" href={pathTo(`contacts/${run.contact_id}`)}>
              {address ?? run.contact_id}
            </a>,
          ],
          [
            'Version',
            <a
              key="version"
              href={pathTo(`automations/${run.automation_id}`, {
                part: 'versions',
                version: String(run.version),
              })}
            >
              Version {run.version}
            </a>,
          ],
          [
            'Started by',
            <span key="trigger">
              {kinds[trigger.kind] ?? wordsOf(trigger.kind)}, <Time at={trigger.at} absolute />
              {run.depth > 0 && `, number ${run.depth + 1} in a chain of runs that caused each other`}
            </span>,
          ],
          ['Key', run.key ?? undefined],
          ['Begun', <Time key="begun" at={run.started_at} absolute />],
          ['Ended', run.ended_at === null ? undefined : <Time key="ended" at={run.ended_at} absolute />],
          ['Because', run.ended_reason === null ? undefined : endingText(run.ended_reason)],
          ['Id', <Copyable key="id" text={run.id} what="the run’s id" />],
        ]}
      />
    </Card>
  )
}

function Steps({ run, projectId }: { run: AutomationRunDetail; projectId: string }) {
  const version = useVersion(run.automation_id, run.version)
  const { names } = useNamed(projectId)
  const words = useMemo(
    () =>
      new Map(
        version.data === undefined
          ? []
          : stepsOf(fromSteps(version.data.steps)).map((step) => [step.key, stepWords(step, names)]),
      ),
    [version.data, names],
  )
  return (
    <Card title="Steps">
      {run.steps.length === 0 ? (
        <p class="quiet">The run has not reached a step.</p>
      ) : (
        <ol class="path">
          {run.steps.map((step, index) => (
            <li key={index}>
              <div class="row spread">
                <strong class="wrap">
                  {words.get(step.key) ?? kindWords[step.kind as keyof typeof kindWords]?.[0] ?? step.kind}
                </strong>
                <Status of={step.outcome} />
              </div>
              <span class="small quiet">
                <span class="mono">{step.key}</span>, <Time at={step.started_at} absolute />
                {step.ended_at !== null && step.ended_at !== step.started_at && (
                  <>
                    {' until '}
                    <Time at={step.ended_at} absolute />
                  </>
                )}
                {step.taken !== null && `, ${takenText(step.taken)}`}
                {step.attempts > 0 &&
                  `, ${step.attempts} failed ${step.attempts === 1 ? 'attempt' : 'attempts'}`}
              </span>
              {step.reason !== null && (
                <span class="small wrap">
                  {step.detail ?? wordsOf(step.reason)} <span class="mono quiet">({step.reason})</span>
                </span>
              )}
              {step.message_id !== null && (
                <a class="small" href={pathTo(`messages/${step.message_id}`)}>
                  The mail of this step
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
