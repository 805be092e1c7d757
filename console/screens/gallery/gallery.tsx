import { useEffect, useState } from 'preact/hooks'
import { Screen } from '../../app/screen.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { Button } from '../../ui/controls/button.js'
import { LinkTabs } from '../../ui/controls/tabs.js'
import { pathTo, useParams } from '../../state/location.js'
import { Actions } from './actions.js'
import { Fields } from './fields.js'
import { Plots } from './plots.js'
import { Tables } from './tables.js'
import { Texts } from './texts.js'
import { Words } from './words.js'

const parts = [
  ['', 'Buttons and dialogs', Actions],
  ['fields', 'Fields', Fields],
  ['tables', 'Tables', Tables],
  ['words', 'Statuses and notices', Words],
  ['texts', 'Texts and code', Texts],
  ['plots', 'Plots', Plots],
] as const

/** Every part of `ui/` in every state, for developers of the console. */
export default function Gallery() {
  const { params } = useParams()
  const [direction, setDirection] = useState(document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
  const Part = parts.find(([name]) => name === (params.part ?? ''))?.[2] ?? Actions
  return (
    <Screen
      title="Gallery"
      hint="Every part of the console in every state."
      actions={
        <>
          <AsMember />
          <Button
            aria-pressed={direction === 'rtl'}
            onClick={() => {
              const next = direction === 'rtl' ? 'ltr' : 'rtl'
              document.documentElement.dir = next
              setDirection(next)
            }}
          >
            Right to left
          </Button>
        </>
      }
    >
      <LinkTabs
        label="Parts of the gallery"
        tabs={parts.map(([name, label]) => ({
          id: name,
          label,
          href: pathTo('gallery', { part: name }),
          current: name === (params.part ?? ''),
        }))}
      />
      <Part />
    </Screen>
  )
}

/** Shows the parts as a member sees them, whose rights are few. The service still knows the user's real role. */
function AsMember() {
  const shown = useStore(session)
  const [before, setBefore] = useState<typeof shown>()
  useEffect(() => () => before && session.set(before), [before])
  return (
    <Button
      aria-pressed={before !== undefined}
      onClick={() => {
        setBefore(before === undefined ? shown : undefined)
        if (before === undefined && shown !== undefined) session.set({ ...shown, role: 'member' })
      }}
    >
      As a member
    </Button>
  )
}
