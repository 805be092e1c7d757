import { useLocation } from 'preact-iso/router'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import type { Values } from '../forms/form.js'
import { FormDialog, type FormDialogProps } from './form-dialog.js'

/** Takes the values of fields that are named like the properties of a request as the request's body. */
export function asTyped<Request>(values: Values): Request {
  return values as unknown as Request
}

interface AddDialogProps<Request, Made> extends Omit<
  FormDialogProps<Made>,
  'call' | 'submit' | 'needs' | 'onDone'
> {
  /** API path of the call that creates the thing, from `/v1/` on. */
  readonly path: string
  readonly requestOf: (values: Values) => Request
  /** Throws an error that keeps the form from being sent, in addition to the contract's rules. */
  readonly check?: (values: Values) => void
  readonly create: (request: Request) => Promise<Made>
  /** First part of the query key under which the created thing is cached. */
  readonly kept: string
  /** Keys of the queries that become stale: by default all that begin with `kept`. */
  readonly stale?: readonly (readonly string[])[]
  /** Parent of the created thing's screen, which is shown afterwards; `kept` by default. */
  readonly screen?: string
  /** Called before the created thing's screen is shown. */
  readonly onDone?: (made: Made) => void
  /** Called in place of showing the created thing's screen; the dialog is closed. */
  readonly onMade?: (made: Made) => void
}

/** Creates one thing by a form in a dialog, and shows its screen. */
export function AddDialog<Request, Made extends { readonly id: string }>({
  path,
  requestOf,
  check,
  create,
  kept,
  stale = [[kept]],
  screen = kept,
  onDone,
  onMade,
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
        if (onMade !== undefined) {
          onMade(made)
          return form.onClose()
        }
        route(pathTo(`${screen}/${made.id}`))
      }}
    />
  )
}
