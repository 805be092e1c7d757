import type { ComponentChildren } from 'preact'
import { Form, type FormProps } from '../forms/form.js'
import { Dialog } from './dialog.js'

export interface FormDialogProps<Result> extends Omit<FormProps<Result>, 'onCancel' | 'onDone'> {
  readonly title: string
  readonly wide?: boolean
  readonly onClose: () => void
  /** Outcome of the call, which the dialog shows in place of the form. */
  readonly outcome?: ComponentChildren
  /** Called with the result; by default the dialog closes. */
  readonly onDone?: (result: Result) => void
}

/** A form of one call in a dialog. */
export function FormDialog<Result>({ title, wide, onClose, outcome, ...form }: FormDialogProps<Result>) {
  return (
    <Dialog title={title} {...(wide && { wide })} onClose={onClose}>
      {outcome ?? <Form<Result> onDone={onClose} {...form} onCancel={onClose} />}
    </Dialog>
  )
}
