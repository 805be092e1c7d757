import { useEffect } from 'preact/hooks'
import { TextPart } from './parts.js'
import { RuleEditor } from './rule-rows.js'
import type { RuleEditorProps } from './rule-editor.js'
import { SettingFields, type Setting, type SettingProps } from './setting-fields.js'
import { StepFields } from './step-fields.js'
import type { Step } from '../definition/steps.js'
import type { Named } from '../names.js'

type Shown =
  | ({ readonly setting: Setting } & SettingProps)
  | { readonly step: Step; readonly named: Named; readonly onStep: (change: (step: Step) => Step) => void }
  | RuleEditorProps

/** The fields of an open row. They are loaded when the first row is opened. */
export default function Fields({ onFields, ...shown }: Shown & { onFields: () => void }) {
  useEffect(onFields, [])
  if ('setting' in shown) return <SettingFields {...shown} />
  if ('rule' in shown) return <RuleEditor {...shown} />
  const { step, named, onStep } = shown
  return (
    <>
      <StepFields step={step} named={named} onChange={(body) => onStep((before) => ({ ...before, body }))} />
      <TextPart
        label="Key"
        part="key"
        mono
        wide
        value={step.key}
        hint="Names the step in runs, figures and webhooks."
        onChange={(key) => onStep((before) => ({ ...before, key: key ?? '' }))}
      />
    </>
  )
}
