import { percentText } from './numbers.js'
import { Measure } from './measure.js'

/** A share on a scale with two lines: from `warn` on it is a worry, from `bad` on it is beyond the limit. */
export function Rate({ share, warn, bad, name }: { share: number; warn: number; bad: number; name: string }) {
  const state = share >= bad ? 'bad' : share >= warn ? 'warn' : 'good'
  const word = { good: 'fine', warn: 'too high for some receivers', bad: 'beyond the limit' }[state]
  const scale = bad * 1.35
  const at = (value: number) => `${Math.min(100, (value / scale) * 100)}%`
  return (
    <span class={`rate ${state}`}>
      <span class="small">
        <Measure>{percentText(share)}</Measure>, {word}
      </span>
      <span
        class="meter"
        role="img"
        aria-label={`${name}: ${percentText(share)}. Lines at ${percentText(warn)} and ${percentText(bad)}.`}
        title={`Lines at ${percentText(warn)} and ${percentText(bad)}`}
      >
        <i style={{ inlineSize: at(share) }} />
        <b style={{ insetInlineStart: at(warn) }} />
        <b style={{ insetInlineStart: at(bad) }} />
      </span>
    </span>
  )
}
