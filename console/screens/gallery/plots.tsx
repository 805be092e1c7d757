import { Card } from '../../ui/card.js'
import { Plot } from '../../ui/figures/plot.js'
import type { PlotProps } from '../../ui/figures/plot-canvas.js'
import { now } from './examples.js'

const hour = 3_600_000
const times = Array.from(
  { length: 24 },
  (_, index) => new Date(Math.floor(now / hour) * hour - (23 - index) * hour),
)
const wave = (size: number, shift: number) =>
  times.map((_, index) => Math.round(size * (1.2 + Math.sin(index / 3 + shift))))

const series: PlotProps['series'] = [
  { name: 'Delivered', meaning: 'good', values: wave(400, 0) },
  { name: 'Bounced', meaning: 'bad', values: wave(30, 1) },
  { name: 'Suppressed', meaning: 'off', values: wave(12, 2) },
]

/** Parts that show figures over time. */
export function Plots() {
  return (
    <>
      <Card title="Stacked">
        <Plot label="Stacked" kind="stacked" times={times} series={series} />
      </Card>
      <Card title="Bars">
        <Plot label="Bars" kind="bars" times={times.slice(-8)} series={series.map(lastEight)} />
      </Card>
      <Card title="Lines, with a limit">
        <Plot
          label="Lines"
          kind="lines"
          times={times}
          series={[{ name: 'Complaints', meaning: 'warn', values: wave(0.001, 0).map((_, i) => i / 10_000) }]}
          lines={[{ name: 'Gmail’s limit', value: 0.001 }]}
          format={(value) => `${(value * 100).toFixed(2)} %`}
        />
      </Card>
      <Card title="Nothing">
        <Plot
          label="Nothing"
          kind="bars"
          times={times}
          series={[{ name: 'Sent', meaning: 'neutral', values: times.map(() => 0) }]}
        />
      </Card>
    </>
  )
}

function lastEight(one: PlotProps['series'][number]): PlotProps['series'][number] {
  return { ...one, values: one.values.slice(-8) }
}
