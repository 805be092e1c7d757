import { useState } from 'preact/hooks'
import { Copy } from './copy.js'
import { TabList } from '../controls/tabs.js'

/** A preformatted text with a copy button. */
export function Code({
  text,
  what = 'the code',
  wrapped,
}: {
  text: string
  what?: string
  wrapped?: boolean
}) {
  return (
    <div class={`code ${wrapped === true ? 'wrapped' : ''}`}>
      {/* It scrolls, so it has to be reached by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={what}>
        <code>{text}</code>
      </pre>
      <Copy text={text} what={what} />
    </div>
  )
}

/** A code sample in several languages, of which one is shown. */
export function Samples({ of, what }: { of: Readonly<Record<string, string>>; what: string }) {
  const names = Object.keys(of)
  const [chosen, choose] = useState(names[0] ?? '')
  return (
    <div class="stack tight">
      <TabList
        label={what}
        tabs={names.map((name) => ({ id: name, label: name }))}
        chosen={chosen}
        onChoose={choose}
      >
        <Code text={of[chosen] ?? ''} what={`${what} (${chosen})`} />
      </TabList>
    </div>
  )
}

/** A value as indented JSON. */
export function Json({ value, what }: { value: unknown; what: string }) {
  return <Code text={JSON.stringify(value, null, 2)} what={what} />
}
