import type { Campaign, TemplateVersion, UpdateCampaignRequest } from 'postseal'
import { useId, useState } from 'preact/hooks'
import { useProjects } from '../../../api/project.js'
import { keepDraft } from '../../../state/drafts.js'
import { pathTo } from '../../../state/location.js'
import { later } from '../../../ui/loading/later.js'
import { Screen } from '../../../app/screen.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Form, textOf, type SubmitState, type Values } from '../../../ui/forms/form.js'
import { Badge, Status } from '../../../ui/status.js'
import { CopyButton, DeleteCampaign } from '../actions.js'
import { change, useCheck } from '../data.js'
import { Audience, audienceRequest, audienceValues } from './audience.js'
import { Content, contentRequest, contentRules, contentValues } from './content.js'
import { Part, Watch } from './part.js'
import type { PartName } from './parts.js'
import { partOf } from './problem.js'
import { Rename } from './rename.js'
import { Summary } from './summary.js'
import { draftOf, isOver, startOf, When, whenRequest, whenRules, whenValues, type Start } from './when.js'

const Preview = later('the preview', () => import('./preview.js'))
const Scheduled = later('the schedule', () => import('./scheduled.js'))

/**
 * A campaign that is being written or waits for its time: its parts in one form, with a summary in view that says
 * what keeps it from starting, and starts it.
 */
export default function Draft({ campaign }: { campaign: Campaign }) {
  const check = useCheck(campaign)
  const { data: projects } = useProjects()
  const form = useId()
  const [isUnsaved, setUnsaved] = useState(false)
  const [round, setRound] = useState(0)
  const [start, setStart] = useState<Start>(() => startOf(campaign))
  const [version, setVersion] = useState<TemplateVersion>()
  const [saving, setSaving] = useState<SubmitState>({ busy: false, error: undefined })
  const [isStarting, setStarting] = useState<'saving' | 'saved'>()
  const { id, status } = campaign
  const isScheduled = status === 'scheduled'
  const problems = check.data?.problems ?? []
  const isBroken = (part: PartName) => problems.some((problem) => partOf(problem) === part)
  const declared = version?.variables ?? []
  const request = (values: Values): UpdateCampaignRequest => ({
    ...audienceRequest(values),
    ...contentRequest(values, campaign, declared),
    ...whenRequest(values),
  })
  const saved = { ...audienceValues(campaign), ...contentValues(campaign), ...whenValues(campaign, start) }
  const draft = `campaign.${id}`
  const discard = () => {
    keepDraft(draft, undefined)
    setRound(round + 1)
  }
  const save = async (values: Values) => {
    const at = values.start === 'at' ? textOf(values.starts_at) : undefined
    if (isOver({ at }))
      throw new Error('The chosen time has passed. Choose a later one, or start the campaign now.')
    await change(id, request(values))
    keepDraft(draftOf(id), at === undefined ? undefined : { at })
    setStart({ at })
  }
  return (
    <Screen
      title={campaign.name}
      above={<a href={pathTo('campaigns', { project: campaign.project_id })}>Campaigns</a>}
      beside={
        <>
          <Status of={status} />
          <Badge kind={campaign.environment}>{campaign.environment}</Badge>
          <Rename campaign={campaign} />
        </>
      }
      hint={
        <>
          {projects?.find(({ id: project }) => project === campaign.project_id)?.name ?? ''}{' '}
          <Copyable text={id} what="the campaign’s id" />
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
      <div class="campaign-draft">
        <div class="stack wide">
          <Form<void>
            key={`${status} ${round}`}
            outside={{ id: form, onState: setSaving }}
            rules={{ ...contentRules(campaign, version), ...whenRules }}
            initial={saved}
            draft={draft}
            call={{ method: 'PATCH', path: `/v1/campaigns/${id}`, body: (values) => shown(request, values) }}
            verb="Save"
            {...(isScheduled && { needs: 'admin' as const })}
            submit={save}
            onDone={() => setStarting((before) => (before === undefined ? undefined : 'saved'))}
          >
            <Part
              name="audience"
              isBroken={isBroken('audience')}
              hint="Which of the project’s contacts get it."
            >
              <Audience campaign={campaign} />
            </Part>
            <Part
              name="content"
              isBroken={isBroken('content')}
              hint="The template, its values and the sender."
            >
              <Content campaign={campaign} version={version} onVersion={setVersion} />
            </Part>
            <Part name="when" isBroken={isOver(start)} hint="When it starts, and how fast it is sent.">
              <When campaign={campaign} />
            </Part>
            <Watch
              saved={saved}
              body={(values) => [
                request(values),
                values.start,
                values.start === 'at' ? values.starts_at : undefined,
              ]}
              onChange={setUnsaved}
            />
          </Form>
          <Preview campaign={campaign} isUnsaved={isUnsaved} />
        </div>
        <aside class="campaign-summary" aria-label="Summary">
          <Summary
            campaign={campaign}
            check={check}
            start={start}
            version={version}
            form={form}
            isUnsaved={isUnsaved}
            saving={saving}
            onDiscard={discard}
            isSavedToStart={isStarting === 'saved'}
            onSaveToStart={() => {
              setStarting('saving')
              document.querySelector<HTMLFormElement>(`#${CSS.escape(form)}`)?.requestSubmit()
            }}
            onStarted={() => setStarting(undefined)}
          />
        </aside>
      </div>
    </Screen>
  )
}

/** Returns the body that the form shows as its call: an empty one while a value cannot be sent. */
function shown(request: (values: Values) => UpdateCampaignRequest, values: Values): UpdateCampaignRequest {
  try {
    return request(values)
  } catch {
    return {}
  }
}
