import type { ComponentChildren } from 'preact'
import { Plus, type IconComponent } from '../icons/icons.js'
import { pathTo, useParams } from '../state/location.js'
import { Button, LinkButton } from '../ui/controls/button.js'
import { ListTable, type ListTableProps } from '../ui/lists/table.js'
import { Screen, type ScreenProps } from './screen.js'

interface ListScreenProps<Row>
  extends Pick<ScreenProps, 'title' | 'above' | 'hint' | 'actions'>, Omit<ListTableProps<Row>, 'caption'> {
  /** Names the card and its table for screen readers; by default it is the title. */
  readonly name?: string
  /** The main action, behind the others. */
  readonly add?: ComponentChildren
  /** Between the title and the list, such as tabs. */
  readonly lead?: ComponentChildren
  /** Above the table: its filters, and what is wrong with them. */
  readonly filters?: ComponentChildren
  /** Below the list: other cards, and the dialog that adds one. */
  readonly children?: ComponentChildren
}

/** A screen of one list. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, above, hint, actions, add, lead, children, name = title, filters, ...list } = props
  return (
    <Screen
      title={title}
      above={above}
      hint={hint}
      actions={
        <>
          {actions}
          {add}
        </>
      }
    >
      {lead}
      <section class="card" aria-label={name}>
        {filters}
        <ListTable caption={name} {...list} />
      </section>
      {children}
    </Screen>
  )
}

/** Leads to the dialog of a screen that adds something. The address has it, and keeps its filters. */
export function AddLink({
  screen,
  icon = Plus,
  children,
}: {
  screen: string
  icon?: IconComponent
  children: ComponentChildren
}) {
  const { params } = useParams()
  return (
    <LinkButton href={pathTo(screen, { ...params, new: '1' })} kind="main" icon={icon} needs="admin">
      {children}
    </LinkButton>
  )
}

/** A button that takes all filters away, so that the list begins again. */
export function AddButton({ icon = Plus, children }: { icon?: IconComponent; children: ComponentChildren }) {
  const { change } = useParams()
  return (
    <Button icon={icon} kind="main" needs="admin" onClick={() => change({ new: '1' })}>
      {children}
    </Button>
  )
}

/** The dialog of a screen that adds something, while the address has it. */
export function Adding({ children }: { children: (onClose: () => void) => ComponentChildren }) {
  const { params, change } = useParams()
  if (params.new === undefined) return null
  return <>{children(() => change({ new: undefined }, true))}</>
}
