import { Ban, Gauge, Pause, Play, RotateCcw } from '../../../icons/icons.js'
import type { Campaign } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { pathTo, useParams } from '../../../state/location.js'
import { later } from '../../../ui/loading/later.js'
import { Screen } from '../../../app/screen.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { counted } from '../../../ui/figures/numbers.js'
import { Badge, Status } from '../../../ui/status.js'
import { PartTabs } from '../../../ui/controls/tabs.js'
import { CopyButton, DeleteCampaign } from '../actions.js'
import { Cancel } from './cancel.js'
import { known } from '../data.js'
import { Progress } from './progress.js'
import { Rate } from './rate.js'
import { pauseOf } from '../words.js'

const Figures = later('the figures', () => import('../figures/figures.js'))
const Recipients = later('the recipients', () => import('./recipients.js'))
const Sent = later('what it sends', () => import('./sent.js'))

const parts = [
  ['', 'Figures'],
  ['recipients', 'Recipients'],
  ['mail', 'Content'],
] as const

/** A campaign that was started: its progress, the outcomes of its mail, and the buttons that stop it. */
export default function UnderWay({ campaign }: { campaign: Campaign }) {
  const { params } = useParams()
  const { id, project_id, status, progress } = campaign
  const [asks, setAsks] = useState<'cancel' | 'rate'>()
  const { busy, error, said, run } = useRun()
  const part = params.part ?? ''
  const isUnderWay = status === 'sending' || status === 'paused'
  return (
    <Screen
      title={campaign.name}
      above={<a href={pathTo('campaigns', { project: project_id })}>Campaigns</a>}
      beside={
        <>
          <Status of={status} />
          <Badge kind={campaign.environment}>{campaign.environment}</Badge>
        </>
      }
      actions={
        <>
          {status === 'sending' && (
            <Button
              icon={Pause}
              kind="main"
              needs="admin"
              busy={busy === 'pause'}
              onClick={() =>
                run('pause', async () => {
                  const { in_flight: flying, ...paused } = await client.campaigns.pause(id)
                  known(paused)
                  return flightText(flying)
                })
              }
            >
              Pause
            </Button>
          )}
          {status === 'paused' && (
            <Button
              icon={Play}
              kind="main"
              needs="admin"
              busy={busy === 'resume'}
              onClick={() => run('resume', async () => void known(await client.campaigns.resume(id)))}
            >
              Resume
            </Button>
          )}
          {isUnderWay && (
            <>
              <Button icon={Gauge} needs="admin" onClick={() => setAsks('rate')}>
                Change the rate
              </Button>
              <Button icon={Ban} danger needs="admin" onClick={() => setAsks('cancel')}>
                Cancel…
              </Button>
            </>
          )}
          <CopyButton campaign={campaign} />
          {!isUnderWay && <DeleteCampaign campaign={campaign} />}
        </>
      }
    >
      {error !== undefined && <ErrorNotice error={error} title="Nothing changed" />}
      {said !== undefined && <Notice>{said}</Notice>}
      {status === 'paused' && <Paused campaign={campaign} />}
      {campaign.blocked_by !== null && (
        <Notice
          kind="warn"
          title={
            campaign.blocked_by === 'quota_exceeded'
              ? 'The workspace has used up its quota'
              : 'Sending is halted in this workspace'
          }
          actions={
            <LinkButton href={pathTo('limits')}>
              {campaign.blocked_by === 'quota_exceeded' ? 'Limits' : 'Why?'}
            </LinkButton>
          }
        >
          The campaign resumes automatically once the workspace{' '}
          {campaign.blocked_by === 'quota_exceeded' ? 'has some again' : 'sends again'}.
        </Notice>
      )}
      <Progress
        campaign={campaign}
        retry={
          progress.failed > 0 && status !== 'cancelled' ? (
            <Button
              icon={RotateCcw}
              needs="admin"
              busy={busy === 'retry'}
              onClick={() =>
                run('retry', async () => {
                  const { retried, ...again } = await client.campaigns.retry(id)
                  known(again)
                  void queries.invalidateQueries({ queryKey: ['campaigns', id] })
                  return retried === 0
                    ? 'Nothing to retry: the failed messages were refused by a server.'
                    : `${counted(retried, 'recipient')} ${retried === 1 ? 'is' : 'are'} retried${status === 'paused' ? ' once the campaign is resumed' : ''}.`
                })
              }
            >
              Retry failed
            </Button>
          ) : undefined
        }
      />
      <PartTabs label="Parts of the campaign" parts={parts} screen={`campaigns/${id}`} current={part} />
      {part === '' && <Figures campaign={campaign} />}
      {part === 'recipients' && <Recipients campaign={campaign} />}
      {part === 'mail' && <Sent campaign={campaign} />}
      {asks === 'cancel' && <Cancel campaign={campaign} onClose={() => setAsks(undefined)} />}
      {asks === 'rate' && <Rate campaign={campaign} onClose={() => setAsks(undefined)} />}
    </Screen>
  )
}

/** The reason why a campaign was paused, and what to do next, with a link. */
function Paused({ campaign: { id, project_id, pause_reason, audience } }: { campaign: Campaign }) {
  const [title, next] = pauseOf(pause_reason)
  const segment = audience.segment_id ?? audience.exclude_segment_id
  const way: Readonly<Record<string, readonly [label: string, href: string] | undefined>> = {
    render_failures: ['The failed', pathTo(`campaigns/${id}`, { part: 'recipients', status: 'failed' })],
    bounce_rate: ['The bounced', pathTo(`campaigns/${id}`, { part: 'recipients', status: 'bounced' })],
    restored: ['Recipients', pathTo(`campaigns/${id}`, { part: 'recipients' })],
    complaint_rate: ['Suppressions', pathTo('suppressions', { project: project_id })],
    domain_not_verified: ['Domains', pathTo('domains')],
    ...(segment !== null && {
      segment_too_costly: ['The segment', pathTo(`segments/${segment}`)],
      segment_invalid: ['The segment', pathTo(`segments/${segment}`)],
    }),
  }
  const to = way[pause_reason ?? '']
  return (
    <Notice
      kind={pause_reason === 'manual' || pause_reason === null ? 'info' : 'warn'}
      title={title}
      {...(to && { actions: <LinkButton href={to[1]}>{to[0]}</LinkButton> })}
    >
      {next}
    </Notice>
  )
}

/** Says how many mails of a stopped campaign may still arrive. */
function flightText(flying: number): string | undefined {
  if (flying === 0) return undefined
  return `${counted(flying, 'mail')} ${flying === 1 ? 'was' : 'were'} being delivered at that moment and may still arrive.`
}

/** Runs one call at a time, and keeps its error or its message. */
function useRun() {
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [said, setSaid] = useState<string>()
  const run = (name: string, call: () => Promise<string | undefined | void>) => {
    if (busy !== undefined) return
    setBusy(name)
    setError(undefined)
    setSaid(undefined)
    call().then(
      (text) => {
        setBusy(undefined)
        setSaid(text ?? undefined)
      },
      (thrown: unknown) => {
        setBusy(undefined)
        setError(thrown)
      },
    )
  }
  return { busy, error, said, run }
}
