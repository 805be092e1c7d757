import type { CampaignStats } from 'postseal'
import { useProjectWithId } from '../../../api/project.js'
import { apiBase } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { counted, countText, percentText } from '../../../ui/figures/numbers.js'
import { Plot } from '../../../ui/figures/plot.js'
import TrackingOff from '../../projects/tracking-off.js'
import { hoursOf } from './hours.js'
import { Measure } from '../../../ui/figures/measure.js'

/** The numbers of recipients who opened the mail and followed its links, or why there are none. */
export function Engagement({ stats, projectId }: { stats: CampaignStats; projectId: string }) {
  const tracking = useProjectWithId(projectId)?.tracking
  const { opened, clicked, machine_opened: byMachines, machine_clicked: clickedByMachines } = stats
  const figures = [
    {
      name: 'Opened',
      tracked: 'opens',
      count: opened,
      machines: byMachines,
      isTracked: tracking?.opens,
      atLeast: 'at least ',
      meaning: 'busy',
      ofHour: (hour: Hour) => hour.opened,
    },
    {
      name: 'Clicked',
      tracked: 'clicks',
      count: clicked,
      machines: clickedByMachines,
      isTracked: tracking?.clicks,
      atLeast: '',
      meaning: 'neutral',
      ofHour: (hour: Hour) => hour.clicked,
    },
  ] as const
  // The project's tracking may have changed since the campaign was sent.
  const shown = figures.filter(({ count, machines, isTracked }) => isTracked === true || count + machines > 0)
  if (tracking === undefined && shown.length === 0) return null
  const { delivered } = stats.by_status
  const hours = hoursOf(stats.over_time, (hour) => hour.delivered + hour.opened + hour.clicked)
  return (
    <Card
      title="Opens and clicks"
      hint={
        shown.length === 0 ? undefined : (
          <>
            Unique recipients. Read these as a trend: many mail programs block images, and some scanners look
            like people.{' '}
            <a href={`${apiBase}/docs/guide/tracking`} target="_blank" rel="noreferrer">
              How reliable are these figures?
            </a>
          </>
        )
      }
    >
      <div class="stack">
        <TrackingOff
          projectId={projectId}
          tracked={figures.filter((figure) => !shown.includes(figure)).map(({ tracked }) => tracked)}
        >
          , so there are no figures. Tracking can be turned on for mail that is sent from now on.
        </TrackingOff>
        {shown.length > 0 && (
          <ul class="figures">
            {shown.map(({ name, count, machines, atLeast }) => (
              <li key={name} class="card">
                <span class="quiet">{name}</span>
                <strong class="num">{countText(count)}</strong>
                <span class="small">
                  {delivered > 0 && (
                    <>
                      {atLeast}
                      <Measure>{percentText(count / delivered, 1)}</Measure> of delivered
                    </>
                  )}
                </span>
                <span class="small quiet num">
                  {machines > 0 ? `By machines: ${counted(machines, 'recipient')}` : 'None by machines'}
                </span>
              </li>
            ))}
          </ul>
        )}
        {hours !== undefined && hours.times.length > 1 && opened + clicked > 0 && (
          <>
            <h3>First opens and clicks per hour</h3>
            <Plot
              label="Opens and clicks over time"
              kind="lines"
              times={hours.times}
              series={shown.map(({ name, meaning, ofHour }) => ({
                name,
                meaning,
                values: hours.valuesOf(ofHour),
              }))}
            />
            {hours.cut !== undefined && <p class="small quiet">{hours.cut}</p>}
          </>
        )}
      </div>
    </Card>
  )
}

type Hour = CampaignStats['over_time'][number]
