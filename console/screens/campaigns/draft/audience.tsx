import rules from 'contract:UpdateCampaignRequest'
import type { Campaign, CampaignCheck, UpdateCampaignRequest } from 'postseal'
import { pathTo } from '../../../state/location.js'
import { SelectField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Time } from '../../../ui/time.js'
import { useTopics } from '../../topics/use-topics.js'
import { change, useAudiences } from '../data.js'
import { PartForm, Watch } from './part.js'
import { audienceText } from '../words.js'

const ownRules = rules.audience?.properties ?? {}

/** Result of the check of a campaign's audience. */
export interface CheckResult {
  readonly data: CampaignCheck | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** The choice of the recipients, with their number. */
export function Audience({
  campaign,
  check,
  isUnsaved,
  onUnsaved,
}: {
  campaign: Campaign
  check: CheckResult
  isUnsaved: boolean
  onUnsaved: (isUnsaved: boolean) => void
}) {
  const { data, error, refetch } = useAudiences(campaign.project_id)
  const topics = useTopics(campaign.project_id) ?? []
  const { id, audience } = campaign
  const saved = {
    list_id: audience.list_id ?? undefined,
    segment_id: audience.segment_id ?? undefined,
    exclude_segment_id: audience.exclude_segment_id ?? undefined,
    topic: campaign.topic ?? undefined,
  }
  if (data === undefined) {
    if (error === null) return <Lines what="lists and segments" count={3} />
    return (
      <ErrorNotice
        error={error}
        title="Lists and segments could not be loaded"
        onRetry={() => void refetch()}
      />
    )
  }
  const lists = data.lists.map(({ id: list, name }) => [list, name] as const)
  const segments = data.segments.map(({ id: segment, name }) => [segment, name] as const)
  return (
    <div class="stack">
      <PartForm
        campaign={campaign}
        name="audience"
        rules={ownRules}
        initial={saved}
        isUnsaved={isUnsaved}
        body={requestOf}
        verb="Save the audience"
        submit={(values) => change(id, requestOf(values))}
      >
        {(values) => (
          <>
            <SelectField
              name="list_id"
              label="List"
              none="All contacts who have not opted out"
              options={withChosen(lists, values.list_id)}
              hint={
                values.list_id === undefined ? (
                  'A list narrows it down to those who confirmed it.'
                ) : (
                  <>
                    Those who confirmed it.{' '}
                    <a href={pathTo(`lists/${textOf(values.list_id)}`)}>Open the list</a>
                  </>
                )
              }
            />
            <div class="columns">
              <SelectField
                name="segment_id"
                label="Of these, only who is in the segment"
                none="Any"
                options={withChosen(segments, values.segment_id)}
                hint={<SegmentHint id={values.segment_id} projectId={campaign.project_id} />}
              />
              <SelectField
                name="exclude_segment_id"
                label="But not who is in the segment"
                none="Leave nobody out"
                options={withChosen(segments, values.exclude_segment_id)}
                hint={<SegmentHint id={values.exclude_segment_id} projectId={campaign.project_id} />}
              />
            </div>
            <SelectField
              name="topic"
              label="Topic"
              none="None: its link unsubscribes from all campaigns and automations"
              options={withChosen(
                topics.map(({ key, name }) => [key, name] as const),
                values.topic,
              )}
              hint={
                values.topic === undefined ? (
                  <a href={pathTo('lists/topics', { project: campaign.project_id })}>Topics of the project</a>
                ) : (
                  'It goes to those who want the topic, and its link to unsubscribe ends that topic alone.'
                )
              }
            />
            <Watch saved={saved} body={requestOf} onChange={onUnsaved} />
          </>
        )}
      </PartForm>
      <Count check={check} isUnsaved={isUnsaved} />
    </div>
  )
}

function SegmentHint({ id, projectId }: { id: unknown; projectId: string }) {
  const chosen = textOf(id)
  return chosen === '' ? (
    <a href={pathTo('segments', { project: projectId })}>Segments of the project</a>
  ) : (
    <a href={pathTo(`segments/${chosen}`)}>Open the segment</a>
  )
}

/** The number of recipients of the campaign as it is saved. */
function Count({ check, isUnsaved }: { check: CheckResult; isUnsaved: boolean }) {
  const { data, error, isPlaceholderData, refetch } = check
  if (data === undefined) {
    if (error === null) return <Lines what="the count" count={1} />
    return (
      <ErrorNotice error={error} title="The contacts could not be counted" onRetry={() => void refetch()} />
    )
  }
  return (
    <div class="campaign-count" role="status" aria-busy={isPlaceholderData}>
      <strong>{audienceText(data)}</strong>
      <span class="small quiet">
        {isUnsaved ? (
          'Of what is saved: save to count what stands above.'
        ) : isPlaceholderData ? (
          'Counting again…'
        ) : (
          <>
            {data.reached.exact ? 'Exact' : `Estimated from ${data.scanned.toLocaleString()} contacts`}, as of{' '}
            <Time at={data.as_of} />.
          </>
        )}
      </span>
    </div>
  )
}

/** Returns the options, and adds the chosen one if it is not among them. */
function withChosen(
  options: readonly (readonly [string, string])[],
  chosen: unknown,
): readonly (readonly [string, string])[] {
  const id = textOf(chosen)
  return id === '' || options.some(([value]) => value === id) ? options : [...options, [id, id]]
}

function requestOf({ list_id, segment_id, exclude_segment_id, topic }: Values): UpdateCampaignRequest {
  return {
    audience: {
      ...(list_id !== undefined && { list_id: textOf(list_id) }),
      ...(segment_id !== undefined && { segment_id: textOf(segment_id) }),
      ...(exclude_segment_id !== undefined && { exclude_segment_id: textOf(exclude_segment_id) }),
    },
    topic: topic === undefined ? null : textOf(topic),
  }
}
