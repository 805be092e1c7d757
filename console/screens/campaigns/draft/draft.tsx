import { CalendarX2 } from '../../../icons/icons.js'
import type { Campaign } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useProjects } from '../../../api/project.js'
import { pathTo } from '../../../state/location.js'
import { later } from '../../../ui/loading/later.js'
import { Screen } from '../../../app/screen.js'
import { Button } from '../../../ui/controls/button.js'
import { Copyable } from '../../../ui/code/copy.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Badge, Status } from '../../../ui/status.js'
import { absoluteText, Time } from '../../../ui/time.js'
import { Audience } from './audience.js'
import { Check } from './check.js'
import { Content } from './content.js'
import { CopyButton, DeleteCampaign } from '../actions.js'
import { known, useCheck } from '../data.js'
import { Part, type Standing } from './part.js'
import type { PartName } from './parts.js'
import { partOf } from './problem.js'
import { Rename } from './rename.js'
import { isOver, startOf, When, whenText, type Start } from './when.js'

const Preview = later('the preview', () => import('./preview.js'))

/** A campaign that is being written or waits for its time: its four parts on one page, each saved separately. */
export default function Draft({ campaign }: { campaign: Campaign }) {
  const check = useCheck(campaign)
  const { data: projects } = useProjects()
  const [unsaved, setUnsaved] = useState<Readonly<Partial<Record<PartName, boolean>>>>({})
  const [start, setStart] = useState<Start>(() => startOf(campaign))
  const isScheduled = campaign.status === 'scheduled'
  const watch = (part: PartName) => (isUnsaved: boolean) =>
    setUnsaved((before) => ({ ...before, [part]: isUnsaved }))
  const problem = check.data?.problem ?? null
  const reached = check.data?.reached
  const standingOf = (part: PartName, done: string): Standing => {
    if (unsaved[part] === true) return { kind: 'unsaved', words: 'Not saved' }
    if (part === 'when' && isOver(start)) return { kind: 'todo', words: 'This time is over' }
    if (check.data === undefined) return { kind: 'waiting', words: 'Being checked' }
    if (problem !== null && partOf(problem) === part)
      return { kind: 'todo', words: 'Something is to be mended' }
    return { kind: 'done', words: done }
  }
  const audience = standingOf('audience', '')
  return (
    <Screen
      title={campaign.name}
      above={<a href={pathTo('campaigns', { project: campaign.project_id })}>Campaigns</a>}
      beside={
        <>
          <Status of={campaign.status} />
          <Badge kind={campaign.environment}>{campaign.environment}</Badge>
          <Rename campaign={campaign} />
        </>
      }
      hint={
        <>
          {projects?.find(({ id }) => id === campaign.project_id)?.name ?? ''}{' '}
          <Copyable text={campaign.id} what="the campaign’s id" />
        </>
      }
      actions={
        <>
          <CopyButton campaign={campaign} />
          {!isScheduled && <DeleteCampaign campaign={campaign} />}
        </>
      }
    >
      {isScheduled && <Scheduled campaign={campaign} />}
      <Part
        name="audience"
        standing={
          audience.kind === 'done'
            ? reached?.value === 0
              ? { kind: 'unsaved', words: 'Nobody gets it' }
              : { kind: 'done', words: 'Chosen' }
            : audience
        }
        hint="Who gets it, of the project’s contacts."
      >
        <Audience
          campaign={campaign}
          check={check}
          isUnsaved={unsaved.audience === true}
          onUnsaved={watch('audience')}
        />
      </Part>
      <Part
        name="content"
        standing={standingOf('content', 'Can be sent')}
        hint="The template with its values, and whom it is from."
      >
        <div class="stack wide">
          <Content
            key={campaign.status}
            campaign={campaign}
            isUnsaved={unsaved.content === true}
            onUnsaved={watch('content')}
          />
          <Preview campaign={campaign} isUnsaved={unsaved.content === true || unsaved.audience === true} />
        </div>
      </Part>
      <Part
        name="when"
        standing={standingOf('when', whenText(start))}
        hint="When it starts, and how fast it goes."
      >
        <When
          campaign={campaign}
          start={start}
          onStart={setStart}
          isUnsaved={unsaved.when === true}
          onUnsaved={watch('when')}
        />
      </Part>
      <Part
        name="check"
        standing={
          check.data === undefined
            ? undefined
            : problem === null
              ? { kind: 'done', words: 'Ready' }
              : { kind: 'todo', words: 'Not ready' }
        }
        hint="What scheduling it would find now."
      >
        <Check
          campaign={campaign}
          check={check}
          start={start}
          unsaved={(['audience', 'content', 'when'] as const).filter((part) => unsaved[part] === true)}
        />
      </Part>
    </Screen>
  )
}

/** The time at which a campaign starts, with a button that cancels the schedule. */
function Scheduled({ campaign }: { campaign: Campaign }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const unschedule = async () => {
    setBusy(true)
    setError(undefined)
    try {
      known(await client.campaigns.unschedule(campaign.id))
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const at = campaign.scheduled_at
  return (
    <>
      <Notice
        kind="good"
        title={
          <>
            It starts {at !== null && <Time at={at} />}
            {at !== null && `, ${absoluteText(new Date(at))}`}
          </>
        }
        actions={
          <Button icon={CalendarX2} needs="admin" busy={busy} onClick={() => void unschedule()}>
            Unschedule
          </Button>
        }
      >
        Until then it can be changed by an admin. What is saved is checked at once, and refused where it could
        not be sent. Unscheduling makes it a draft again.
      </Notice>
      {error !== undefined && <ErrorNotice error={error} title="It is scheduled still" />}
    </>
  )
}
