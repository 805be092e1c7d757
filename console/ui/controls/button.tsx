import type { IconComponent } from '../../icons/icons.js'
import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'
import { useMay, type Role } from '../../state/session.js'

interface Look {
  /** `main` is the one action of a screen; `plain` has no border. */
  readonly kind?: 'main' | 'plain'
  readonly danger?: boolean
  readonly icon?: IconComponent
  readonly children?: ComponentChildren
}

export interface ButtonProps
  extends Look, Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'children'> {
  /** Lowest role that may do this. Other users see the button disabled, with the reason. */
  readonly needs?: Role
  readonly busy?: boolean
  /** Name of the button, required if it shows only an icon. */
  readonly label?: string
}

export function Button({ kind, danger, icon: Icon, needs, busy, label, children, ...rest }: ButtonProps) {
  const may = useMay(needs)
  const reason = useId()
  const disabled = rest.disabled === true || !may
  return (
    <>
      <button
        type="button"
        {...rest}
        class={classOf({ kind, danger }, children === undefined, busy, rest.class as string | undefined)}
        disabled={undefined}
        aria-disabled={disabled || busy === true ? 'true' : undefined}
        aria-label={label}
        title={may ? (rest.title ?? label) : `Needs the role ${needs}.`}
        aria-describedby={may ? rest['aria-describedby'] : reason}
        onClick={(event) => {
          if (disabled || busy === true) event.preventDefault()
          else rest.onClick?.(event)
        }}
      >
        {Icon && <Icon size={16} aria-hidden />}
        {children}
      </button>
      {!may && (
        <span id={reason} class="visually-hidden">
          Needs the role {needs}.
        </span>
      )}
    </>
  )
}

export interface LinkButtonProps extends Look {
  readonly href: string
  readonly needs?: Role
  readonly download?: string | boolean
  readonly target?: string
}

/** A link that looks like a button. */
export function LinkButton({ kind, danger, icon: Icon, needs, children, ...rest }: LinkButtonProps) {
  const may = useMay(needs)
  if (!may) {
    return (
      <Button needs={needs} {...(kind && { kind })} {...(Icon && { icon: Icon })}>
        {children}
      </Button>
    )
  }
  return (
    <a {...rest} class={classOf({ kind, danger }, children === undefined)}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </a>
  )
}

function classOf({ kind, danger }: Look, iconOnly: boolean, busy?: boolean, more?: string): string {
  return ['button', kind, danger && 'danger', iconOnly && 'icon', busy && 'busy', more]
    .filter(Boolean)
    .join(' ')
}
