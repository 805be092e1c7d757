import { useId } from 'preact/hooks'
import { later } from '../../../ui/loading/later.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { useOutline } from './outline-context.js'
import { RowToggle } from './row-toggle.js'
import type { Setting } from '../fields/setting-fields.js'
import { entryWords, exitsWords, reentryWords, senderWords, triggerWords } from '../words.js'

const Fields = later('the fields', () => import('../fields/fields.js'))

const settingNames: Readonly<Record<Setting, string>> = {
  trigger: 'Starts',
  entry_rule: 'Who enters',
  reentry: 'How often',
  exit_on: 'Ends early',
  sender: 'Sender',
}

/** A part of the automation above its steps. */
export function SettingRow({ setting }: { setting: Setting }) {
  const { content, named, opened, mistakes, checks, refusals, actions, onFields } = useOutline()
  const { names } = named
  const base = useId()
  const mistake = mistakes.get(setting)
  const words = {
    trigger: () => triggerWords(content.trigger, names),
    entry_rule: () => entryWords(content.entry_rule, names),
    reentry: () => reentryWords(content.reentry),
    exit_on: () => exitsWords(content.exit_on, names),
    sender: () => senderWords(content.sender, names),
  }[setting]()
  return (
    <li class={`step-row ${mistake === undefined ? '' : 'wrong'}`} data-step={setting}>
      <div class="step-line">
        <RowToggle
          id={setting}
          kind={setting}
          name={settingNames[setting]}
          words={words}
          mistake={mistake && `${base}-mistake`}
        />
      </div>
      <Mistake id={base} text={mistake} />
      {opened.has(setting) && (
        <div class="step-open step-fields">
          <Fields
            onFields={onFields}
            setting={setting}
            content={content}
            named={named}
            checks={checks}
            refusals={refusals}
            onChange={actions.setContent}
          />
        </div>
      )}
    </li>
  )
}
