import type { Campaign } from 'postseal'
import { pathTo } from '../../../state/location.js'
import { SelectField } from '../../../ui/forms/field.js'
import { textOf, useForm, type Values } from '../../../ui/forms/form.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { useTopics } from '../../topics/use-topics.js'
import { useAudiences } from '../data.js'

/** The fields that choose the recipients. */
export function Audience({ campaign }: { campaign: Campaign }) {
  const { data, error, refetch } = useAudiences(campaign.project_id)
  const topics = useTopics(campaign.project_id) ?? []
  const { values } = useForm()
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
    <>
      <SelectField
        name="list_id"
        label="List"
        none="All contacts who have not opted out"
        options={withChosen(lists, values.list_id)}
        hint={
          values.list_id === undefined ? (
            'Choose a list to send to its confirmed subscribers only.'
          ) : (
            <>
              Its confirmed subscribers. <a href={pathTo(`lists/${textOf(values.list_id)}`)}>Open the list</a>
            </>
          )
        }
      />
      <div class="columns">
        <SelectField
          name="segment_id"
          label="Only people in this segment"
          none="No segment"
          options={withChosen(segments, values.segment_id)}
          hint={<SegmentHint id={values.segment_id} projectId={campaign.project_id} />}
        />
        <SelectField
          name="exclude_segment_id"
          label="Except people in this segment"
          none="No exception"
          options={withChosen(segments, values.exclude_segment_id)}
          hint={<SegmentHint id={values.exclude_segment_id} projectId={campaign.project_id} />}
        />
      </div>
      <SelectField
        name="topic"
        label="Topic"
        none="No topic: unsubscribing ends all campaigns and automations"
        options={withChosen(
          topics.map(({ key, name }) => [key, name] as const),
          values.topic,
        )}
        hint={
          values.topic === undefined ? (
            <a href={pathTo('lists/topics', { project: campaign.project_id })}>Topics of the project</a>
          ) : (
            'Sent to people who want this topic. Unsubscribing ends this topic only.'
          )
        }
      />
    </>
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

/** Returns the options, and adds the chosen one if it is not among them. */
function withChosen(
  options: readonly (readonly [string, string])[],
  chosen: unknown,
): readonly (readonly [string, string])[] {
  const id = textOf(chosen)
  return id === '' || options.some(([value]) => value === id) ? options : [...options, [id, id]]
}

/** Returns the saved audience as values of the form. */
export function audienceValues({ audience, topic }: Campaign): Values {
  return {
    list_id: audience.list_id ?? undefined,
    segment_id: audience.segment_id ?? undefined,
    exclude_segment_id: audience.exclude_segment_id ?? undefined,
    topic: topic ?? undefined,
  }
}

/** Returns the part of the request that chooses the recipients. */
export function audienceRequest({ list_id, segment_id, exclude_segment_id, topic }: Values) {
  return {
    audience: {
      ...(list_id !== undefined && { list_id: textOf(list_id) }),
      ...(segment_id !== undefined && { segment_id: textOf(segment_id) }),
      ...(exclude_segment_id !== undefined && { exclude_segment_id: textOf(exclude_segment_id) }),
    },
    topic: topic === undefined ? null : textOf(topic),
  }
}
