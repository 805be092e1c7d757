import {
  Activity,
  Clock,
  DoorOpen,
  Hourglass,
  ListMinus,
  ListPlus,
  LogOut,
  Mail,
  Megaphone,
  Repeat,
  Send,
  Split,
  UserPen,
  Zap,
  type IconComponent,
} from '../../../icons/icons.js'
import { useOutline } from './outline-context.js'
import type { Setting } from '../fields/setting-fields.js'
import type { StepKind } from '../definition/steps.js'

const icons: Readonly<Record<StepKind | Setting, IconComponent>> = {
  send: Mail,
  wait: Clock,
  wait_for_event: Hourglass,
  branch: Split,
  update_contact: UserPen,
  subscribe: ListPlus,
  unsubscribe: ListMinus,
  record_event: Activity,
  notify: Megaphone,
  exit: LogOut,
  trigger: Zap,
  entry_rule: DoorOpen,
  reentry: Repeat,
  exit_on: LogOut,
  sender: Send,
}

/** The button that describes a row in words and opens its fields. */
export function RowToggle({
  id,
  kind,
  name,
  words,
  mistake,
}: {
  id: string
  kind: StepKind | Setting
  name?: string
  words: string
  /** Id of the element with the row's mistake. */
  mistake: string | undefined
}) {
  const { opened, toggle } = useOutline()
  const Icon = icons[kind]
  const isOpen = opened.has(id)
  return (
    <button
      type="button"
      class="step-toggle"
      aria-expanded={isOpen}
      aria-describedby={mistake}
      onClick={() => toggle(id)}
    >
      <Icon size={16} aria-hidden />
      <span class="step-words">
        {name !== undefined && <span class="step-name">{name}: </span>}
        {words}
      </span>
    </button>
  )
}
