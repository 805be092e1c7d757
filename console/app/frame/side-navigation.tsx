import {
  BookOpen,
  ChevronDown,
  CircleUser,
  Keyboard,
  LogOut,
  Moon,
  PanelLeft,
  Sun,
  SunMoon,
} from '../../icons/icons.js'
import { useEffect, useRef } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Button } from '../../ui/controls/button.js'
import { Menu } from '../../ui/controls/menu.js'
import { toast } from '../../ui/notices/toast.js'
import { messageOf } from '../../ui/notices/notice.js'
import { Brand } from './brand.js'
import { apiBase, pathTo } from '../../state/location.js'
import { navigation, type Entry } from './navigation.js'
import {
  foldedGroups,
  foldGroup,
  hasIconsOnly,
  scheme,
  toggleIconsOnly,
  type Scheme,
} from '../../state/preferences.js'
import { useMay, useSession, type Role } from '../../state/session.js'
import { useStore } from '../../state/store.js'

const schemes: readonly [Scheme, string, typeof Sun][] = [
  ['system', 'As the system', SunMoon],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
]

/** The navigation, with the signed-in user below it. */
export function SideNavigation({
  current,
  onKeys,
  onClose,
}: {
  current: string
  onKeys: () => void
  onClose: () => void
}) {
  const { user, workspace, role } = useSession()
  const folded = useStore(foldedGroups)
  const isReduced = useStore(hasIconsOnly)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector('[aria-current="page"]')
    // Someone who opens a screen sees where they are, also in a group that is folded.
    const group = link?.closest('details')
    if (group != null) group.open = true
    link?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <>
      <div class="side-veil" onClick={onClose} />
      <nav class="sidebar" aria-label="Screens">
        <div class="side-head">
          <a class="brand" href={pathTo('')} title={isReduced ? `Postseal: ${workspace.name}` : undefined}>
            <Brand />
            <span class="stack side-text">
              <strong>Postseal</strong>
              <span class="small quiet ellipsis" title={workspace.name}>
                {workspace.name}
              </span>
            </span>
          </a>
          <span class="side-reduce">
            <Button
              kind="plain"
              icon={PanelLeft}
              label={isReduced ? 'Show the names of the screens' : 'Reduce the navigation to icons'}
              aria-keyshortcuts="["
              onClick={toggleIconsOnly}
            />
          </span>
        </div>
        <div class="side-scroll" ref={list}>
          {navigation.map(({ group, entries }) => (
            <details
              key={group}
              // Icons have no heads of groups by which they could be folded.
              open={isReduced || !folded.includes(group)}
              onToggle={({ currentTarget: { open } }) => {
                if (!isReduced && open === folded.includes(group)) foldGroup(group, !open)
              }}
            >
              <summary class="side-group">
                {group}
                <ChevronDown size={12} aria-hidden />
              </summary>
              <ul>
                {entries.map((entry) => (
                  <NavigationLink key={entry.screen} {...entry} isCurrent={isWithin(current, entry)} />
                ))}
              </ul>
            </details>
          ))}
        </div>
        <Menu
          buttonClass="side-user"
          button={
            <>
              <CircleUser size={20} aria-hidden />
              <span class="stack side-text">
                <span class="ellipsis" title={user.email}>
                  {user.name ?? user.email}
                </span>
                <span class="small quiet">{role}</span>
                <span class="visually-hidden">: account and appearance</span>
              </span>
            </>
          }
        >
          <p class="group wrap">{user.email}</p>
          <Schemes />
          <hr />
          <button type="button" class="item" onClick={onKeys}>
            <Keyboard size={16} aria-hidden /> Keys
          </button>
          <a href={`${apiBase}/docs`} target="_blank" rel="noreferrer">
            <BookOpen size={16} aria-hidden /> Documentation
          </a>
          <hr />
          <button type="button" class="item" onClick={() => void signOut()}>
            <LogOut size={16} aria-hidden /> Sign out
          </button>
        </Menu>
      </nav>
    </>
  )
}

function NavigationLink({
  screen,
  title,
  icon: Icon,
  needs,
  isCurrent,
}: {
  screen: string
  title: string
  icon: typeof Sun
  needs?: Role
  isCurrent: boolean
}) {
  const may = useMay(needs)
  const isReduced = useStore(hasIconsOnly)
  const tooltip = [isReduced && title, !may && `Needs the role ${needs}.`].filter(Boolean).join(': ')
  return (
    <li>
      <a
        class="side-link"
        href={may ? pathTo(screen) : undefined}
        aria-disabled={may ? undefined : 'true'}
        title={tooltip === '' ? undefined : tooltip}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon size={16} aria-hidden />
        <span class="side-text">{title}</span>
        {!may && <span class="visually-hidden">: needs the role {needs}</span>}
      </a>
    </li>
  )
}

function Schemes() {
  const chosen = useStore(scheme)
  return (
    <div role="group" aria-label="Appearance">
      {schemes.map(([name, label, Icon]) => (
        <button
          key={name}
          type="button"
          class="item"
          aria-pressed={name === chosen}
          onClick={() => scheme.set(name)}
        >
          <Icon size={16} aria-hidden /> {label}
        </button>
      ))}
    </div>
  )
}

/** Tells whether the current screen is the entry's screen, one below it or another one that belongs to it. */
function isWithin(current: string, { screen, also = [] }: Entry): boolean {
  if (screen === '') return current === ''
  return [screen, ...also].some((each) => current === each || current.startsWith(`${each}/`))
}

async function signOut(): Promise<void> {
  try {
    await client.sessions.revoke('current')
    // Nothing of this user stays in the page.
    queries.clear()
    location.assign(pathTo('sign-in'))
  } catch (error) {
    toast(`You are still signed in. ${messageOf(error)}`)
  }
}
