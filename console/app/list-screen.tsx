import type { ComponentChildren } from 'preact'
import { Plus, type IconComponent } from '../icons/icons.js'
import { pathTo, useParams } from '../state/location.js'
import { Button, LinkButton } from '../ui/controls/button.js'
import { ListTable, type ListTableProps } from '../ui/lists/table.js'
import { Screen, type ScreenProps } from './screen.js'

interface ListScreenProps<Row>
  extends Pick<ScreenProps, 'title' | 'above' | 'hint' | 'actions'>, Omit<ListTableProps<Row>, 'caption'> {
  /** Name of the card and its table for screen readers; the title by default. */
  readonly name?: string
  /** Main action, after the others. */
  readonly add?: ComponentChildren
  /** Content between the title and the list, such as tabs. */
  readonly lead?: ComponentChildren
  /** Filters above the table, with messages about mistakes in them. */
  readonly filters?: ComponentChildren
  /** Content below the list: other cards, and the dialog that adds a row. */
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

/** A link that opens the dialog in which something is added, by `new=1` in the address. The other parameters stay. */
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

/** A button that opens the dialog in which something is added, above the first page of the list. */
export function AddButton({ icon = Plus, children }: { icon?: IconComponent; children: ComponentChildren }) {
  const { change } = useParams()
  return (
    <Button icon={icon} kind="main" needs="admin" onClick={() => change({ new: '1' })}>
      {children}
    </Button>
  )
}

/** The dialog in which something is added, shown while the address has `new`. */
export function Adding({ children }: { children: (onClose: () => void) => ComponentChildren }) {
  const { params, change } = useParams()
  if (params.new === undefined) return null
  return <>{children(() => change({ new: undefined }, true))}</>
}
