import { useEffect, useRef, useState } from 'preact/hooks'
import { periodOf, timeText } from './plot-times.js'
import type { Drawn, PlotProps } from './plot-canvas.js'
import { Notice } from '../notices/notice.js'
import { Status } from '../status.js'
import { readersZone } from '../time.js'

const numbers = new Intl.NumberFormat()

/** A plot of figures over time. The drawing is loaded when it is first shown; the table below has all its figures. */
export function Plot(given: PlotProps) {
  const props = { format: (value: number) => numbers.format(value), ...given }
  const { label, times, series, format, zone, lines = [] } = props
  const [point, setPoint] = useState<number>()
  const period = periodOf(times)
  const sums = series.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const at = point === undefined ? undefined : times[point]
  return (
    <figure class="plot" aria-label={label}>
      <figcaption class="plot-legend">
        <ul class="row">
          {series.map(({ name, meaning, values }) => (
            <li key={name}>
              <Status of={name} as={meaning}>
                {name}
              </Status>{' '}
              {point !== undefined && <strong class="num">{format(values[point] ?? 0)}</strong>}
            </li>
          ))}
          {lines.map(({ name, value, meaning = 'bad' }) => (
            <li key={name} class="quiet">
              <span class="plot-line" style={{ color: `var(--${meaning})` }} aria-hidden>
                - - -
              </span>{' '}
              {name} {format(value)}
            </li>
          ))}
        </ul>
        <span class="small quiet">
          {at === undefined ? `Times in ${zone ?? readersZone}` : timeText(at, period, zone, true)}
        </span>
      </figcaption>
      <Drawing {...props} onPoint={setPoint} />
      <details>
        <summary class="small">As a table</summary>
        <div class="plot-table" tabIndex={0} role="region" aria-label={`${label} as a table`}>
          <table>
            <caption class="visually-hidden">{label}</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, i) => (
                <tr key={time.getTime()}>
                  <th scope="row">{timeText(time, period, zone, true)}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{format(values[i] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            {given.kind !== 'lines' && (
              <tfoot>
                <tr>
                  <th scope="row">Sum</th>
                  {series.map(({ name }, i) => (
                    <td key={name}>{format(sums[i] ?? 0)}</td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      </details>
    </figure>
  )
}

/** The canvas. Other figures recreate it; a change of colours or width only redraws it. */
function Drawing({ onPoint, ...props }: PlotProps & { onPoint: (index: number | undefined) => void }) {
  const into = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify([props.kind, props.zone, props.times, props.series, props.lines])
  useEffect(() => {
    const { current } = into
    if (current === null) return undefined
    let drawn: Drawn | undefined
    let ended = false
    whenIdle()
      .then(() => import('./plot-canvas.js'))
      .then(
        ({ draw }) => {
          if (!ended) drawn = draw(current, props, onPoint)
        },
        () => setFailed(true),
      )
    const sizes = new ResizeObserver(() => drawn?.resize())
    sizes.observe(current)
    // A scheme is the system's, or is chosen in the page: `data-scheme` of its root.
    const redraw = () => drawn?.redraw()
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    const chosen = new MutationObserver(redraw)
    chosen.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
    return () => {
      ended = true
      sizes.disconnect()
      system.removeEventListener('change', redraw)
      chosen.disconnect()
      drawn?.end()
    }
  }, [key])
  if (failed) return <Notice>The plot could not be loaded. The table has its figures.</Notice>
  return <div ref={into} class="plot-canvas" aria-hidden="true" />
}

/** Settles once the browser has nothing more urgent to do: the figures beside a drawing come before it. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such call.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else setTimeout(resolve)
  })
}
