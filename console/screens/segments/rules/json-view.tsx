import { placeIn, readRule } from './json-rule.js'
import { JsonText } from './json-text.js'
import type { Refusal } from './refusals.js'
import type { Group } from './tree.js'

/** The rule as JSON, to paste it from code or copy it into code. */
export default function JsonView({
  text,
  refusals,
  onChange,
}: {
  text: string
  refusals: readonly Refusal[]
  /**
   * Called with the typed text.
   *
   * @param root undefined if the text is not a rule
   */
  onChange: (text: string, root: Group | undefined) => void
}) {
  const read = readRule(text)
  return (
    <JsonText
      what="the rule"
      text={text}
      found={
        'mistake' in read
          ? [read.mistake]
          : refusals.map(({ pointer, message }) => ({ at: placeIn(text, pointer), message }))
      }
      rows={[10, 24]}
      hint="The rule as the API takes it. Valid JSON that you paste here appears as rows."
      onInput={(value) => {
        const result = readRule(value)
        onChange(value, 'root' in result ? result.root : undefined)
      }}
    />
  )
}
