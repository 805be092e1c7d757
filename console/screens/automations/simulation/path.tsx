import type { AutomationSimulation } from 'postseal'
import { useMemo } from 'preact/hooks'
import { Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'
import { Time } from '../../../ui/time.js'
import type { Content } from '../definition/content.js'
import { type StepNames, endingText, stepWords, takenText } from '../words.js'
import { stepsOf } from '../definition/steps.js'

/** The simulated path with its times and reasons. */
export default function Path({
  simulation,
  content,
  version,
  names,
}: {
  simulation: AutomationSimulation
  content: Content
  version: number
  names: StepNames
}) {
  const words = useMemo(
    () => new Map(stepsOf(content.steps).map((step) => [step.key, stepWords(step, names)])),
    [content, names],
  )
  const { entered, reason, status, ended_reason: ended, steps } = simulation
  if (!entered) {
    return (
      <Notice kind="warn" title="No run begins">
        {reason === 'entry_rule'
          ? 'The entry rule does not let the contact in.'
          : 'The data does not meet the conditions of the trigger.'}
      </Notice>
    )
  }
  return (
    <section class="stack tight" aria-label="The path">
      <div class="row">
        <h3>The path</h3>
        {status !== null && <Status of={status} />}
        {ended !== null && <span class="small quiet">{endingText(ended)}</span>}
        {simulation.version !== version && <span class="small quiet">of version {simulation.version}</span>}
      </div>
      <ol class="path">
        {steps.map(({ key, outcome, detail, taken, at, until, mail }, index) => (
          <li key={index}>
            <div class="row spread">
              <strong class="wrap">{simulation.version === version ? (words.get(key) ?? key) : key}</strong>
              <Status of={outcome} />
            </div>
            <span class="small quiet">
              <Time at={at} absolute />
              {until !== null && (
                <>
                  {' until '}
                  <Time at={until} absolute />
                </>
              )}
              {taken !== null && `, ${takenText(taken)}`}
            </span>
            {mail !== null && (
              <span class="small wrap">
                Subject: {mail.subject} <span class="quiet">(version {mail.version} of the template)</span>
              </span>
            )}
            {detail !== null && outcome !== 'done' && <span class="small wrap">{detail}</span>}
          </li>
        ))}
      </ol>
      {steps.length === 0 && <p class="quiet">The run ends before its first step.</p>}
    </section>
  )
}
