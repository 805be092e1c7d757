import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Form, type FormProps } from './form.js'

/** A form that changes an existing thing, and says when the change is saved. */
export function SavedForm<Result>({
  submit,
  children,
  ...form
}: Omit<FormProps<Result>, 'verb' | 'onDone' | 'children'> & { readonly children: ComponentChildren }) {
  const [saved, setSaved] = useState(false)
  return (
    <Form<Result>
      needs="admin"
      {...form}
      verb="Save"
      submit={(values) => {
        setSaved(false)
        return submit(values)
      }}
      onDone={() => setSaved(true)}
    >
      {children}
      <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
        {saved && 'Saved.'}
      </p>
    </Form>
  )
}
