import type { Campaign } from 'postseal'
import type { ComponentChildren } from 'preact'
import { Card } from '../../../ui/card.js'
import { counted, countText, percentText } from '../../../ui/figures/numbers.js'
import { Status } from '../../../ui/status.js'
import type { Meaning } from '../../../ui/meaning.js'
import { durationText, Time } from '../../../ui/time.js'
import { shareOf } from '../words.js'
import { Measure } from '../../../ui/figures/measure.js'

const stages: readonly (readonly [
  name: 'released' | 'skipped' | 'failed' | 'pending',
  words: string,
  meaning: Meaning,
])[] = [
  ['released', 'Sent or queued', 'good'],
  ['skipped', 'Skipped', 'off'],
  ['failed', 'Failed', 'bad'],
  ['pending', 'To come', 'neutral'],
]

/** The progress of a campaign: a bar, with the figures in words beside it. */
export function Progress({ campaign, retry }: { campaign: Campaign; retry: ComponentChildren }) {
  const { progress, audience_total: total } = campaign
  const whole = Math.max(total ?? progress.walked, 1)
  const share = shareOf(campaign)
  const wordsOf = (name: string, words: string) =>
    name === 'pending' && campaign.status === 'cancelled' ? 'Never sent' : words
  const summary = stages
    .map(([name, words]) => `${wordsOf(name, words).toLowerCase()}: ${countText(progress[name])}`)
    .join(', ')
  return (
    <Card title="Progress" hint={<Pace campaign={campaign} />} actions={retry}>
      <div class="stack tight">
        <p role="status">
          {total === null ? (
            <>
              <strong>Finding the audience…</strong> {counted(progress.walked, 'recipient')} so far.
            </>
          ) : (
            <>
              <strong>
                <Measure>{share} %</Measure>
              </strong>{' '}
              of {counted(total, 'recipient')} done
            </>
          )}
        </p>
        <div
          class={`campaign-bar ${campaign.status}`}
          role="img"
          aria-label={`Of ${counted(total ?? progress.walked, 'recipient')}, ${summary}`}
        >
          {stages.map(
            ([name, , meaning]) =>
              progress[name] > 0 && (
                <i key={name} class={meaning} style={{ inlineSize: `${(progress[name] / whole) * 100}%` }} />
              ),
          )}
        </div>
        <ul class="row campaign-stages">
          {stages.map(([name, words, meaning]) => (
            <li key={name}>
              <Status of={name} as={meaning}>
                {wordsOf(name, words)} <strong class="num">{countText(progress[name])}</strong>
                {total !== null && progress[name] > 0 && (
                  <span class="quiet">
                    {' '}
                    <Measure>{percentText(progress[name] / total, 1)}</Measure>
                  </span>
                )}
              </Status>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** The start of a campaign and the time that it still takes, as far as that can be estimated. */
function Pace({ campaign }: { campaign: Campaign }) {
  const { status, started_at, completed_at, rate_per_hour: rate, progress, audience_total: total } = campaign
  if (completed_at !== null) {
    return (
      <>
        {status === 'cancelled' ? 'Cancelled' : 'Done'} <Time at={completed_at} />
        {started_at !== null && (
          <>
            , after{' '}
            <Measure>
              {durationText(new Date(completed_at).getTime() - new Date(started_at).getTime())}
            </Measure>
          </>
        )}
        .
      </>
    )
  }
  if (started_at === null) return <>Not started yet.</>
  const hour = 3_600_000
  return (
    <>
      Started <Time at={started_at} />
      {rate !== null && `, at most ${countText(rate)} an hour`}
      {rate !== null && status === 'sending' && total !== null && progress.pending > 0 && (
        <>
          : about <Measure>{durationText((progress.pending / rate) * hour)}</Measure> to go
        </>
      )}
      .
    </>
  )
}
