import type { Campaign } from 'postseal'
import { pathTo } from '../../../state/location.js'
import { later } from '../../../ui/loading/later.js'
import { Card } from '../../../ui/card.js'
import { Json } from '../../../ui/code/code.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Facts, ProjectLink } from '../../../ui/facts.js'
import { countText } from '../../../ui/figures/numbers.js'
import { durationText, Time } from '../../../ui/time.js'
import { useTopics } from '../../topics/use-topics.js'
import { useAudiences, useMessageTemplates } from '../data.js'
import { Measure } from '../../../ui/figures/measure.js'

const Preview = later('the preview', () => import('../draft/preview.js'))

/** The mail, audience and schedule of the campaign, as they were when it began. */
export default function Sent({ campaign }: { campaign: Campaign }) {
  const { id, project_id, template, audience, variables, from_email, from_name, reply_to } = campaign
  const { data: templates } = useMessageTemplates(project_id)
  const { data: choices } = useAudiences(project_id)
  const topics = useTopics(project_id)
  const segment = (one: string | null) =>
    one === null ? undefined : (
      <a href={pathTo(`segments/${one}`)}>{choices?.segments.find((each) => each.id === one)?.name ?? one}</a>
    )
  return (
    <Card>
      <div class="stack">
        <Facts
          of={[
            ['Id', <Copyable key="id" text={id} what="the campaign’s id" />],
            ['Project', <ProjectLink key="project" id={project_id} />],
            [
              'Template',
              <>
                <a href={pathTo(`templates/${template.template_id}`)}>
                  {templates?.find((one) => one.id === template.template_id)?.name ?? template.template_id}
                </a>
                {template.version !== null && `, version ${template.version}`}
              </>,
            ],
            [
              'To',
              audience.list_id === null ? (
                'All contacts who have not opted out'
              ) : (
                <a href={pathTo(`lists/${audience.list_id}`)}>
                  {choices?.lists.find((one) => one.id === audience.list_id)?.name ?? audience.list_id}
                </a>
              ),
            ],
            ['Only people in', segment(audience.segment_id)],
            ['Except people in', segment(audience.exclude_segment_id)],
            [
              'Topic',
              campaign.topic === null
                ? undefined
                : (topics?.find(({ key }) => key === campaign.topic)?.name ?? campaign.topic),
            ],
            [
              'From',
              from_email === null
                ? 'From the template'
                : from_name === null
                  ? from_email
                  : `${from_name} <${from_email}>`,
            ],
            [
              'Reply-To',
              reply_to.length === 0
                ? undefined
                : reply_to
                    .map(({ email, name }) => (typeof name === 'string' ? `${name} <${email}>` : email))
                    .join(', '),
            ],
            ['Category', campaign.category ?? undefined],
            [
              'Messages per hour',
              campaign.rate_per_hour === null ? 'Unlimited' : `At most ${countText(campaign.rate_per_hour)}`,
            ],
            ['Scheduled for', <Time key="for" at={campaign.scheduled_at} absolute />],
            [
              'Latest start',
              <Measure key="delay">{durationText(campaign.max_delay_seconds * 1000)}</Measure>,
            ],
            ['Started', <Time key="began" at={campaign.started_at} absolute />],
            ['Ended', <Time key="ended" at={campaign.completed_at} absolute />],
          ]}
        />
        {Object.keys(variables).length > 0 && (
          <div class="stack tight">
            <h3>Variables</h3>
            <Json value={variables} what="the values" />
          </div>
        )}
        <Preview campaign={campaign} isUnsaved={false} />
      </div>
    </Card>
  )
}
