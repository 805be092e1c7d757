import { useState } from 'preact/hooks'
import { placeIn } from '../../segments/rules/json-rule.js'
import { JsonText } from '../../segments/rules/json-text.js'
import { textOf, type Content, type Refusal } from '../definition/content.js'
import { readDefinition } from '../definition/read-definition.js'

/** The definition as JSON, to paste it from code or copy it into code. */
export default function DefinitionJson({
  content,
  refusals,
  onChange,
}: {
  content: Content
  refusals: readonly Refusal[]
  onChange: (content: Content) => void
}) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly content: Content }>()
  // The typed text stays as it is until the outline is changed elsewhere.
  const text = typed?.content === content ? typed.text : textOf(content)
  const read = readDefinition(text)
  const found = 'mistakes' in read ? read.mistakes : refusals
  return (
    <JsonText
      what="the definition"
      text={text}
      found={found.map(({ pointer, message }) => ({ at: placeIn(text, pointer), message }))}
      rows={[12, 32]}
      hint="The version as the API takes it. Valid JSON that you paste here appears as an outline; until it is valid, the outline does not change."
      wide
      onInput={(value) => {
        const result = readDefinition(value)
        const next = 'content' in result ? result.content : content
        setTyped({ text: value, content: next })
        if ('content' in result) onChange(next)
      }}
    />
  )
}
