import UPlot from 'uplot'
import type { Meaning } from '../meaning.js'
import { periodAt, periodOf, timeText } from './plot-times.js'

export interface PlotSeries {
  /** Name of the series in the legend and at the head of its column in the table. */
  readonly name: string
  /** Meaning that sets the series' colour and the form of its dot. Two series of one plot have different meanings. */
  readonly meaning: Meaning
  /** Values of the series, one for each of the plot's times. */
  readonly values: readonly number[]
}

export interface PlotProps {
  /** Name of the plot and its table for screen readers. */
  readonly label: string
  /** Start of each period, the oldest first. */
  readonly times: readonly Date[]
  readonly series: readonly PlotSeries[]
  /** Form of the plot: `bars` stand side by side, `stacked` bars on top of each other, the first series lowest. */
  readonly kind: 'bars' | 'lines' | 'stacked'
  /** Formats a value for the axis, the legend and the table. */
  readonly format?: (value: number) => string
  /** Set if the periods are days of UTC: they are then named as such, and not in the reader's zone. */
  readonly zone?: 'UTC'
  /** Values that matter by themselves, such as a limit; each is a dashed line across the plot. */
  readonly lines?: readonly { readonly name: string; readonly value: number; readonly meaning?: Meaning }[]
}

/** A drawn plot, with the ways to update or end it. */
export interface Drawn {
  /** Draws the plot again with the current colours and width. */
  readonly redraw: () => void
  readonly resize: () => void
  readonly end: () => void
}

/** Height of the plot and gap between its bars, in pixels. */
const height = 200
const gap = 2
/** Approximate widths in pixels of a letter on an axis, of the axis of values, and of the space at the right edge. */
const letter = 7
const yAxis = 40
const sidePad = 8

/** Possible distances between the ticks of an axis of whole numbers: 1, 2, 5, 10… */
const wholeSteps = Array.from({ length: 36 }, (_, i) => ([1, 2, 5][i % 3] ?? 1) * 10 ** Math.floor(i / 3))

/** Dash patterns by meaning, so that lines differ by more than colour. */
const dashes: Readonly<Record<string, number[]>> = {
  warn: [6, 3],
  bad: [2, 3],
  off: [1, 4],
  neutral: [8, 3, 2, 3],
}

/**
 * Draws a plot into an element.
 *
 * @param onPoint called with the index of the period under the pointer, or undefined
 */
export function draw(
  into: HTMLElement,
  props: PlotProps,
  onPoint: (index: number | undefined) => void,
): Drawn {
  const { times, series, kind, format = String, zone, lines = [] } = props
  const period = periodOf(times)
  const seconds = times.map((time) => time.getTime() / 1000)
  const tops = kind === 'stacked' ? stacked(series.map(({ values }) => values)) : undefined
  const colourOf = (token: string) => {
    into.style.color = `var(--${token})`
    const { color } = getComputedStyle(into)
    into.style.color = ''
    return color
  }
  const font = `12px ${getComputedStyle(into).fontFamily}`
  const axis = {
    stroke: () => colourOf('ink-2'),
    font,
    grid: { stroke: () => colourOf('line'), width: 1 },
    ticks: { show: false },
  }
  const largest = Math.max(
    0,
    ...(tops ?? series.map(({ values }) => values)).flatMap((values) => [...values]),
    ...lines.map(({ value }) => value),
  )
  const areWhole = series.every(({ values }) => values.every(Number.isInteger))

  /**
   * Returns a function that draws the bars of a series, each as wide as its period, on top of or beside the others.
   */
  const bars = (at: number): UPlot.Series.PathBuilder => {
    return (plot, _, from, to) => {
      const path = new Path2D()
      const bottom = tops?.[at - 1]
      const top = tops?.[at] ?? series[at]?.values ?? []
      const places = kind === 'stacked' ? 1 : series.length
      const place = kind === 'stacked' ? 0 : at
      for (let i = from; i <= to; i++) {
        const start = plot.valToPos(seconds[i] ?? 0, 'x', true)
        const whole = plot.valToPos((seconds[i] ?? 0) + period, 'x', true) - start
        const space = Math.min(gap * devicePixelRatio, whole / 4)
        const width = (whole - space) / places
        const high = plot.valToPos(top[i] ?? 0, 'y', true)
        const low = plot.valToPos(bottom?.[i] ?? 0, 'y', true)
        path.rect(start + space / 2 + place * width, high, Math.max(width, 1), low - high)
      }
      return { stroke: null, fill: path, flags: 0 }
    }
  }

  const plot = new UPlot(
    {
      width: Math.max(into.clientWidth, 120),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: kind === 'lines' } },
      // Days of UTC stay whole days, wherever the reader is.
      tzDate: (at) => (zone === 'UTC' ? UPlot.tzDate(new Date(at * 1000), 'Etc/UTC') : new Date(at * 1000)),
      scales: {
        x: {
          time: true,
          range: () => [seconds[0] ?? 0, (seconds.at(-1) ?? 1) + (kind === 'lines' ? 0 : period)],
        },
        y: { range: () => [0, largest === 0 ? 1 : largest * 1.08] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          space: 72,
          // oxlint-disable-next-line max-params -- uPlot calls it.
          values: (drawn, at, __, ___, step) =>
            at.map((time) => {
              const text = timeText(new Date(time * 1000), step, zone)
              return fits(drawn, time, text) ? text : ''
            }),
        },
        {
          ...axis,
          ...(areWhole && { incrs: wholeSteps }),
          size: (_, texts) => 14 + letter * Math.max(2, ...(texts ?? []).map(({ length }) => length)),
          values: (_, at) => at.map(format),
        },
      ],
      series: [
        {},
        ...series.map(({ meaning }, at): UPlot.Series => {
          const colour = () => colourOf(meaning)
          if (kind !== 'lines') return { fill: colour, width: 0, points: { show: false }, paths: bars(at) }
          const dash = dashes[meaning]
          return {
            stroke: colour,
            width: 2,
            points: { show: times.length === 1 },
            ...(dash && { dash }),
          }
        }),
      ],
      hooks: {
        setCursor: [({ cursor: { left = -1 } }) => onPoint(left < 0 ? undefined : pointedAt(left))],
        draw: [
          (drawn) => lines.forEach((line) => drawLine(drawn, line.value, colourOf(line.meaning ?? 'bad'))),
        ],
      },
    },
    [seconds, ...(tops ?? series.map(({ values }) => [...values]))],
    into,
  )

  /** Tells whether the name of a time has room beside the right edge, where it would be cut. */
  function fits({ scales: { x } }: UPlot, time: number, text: string): boolean {
    const [from, to] = [x?.min ?? 0, x?.max ?? 0]
    const left = ((to - time) / Math.max(1, to - from)) * (into.clientWidth - yAxis)
    return left + sidePad > (text.length * letter) / 2
  }

  /** Returns the index of the period at a distance in pixels from the left edge. */
  function pointedAt(left: number): number {
    const time = plot.posToVal(left, 'x')
    return periodAt(seconds, kind === 'lines' ? time + period / 2 : time)
  }

  return {
    redraw: () => plot.redraw(false, true),
    resize: () => plot.setSize({ width: Math.max(into.clientWidth, 120), height }),
    end: () => plot.destroy(),
  }
}

/** Returns the upper edges of each series when it is stacked on the series before it. */
function stacked(all: readonly (readonly number[])[]): number[][] {
  let below: readonly number[] = []
  return all.map((values) => {
    const top = values.map((value, i) => value + (below[i] ?? 0))
    below = top
    return top
  })
}

/** Draws a line across the plot at a value. */
function drawLine(plot: UPlot, value: number, colour: string): void {
  const { ctx, bbox } = plot
  const y = Math.round(plot.valToPos(value, 'y', true)) + 0.5
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.restore()
}
