import { CalendarClock, Rocket } from '../../../icons/icons.js'
import type { Campaign, CampaignCheck } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { keepDraft } from '../../../state/drafts.js'
import { pathTo } from '../../../state/location.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { counted, countText } from '../../../ui/figures/numbers.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { SameAsCurl } from '../../../ui/code/same-as-curl.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { absoluteText, readersZone, Time } from '../../../ui/time.js'
import type { CheckResult } from './audience.js'
import { known } from '../data.js'
import { idOfPart, partNames, type PartName } from './parts.js'
import { detailsOf, partOf } from './problem.js'
import { isOver, whenText, type Start } from './when.js'
import { audienceText, estimateText, reasonOfMany } from '../words.js'

/**
 * The check of a campaign: problems that keep it from being scheduled, who gets it and who does not, and the button
 * that starts it.
 */
export function Check({
  campaign,
  check,
  start,
  unsaved,
}: {
  campaign: Campaign
  check: CheckResult
  start: Start
  /** Parts that have unsaved changes. */
  unsaved: readonly PartName[]
}) {
  const { data, error, refetch, isFetching } = check
  const [asks, setAsks] = useState(false)
  if (data === undefined) {
    if (error === null) return <Lines what="the check" count={3} />
    return (
      <ErrorNotice error={error} title="The campaign could not be checked" onRetry={() => void refetch()} />
    )
  }
  const isScheduled = campaign.status === 'scheduled'
  const isSameTime = isScheduled && start.at === (campaign.scheduled_at ?? undefined)
  const verb = start.at === undefined ? 'Start now…' : `Schedule for ${whenText(start)}…`
  return (
    <div class="stack">
      {data.problem !== null && <Problem of={data.problem} />}
      <WhoGetsIt check={data} />
      {unsaved.length > 0 && (
        <Notice kind="warn" title="Something is not saved yet">
          Save it, or it is not part of what is sent:{' '}
          {unsaved.map((part, index) => (
            <>
              {index > 0 && ', '}
              <a key={part} href={`#${idOfPart(part)}`}>
                {partNames[part]}
              </a>
            </>
          ))}
          .
        </Notice>
      )}
      {isOver(start) && (
        <Notice kind="warn" title="The time that was chosen is over">
          Choose another in <a href={`#${idOfPart('when')}`}>{partNames.when}</a>.
        </Notice>
      )}
      <div class="row">
        <Button
          kind="main"
          icon={start.at === undefined ? Rocket : CalendarClock}
          needs="admin"
          disabled={data.problem !== null || unsaved.length > 0 || isSameTime || isOver(start)}
          {...(isSameTime && { title: 'Choose another time first' })}
          onClick={() => {
            void refetch()
            setAsks(true)
          }}
        >
          {verb}
        </Button>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
        <SameAsCurl
          calls={[
            {
              method: 'POST',
              path: `/v1/campaigns/${campaign.id}/schedule`,
              body: start.at === undefined ? {} : { scheduled_at: start.at },
            },
          ]}
        />
        <span class="small quiet">
          Checked <Time at={data.as_of} />
        </span>
      </div>
      {asks && <Begin campaign={campaign} check={data} start={start} onClose={() => setAsks(false)} />}
    </div>
  )
}

/** The API's message, with a link to the place where the problem can be solved. */
function Problem({ of }: { of: NonNullable<CampaignCheck['problem']> }) {
  const part = partOf(of)
  const details = detailsOf(of)
  return (
    <Notice
      kind="bad"
      title="It cannot be scheduled yet"
      actions={
        of.code === 'sender_domain_not_verified' ? (
          <LinkButton href={pathTo('domains')}>Domains</LinkButton>
        ) : undefined
      }
    >
      <div class="stack tight">
        <p>{withContacts(of.message)}</p>
        {details.length > 0 && (
          <ul class="campaign-details">
            {details.map(({ text, contacts }) => (
              <li key={text}>
                {text}
                {contacts > 1 && (
                  <span class="quiet"> ({counted(contacts, 'contact')} of those looked at)</span>
                )}
              </li>
            ))}
          </ul>
        )}
        <p>
          Mend it in <a href={`#${idOfPart(part)}`}>{partNames[part]}</a>.
        </p>
      </div>
    </Notice>
  )
}

/** A text in which ids of contacts are links to them. */
function withContacts(text: string) {
  return text
    .split(/(con_[0-9a-z]{26})/)
    .map((part) => (part.startsWith('con_') ? <a href={pathTo(`contacts/${part}`)}>{part}</a> : part))
}

function WhoGetsIt({ check }: { check: CampaignCheck }) {
  const { contacts, reached, left_out } = check
  if (contacts.value === 0) return <p>{audienceText(check)}</p>
  return (
    <table class="campaign-who">
      <caption class="visually-hidden">Who gets it, and who does not</caption>
      <tbody>
        <tr>
          <td class="num">{estimateText(reached)}</td>
          <th scope="row">
            <strong>{reached.value === 1 && reached.exact ? 'contact gets it' : 'contacts get it'}</strong>
          </th>
        </tr>
        {left_out.map(({ reason, estimate }) => (
          <tr key={reason}>
            <td class="num">{estimateText(estimate)}</td>
            <th scope="row">
              {reason === 'not_in_segment' ||
              reason === 'excluded_by_segment' ||
              reason === 'not_confirmed' ? (
                <a href={`#${idOfPart('audience')}`}>{reasonOfMany(reason, estimate.value)}</a>
              ) : (
                reasonOfMany(reason, estimate.value)
              )}
            </th>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td class="num">{estimateText(contacts)}</td>
          <th scope="row" class="quiet">
            {contacts.value === 1 && contacts.exact ? 'contact in the project' : 'contacts in the project'}
          </th>
        </tr>
      </tfoot>
    </table>
  )
}

/** Asks for confirmation before the campaign starts or is scheduled, and says how many contacts get it. */
function Begin({
  campaign: { id, name, environment, rate_per_hour: rate },
  check,
  start: { at },
  onClose,
}: {
  campaign: Campaign
  check: CampaignCheck
  start: Start
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { reached } = check
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const begun = await client.campaigns.schedule(id, at === undefined ? {} : { scheduled_at: at })
      keepDraft(`campaign.start.${id}`, undefined)
      onClose()
      known(begun)
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  const hours = rate === null ? 0 : reached.value / rate
  return (
    <Dialog title={at === undefined ? 'Start it now?' : 'Schedule it?'} onClose={onClose}>
      <div class="stack">
        <p>
          <strong>{name}</strong> goes to{' '}
          <strong>
            {reached.value === 0
              ? 'nobody, as things are'
              : `${estimateText(reached)} ${reached.value === 1 ? 'contact' : 'contacts'}`}
          </strong>
          {at === undefined
            ? ', beginning now'
            : `, beginning ${absoluteText(new Date(at))} (${readersZone})`}
          {rate !== null && `, at most ${countText(rate)} an hour`}
          {hours >= 1 && `: that takes about ${countText(Math.ceil(hours))} hours`}.
        </p>
        <p class="quiet">
          {environment === 'test'
            ? 'The project is a test project: its mail goes to the sink and to nobody else.'
            : 'These are real mails to people. What has gone out cannot be called back; the rest can be paused and cancelled.'}{' '}
          {at !== undefined && 'Who is in the audience is found out when it starts.'}
        </p>
        {error !== undefined && <ErrorNotice error={error} title="It was not scheduled" />}
        <div class="row">
          <Button kind="main" needs="admin" busy={busy} onClick={() => void run()}>
            {at === undefined ? 'Start it' : 'Schedule it'}
          </Button>
          <Button onClick={onClose}>Not yet</Button>
        </div>
      </div>
    </Dialog>
  )
}
