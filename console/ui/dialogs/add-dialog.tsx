import { useLocation } from 'preact-iso/router'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import type { Values } from '../forms/form.js'
import { FormDialog, type FormDialogProps } from './form-dialog.js'

/** Makes the body of a request of this schema from fields that are named like its properties. */
export function asTyped<Request>(values: Values): Request {
  return values as unknown as Request
}

interface AddDialogProps<Request, Made> extends Omit<
  FormDialogProps<Made>,
  'call' | 'submit' | 'needs' | 'onDone'
> {
  /** The path of the API that makes it, from `/v1/` on. */
  readonly path: string
  readonly requestOf: (values: Values) => Request
  /** Throws what keeps the form from being sent, beside the rules. */
  readonly check?: (values: Values) => void
  readonly create: (request: Request) => Promise<Made>
  /** Under which key its query is kept. */
  readonly kept: string
  /** The queries that it makes stale: by default all whose keys begin with `kept`. */
  readonly stale?: readonly (readonly string[])[]
  /** Its screen is below this one, and is shown once it is made: by default `kept`. */
  readonly screen?: string
  /** Told before its screen is shown. */
  readonly onDone?: (made: Made) => void
}

/** Makes one thing by a form in a dialog, and shows its screen. */
export function AddDialog<Request, Made extends { readonly id: string }>({
  path,
  requestOf,
  check,
  create,
  kept,
  stale = [[kept]],
  screen = kept,
  onDone,
  ...form
}: AddDialogProps<Request, Made>) {
  const { route } = useLocation()
  return (
    <FormDialog<Made>
      needs="admin"
      {...form}
      call={{ method: 'POST', path, body: requestOf }}
      submit={(values) => {
        check?.(values)
        return create(requestOf(values))
      }}
      onDone={(made) => {
        queries.setQueryData([kept, made.id], made)
        for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
        onDone?.(made)
        route(pathTo(`${screen}/${made.id}`))
      }}
    />
  )
}
