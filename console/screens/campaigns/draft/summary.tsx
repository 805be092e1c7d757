import { CalendarClock, Rocket } from '../../../icons/icons.js'
import type { Campaign, CampaignCheck, TemplateVersion } from 'postseal'
import { useEffect, useState } from 'preact/hooks'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { SameAsCurl } from '../../../ui/code/same-as-curl.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { counted } from '../../../ui/figures/numbers.js'
import type { SubmitState } from '../../../ui/forms/form.js'
import { later } from '../../../ui/loading/later.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Time } from '../../../ui/time.js'
import { audienceText } from '../words.js'
import { idOfPart, partNames } from './parts.js'
import { stepsOf, type Step } from './problem.js'
import { isOver, whenText, type Start } from './when.js'
import { reveal } from '../../../ui/forms/reveal.js'

const Begin = later('the question', () => import('./begin.js'))

/** Result of the check of a campaign. */
export interface CheckResult {
  readonly data: CampaignCheck | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface SummaryProps {
  readonly campaign: Campaign
  readonly check: CheckResult
  readonly start: Start
  readonly version: TemplateVersion | undefined
  /** Id of the form with the campaign's fields. */
  readonly form: string
  readonly isUnsaved: boolean
  readonly saving: SubmitState
  readonly onDiscard: () => void
  /** True once the form was saved by the button that starts the campaign. */
  readonly isSavedToStart: boolean
  /** Saves the form, and then sets {@link isSavedToStart}. */
  readonly onSaveToStart: () => void
  /** Called when nothing is to be started any more, or the dialog asks. */
  readonly onStarted: () => void
}

/** Shows who gets the campaign and everything that keeps it from starting, with the buttons that save and start it. */
export function Summary(props: SummaryProps) {
  const { campaign, check, start, version, form, isUnsaved, saving, onDiscard } = props
  const [asks, setAsks] = useState(false)
  const { data, isFetching, refetch } = check
  const steps = stepsOf(data?.problems ?? [])
  const isScheduled = campaign.status === 'scheduled'
  const isSameTime = isScheduled && !isUnsaved && start.at === (campaign.scheduled_at ?? undefined)
  const isLate = isOver(start)
  const isCurrent = !isUnsaved && data !== undefined && !check.isPlaceholderData
  useEffect(() => {
    if (!props.isSavedToStart || !isCurrent || isFetching) return
    props.onStarted()
    if (steps.length === 0 && !isLate) setAsks(true)
  }, [props.isSavedToStart, isCurrent, isFetching])
  const begin = () => {
    if (isUnsaved) return props.onSaveToStart()
    void refetch()
    setAsks(true)
  }
  const needs = isScheduled ? { needs: 'admin' as const } : {}
  const isBlocked = data === undefined || isSameTime || (!isUnsaved && (steps.length > 0 || isLate))
  return (
    <Card title={data !== undefined && steps.length > 0 ? 'Before it can start' : 'Summary'}>
      <div class="stack">
        {data !== undefined && steps.length > 0 && (
          <ul class="campaign-steps">
            {steps.map((step) => (
              <li key={step.text}>
                <StepLine step={step} campaign={campaign} version={version} />
              </li>
            ))}
          </ul>
        )}
        <WhoGetsIt {...check} isUnsaved={isUnsaved} />
        {isLate && (
          <Notice kind="warn" title="The chosen time has passed">
            Choose a later one under <a href={`#${idOfPart('when')}`}>{partNames.when}</a>.
          </Notice>
        )}
        {saving.error !== undefined && (
          <ErrorNotice error={saving.error} title="The changes were not saved" />
        )}
        <div class="row campaign-go">
          <Button
            kind="main"
            icon={start.at === undefined ? Rocket : CalendarClock}
            needs="admin"
            disabled={isBlocked}
            {...(isSameTime && { title: 'The campaign is already scheduled for this time.' })}
            onClick={begin}
          >
            {start.at === undefined ? 'Start…' : `Schedule for ${whenText(start)}…`}
          </Button>
          <Button
            type="submit"
            form={form}
            busy={saving.busy}
            disabled={!isUnsaved}
            {...needs}
            onClick={props.onStarted}
          >
            Save
          </Button>
          {isUnsaved && (
            <Button kind="plain" onClick={onDiscard}>
              Discard changes
            </Button>
          )}
        </div>
        <div class="row">
          <Button kind="plain" busy={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
          <SameAsCurl
            calls={[
              ...(isUnsaved && saving.call !== undefined ? [saving.call] : []),
              {
                method: 'POST',
                path: `/v1/campaigns/${campaign.id}/schedule`,
                body: start.at === undefined ? {} : { scheduled_at: start.at },
              },
            ]}
          />
        </div>
      </div>
      {asks && data !== undefined && (
        <Begin campaign={campaign} check={data} start={start} onClose={() => setAsks(false)} />
      )}
    </Card>
  )
}

/** Something that has to be done, beside the button or link that does it. */
function StepLine({
  step: { text, contacts, part, field, isSeveral, fix },
  campaign,
  version,
}: {
  step: Step
  campaign: Campaign
  version: TemplateVersion | undefined
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const run = async (work: Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const act = { busy, needs: 'admin' as const }
  return (
    <div class="stack tight">
      <span class="wrap">
        {text}
        {contacts > 0 && <span class="quiet"> (for {counted(contacts, 'contact')} of the sample)</span>}.
      </span>
      <div class="row">
        {fix === 'insert-link' && version !== undefined ? (
          <Button {...act} onClick={() => void run(insertLink(campaign, version))}>
            Insert the link at the end
          </Button>
        ) : fix === 'publish' && version !== undefined ? (
          <Button {...act} onClick={() => void run(publish(campaign, version))}>
            Publish version {version.version}
          </Button>
        ) : fix === 'domains' ? (
          <LinkButton href={pathTo('domains')}>Open domains</LinkButton>
        ) : (
          <Button onClick={() => showField(field, idOfPart(part))}>
            {field === undefined ? `Go to ${partNames[part]}` : isSeveral ? 'Fill them in' : 'Fill it in'}
          </Button>
        )}
        {part === 'content' && field === undefined && version !== undefined && (
          <a href={pathTo(`templates/${version.template_id}`, { campaign: campaign.id })}>
            Edit the template
          </a>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} title="The template was not published" />}
    </div>
  )
}

async function insertLink(campaign: Campaign, version: TemplateVersion): Promise<void> {
  const { insertUnsubscribeLink } = await import('./template/amend-template.js')
  await insertUnsubscribeLink(campaign, version)
}

async function publish(campaign: Campaign, version: TemplateVersion): Promise<void> {
  const { publishVersion } = await import('./template/amend-template.js')
  await publishVersion(campaign, version)
}

/** Scrolls to a field and focuses it, or to the part of the page. */
function showField(field: string | undefined, part: string): void {
  const input =
    field === undefined ? null : document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const target = input ?? document.getElementById(part)
  reveal(target)
  target?.scrollIntoView({ block: 'center' })
  input?.focus({ preventScroll: true })
}

/** The number of recipients of the campaign as it is saved. */
function WhoGetsIt({
  data,
  error,
  isPlaceholderData,
  isUnsaved,
  refetch,
}: CheckResult & { isUnsaved: boolean }) {
  if (data === undefined) {
    if (error === null) return <Lines what="the check" count={3} />
    return (
      <ErrorNotice error={error} title="The campaign could not be checked" onRetry={() => void refetch()} />
    )
  }
  const { sample, reached, scanned } = data
  return (
    <div class="campaign-count" role="status" aria-busy={isPlaceholderData}>
      <strong>{audienceText(data)}</strong>
      {sample.contacts > 0 && (
        <span class="small">
          {sample.failed === 0
            ? `Rendered for ${counted(sample.contacts, 'contact')} of the audience without a mistake.`
            : `Cannot be rendered for ${sample.failed} of ${counted(sample.contacts, 'contact')} looked at.`}
        </span>
      )}
      <span class="small quiet">
        {isUnsaved ? (
          'As last saved.'
        ) : isPlaceholderData ? (
          'Checking…'
        ) : (
          <>
            {reached.exact ? 'Exact' : `Estimated from ${scanned.toLocaleString()} contacts`}, as of{' '}
            <Time at={data.as_of} />.
          </>
        )}
      </span>
    </div>
  )
}
