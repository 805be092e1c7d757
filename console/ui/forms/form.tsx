import { APIError } from 'postseal'
import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from '../../state/drafts.js'
import { SameAsCurl } from '../code/same-as-curl.js'
import type { Call } from '../../api/traffic.js'
import { useMay, type Role } from '../../state/session.js'
import { Button } from '../controls/button.js'
import { ErrorNotice, Notice } from '../notices/notice.js'
import { mistakeIn, type Rules } from './rules.js'
import { reveal } from './reveal.js'

/** Values of a form, by the names of its fields. */
export type Values = Record<string, unknown>

/** Returns the text of a text field; '' if nothing was typed. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

interface FormState {
  readonly values: Values
  readonly rules: Rules
  readonly mistakes: Readonly<Record<string, string>>
  readonly disabled: boolean
  readonly set: (name: string, value: unknown) => void
  readonly leave: (name: string) => void
}

const FormContext = createContext<FormState | undefined>(undefined)

/** Returns the form around a field. */
export function useForm(): FormState {
  const form = useContext(FormContext)
  if (form === undefined) throw new Error('A field stands outside of a form')
  return form
}

/** State of a form's call. */
export interface SubmitState {
  readonly busy: boolean
  /** Error of the last call that is about none of the fields; undefined if there is none. */
  readonly error: unknown
  /** The call with the values as typed, for whoever shows it as curl. */
  readonly call?: Call
}

export interface FormProps<Result> {
  /** The rules of the request's schema: `import rules from 'contract:CreateDomainRequest'`. */
  readonly rules: Rules
  readonly initial?: Values
  /** Name under which the typed values are kept in this browser until they are sent. Without it, nothing is kept. */
  readonly draft?: string
  /** The form's call, shown as curl. `body` builds the request's body from the typed values. */
  readonly call: {
    readonly method: string
    readonly path: string
    readonly body?: (values: Values) => unknown
  }
  readonly submit: (values: Values) => Promise<Result>
  readonly onDone?: (result: Result) => void
  readonly verb: string
  readonly needs?: Role
  readonly danger?: boolean
  /** True if something else is the main action of the screen. */
  readonly isAside?: boolean
  readonly onCancel?: () => void
  /** True if the call is not offered as curl, such as where people sign in. */
  readonly hasNoCurl?: boolean
  /** Set if the buttons are elsewhere on the page, which name the form by its id. */
  readonly outside?: { readonly id: string; readonly onState: (state: SubmitState) => void }
  readonly children: ComponentChildren | ((values: Values, set: FormState['set']) => ComponentChildren)
}

/**
 * A form of one call. It checks a value by the contract's rules when the person leaves its field, keeps the values as
 * a draft, shows the API's messages at the fields concerned, and keeps what was typed when the API refuses it.
 */
export function Form<Result>(props: FormProps<Result>) {
  const {
    rules,
    initial = {},
    draft,
    call,
    submit,
    onDone,
    verb,
    needs,
    danger,
    isAside,
    onCancel,
    hasNoCurl,
    outside,
    children,
  } = props
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...(draft && takeDraft(draft)) }))
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const may = useMay(needs)

  const body = call.body ? call.body(values) : values
  const now: Call = { method: call.method, path: call.path, body }
  useEffect(() => outside?.onState({ busy, error, call: now }), [busy, error, values])

  const focusMistake = useRef(false)
  useEffect(() => {
    if (!focusMistake.current) return
    focusMistake.current = false
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null
    reveal(first)
    first?.focus()
  })

  const set = (name: string, value: unknown) => {
    setValues((before) => {
      const after = { ...before, [name]: value }
      if (draft) keepDraft(draft, after)
      return after
    })
    setMistakes(({ [name]: _, ...rest }) => rest)
  }
  const leave = (name: string) => {
    const value = values[name]
    // A field that the person only passed by gets no message.
    if (value === undefined || value === '') return
    const mistake = mistakeIn(value, rules[name])
    if (mistake !== undefined) setMistakes((before) => ({ ...before, [name]: mistake }))
  }
  const shown = (found: Readonly<Record<string, string>>) => {
    focusMistake.current = true
    setMistakes(found)
  }
  const onSubmit = async (event: Event) => {
    event.preventDefault()
    if (busy || !may) return
    const found = Object.entries(rules).flatMap(([name, rule]) => {
      const isShown = form.current?.querySelector(`[data-field="${name}"]`) !== null
      const mistake = isShown ? mistakeIn(values[name], rule) : undefined
      return mistake === undefined ? [] : [[name, mistake]]
    })
    if (found.length > 0) return shown(Object.fromEntries(found) as Record<string, string>)
    setBusy(true)
    setError(undefined)
    try {
      const result = await submit(values)
      if (draft) keepDraft(draft, undefined)
      setBusy(false)
      onDone?.(result)
    } catch (thrown) {
      setBusy(false)
      const { atFields, others } = placed(thrown, form.current, values)
      shown(atFields)
      setError(others ? thrown : undefined)
    }
  }

  const state = useMemo(
    () => ({ values, rules, mistakes, disabled: !may, set, leave }),
    [values, rules, mistakes, may],
  )
  return (
    <FormContext.Provider value={state}>
      <form ref={form} id={outside?.id} class="stack" noValidate onSubmit={(event) => void onSubmit(event)}>
        {!may && (
          <Notice kind="warn" title={`This needs the role ${needs}`}>
            You can read the form, but not use it.
          </Notice>
        )}
        {typeof children === 'function' ? children(values, set) : children}
        {error !== undefined && outside === undefined && <ErrorNotice error={error} />}
        {outside === undefined && (
          <div class="form-end">
            <Button
              type="submit"
              {...(isAside !== true && { kind: 'main' as const })}
              busy={busy}
              {...(needs && { needs })}
              {...(danger && { danger })}
            >
              {verb}
            </Button>
            {onCancel && <Button onClick={onCancel}>Cancel</Button>}
            {hasNoCurl !== true && <SameAsCurl calls={[now]} />}
          </div>
        )}
      </form>
    </FormContext.Provider>
  )
}

/**
 * Assigns the API's messages to the fields that they are about. `others` is true if a message is about none of the
 * fields.
 */
function placed(thrown: unknown, form: HTMLFormElement | null, values: Values) {
  const atFields: Record<string, string> = {}
  let others = true
  if (thrown instanceof APIError && thrown.details.length > 0) {
    others = false
    for (const { path, message } of thrown.details) {
      // The field may stand for a part of an object: `/body/restrictions/ip_cidrs/0`.
      const parts = path.split('/').slice(2)
      const name = parts.find((part) => form?.querySelector(`[data-field="${CSS.escape(part)}"]`))
      if (name !== undefined)
        atFields[name] ??= `${lineAt(values[name], parts[parts.indexOf(name) + 1]) ?? 'It'} ${message}.`
      else others = true
    }
  }
  return { atFields, others }
}

/** Names the line of a field for several lines that a message is about; a request has no empty ones. */
function lineAt(value: unknown, index: string | undefined): string | undefined {
  if (!Array.isArray(value) || index === undefined) return undefined
  const line = value.filter((text) => textOf(text).trim())[Number(index)] as unknown
  return typeof line === 'string' ? `Line ${value.indexOf(line) + 1}: “${line.trim()}”` : undefined
}
