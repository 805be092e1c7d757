import { Bookmark, X } from '../icons/icons.js'
import { useState } from 'preact/hooks'
import { Menu } from '../ui/controls/menu.js'
import { pathTo, useParams } from '../state/location.js'
import { session } from '../state/session.js'

/** A named set of filters of a screen. */
interface View {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
}

/** Query parameters that a view does not save, because they belong to the moment. */
const passing = new Set(['cursor', 'project'])

/** The views of a screen that the user has saved in this browser. */
export function Views({ screen }: { screen: string }) {
  const { params } = useParams()
  const [views, setViews] = useState(() => readViews(screen))
  const [name, setName] = useState('')
  const filters = Object.fromEntries(
    Object.entries(params).filter(([key, value]) => !passing.has(key) && Boolean(value)),
  ) as Record<string, string>
  const isFiltered = Object.keys(filters).length > 0
  const change = (next: readonly View[]) => {
    setViews(next)
    keepViews(screen, next)
  }
  const save = (event: Event) => {
    event.preventDefault()
    const named = name.trim()
    if (named === '' || !isFiltered) return
    change([...views.filter((view) => view.name !== named), { name: named, params: filters }])
    setName('')
  }
  return (
    <Menu
      panel
      label="Saved views"
      buttonClass="button plain"
      button={
        <>
          <Bookmark size={16} aria-hidden /> Views
        </>
      }
    >
      <div class="stack tight">
        <h2>Saved views</h2>
        <p class="small quiet">Filters under a name, in this browser. The address shows others the same.</p>
        <ul>
          {views.map((view) => (
            <li key={view.name} class="row spread">
              <a href={pathTo(screen, { project: params.project, ...view.params })}>{view.name}</a>
              <button
                type="button"
                class="button plain icon"
                aria-label={`Forget ${view.name}`}
                title={`Forget ${view.name}`}
                onClick={() => change(views.filter((other) => other !== view))}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        <form class="row" onSubmit={save}>
          <input
            aria-label="Name of the view"
            placeholder={isFiltered ? 'Name for these filters' : 'Filter first, then save it here'}
            maxLength={60}
            disabled={!isFiltered}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={!isFiltered || name.trim() === ''}>
            Save
          </button>
        </form>
      </div>
    </Menu>
  )
}

const keyOf = (screen: string) => `postseal.views.${session.get()?.user.id ?? ''}.${screen}`

function readViews(screen: string): readonly View[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(screen)) ?? '[]') as View[]
  } catch {
    return []
  }
}

function keepViews(screen: string, views: readonly View[]): void {
  try {
    localStorage.setItem(keyOf(screen), JSON.stringify(views))
  } catch {
    // Without storage the views last as long as the page.
  }
}
