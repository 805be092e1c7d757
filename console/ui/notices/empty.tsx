import type { IconComponent } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'

/** Explains a kind of thing while there is none yet, with one action. */
export function Empty({
  icon: Icon,
  title,
  action,
  sample,
  children,
}: {
  icon?: IconComponent
  title: string
  action?: ComponentChildren
  sample?: ComponentChildren
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      {Icon && <Icon size={28} aria-hidden />}
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div class="row">{action}</div>}
      {sample !== undefined && <div class="sample">{sample}</div>}
    </div>
  )
}
