import {
  Box,
  FolderKanban,
  Globe,
  Moon,
  PanelLeft,
  Plus,
  Search,
  Webhook,
  type IconComponent,
} from '../../icons/icons.js'
import type { Domain, Project, WebhookSubscription } from 'postseal'
import { pathTo } from '../../state/location.js'
import { entries } from '../frame/navigation.js'
import { scheme, toggleIconsOnly } from '../../state/preferences.js'
import type { Role } from '../../state/session.js'

/** Something that the command palette offers. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly icon: IconComponent
  readonly href?: string
  readonly run?: () => void
  /** Reason why this user can't run the command. */
  readonly refusal?: string
  /** Further words by which the command is found. */
  readonly words?: string
}

/** Screens to which ids lead, by the ids' prefixes. */
const screensOfIds: readonly (readonly [prefix: string, kind: string, path: (id: string) => string])[] = [
  ['msg_', 'Message', (id) => pathTo(`messages/${id}`)],
  ['log_', 'Message log', (id) => pathTo(`messages/${id}`)],
  ['evt_', 'Event', (id) => pathTo(`events/${id}`)],
  ['inm_', 'Inbound message', (id) => pathTo(`inbound/${id}`)],
  ['inr_', 'Inbound route', (id) => pathTo(`inbound/routes/${id}`)],
  ['dom_', 'Domain', (id) => pathTo(`domains/${id}`)],
  ['tpl_', 'Template', (id) => pathTo(`templates/${id}`)],
  ['whk_', 'Webhook', (id) => pathTo(`webhooks/${id}`)],
  ['key_', 'API key', (id) => pathTo(`api-keys/${id}`)],
  ['usr_', 'User', (id) => pathTo(`users/${id}`)],
  ['prj_', 'Project', (id) => pathTo(`projects/${id}`)],
  ['sup_', 'Suppression', (id) => pathTo(`suppressions/${id}`)],
  ['cim_', 'Import', (id) => pathTo(`contacts/imports/${id}`)],
  ['con_', 'Contact', (id) => pathTo(`contacts/${id}`)],
  ['lst_', 'Subscriber list', (id) => pathTo(`lists/${id}`)],
  ['top_', 'Topic', (id) => pathTo(`lists/topics/${id}`)],
  ['cmp_', 'Campaign', (id) => pathTo(`campaigns/${id}`)],
  ['del_', 'Erasure', (id) => pathTo(`erasures/${id}`)],
  ['seg_', 'Segment', (id) => pathTo(`segments/${id}`)],
  ['aut_', 'Automation', (id) => pathTo(`automations/${id}`)],
  ['aud_', 'Audit event', (id) => pathTo(`audit-log/${id}`)],
]

/** Maximum number of commands shown. */
const max = 30

/** Things that the palette can find besides screens and actions. */
interface Known {
  readonly role: Role | undefined
  readonly projects: readonly Project[]
  readonly domains: readonly Domain[]
  readonly webhooks: readonly WebhookSubscription[]
}

/** Returns the commands that match a text, the best first. */
export function findable(text: string, known: Known): Command[] {
  const wanted = text.trim().toLowerCase()
  const all = [...screens(known.role), ...actions(known.role), ...things(known)]
  if (wanted === '') return all.filter(({ kind }) => kind === 'Screen' || kind === 'Action').slice(0, max)
  const ranked = all.flatMap((command) => {
    const rank = rankOf(command, wanted)
    return rank === undefined ? [] : [{ command, rank }]
  })
  ranked.sort((one, other) => one.rank - other.rank)
  return [...byId(text.trim()), ...ranked.map(({ command }) => command), ...searches(text.trim())].slice(
    0,
    max,
  )
}

/**
 * Returns how well a command fits, 0 best: by its name, by its name's words, then by other words. There a phrase means an
 * action first, such as "create campaign", and a single word a screen. Undefined if the command does not fit.
 */
function rankOf({ title, words = '', kind }: Command, wanted: string): number | undefined {
  const name = title.toLowerCase()
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const parts = wanted.split(/\s+/)
  const beginsIn = (text: string) => {
    const begun = text.toLowerCase().split(/[^\p{L}\p{N}.@]+/u)
    return parts.every((part) => begun.some((word) => word.startsWith(part)))
  }
  if (beginsIn(name)) return 2
  if (beginsIn(`${name} ${words} ${kind}`)) return (kind === 'Action') === parts.length > 1 ? 3 : 4
  const everything = `${name} ${words} ${kind}`.toLowerCase()
  return parts.every((part) => everything.includes(part)) ? 5 : undefined
}

function screens(role: Role | undefined): Command[] {
  return entries.map(({ screen, title, icon, needs, words }) => ({
    id: `screen ${screen}`,
    title,
    kind: 'Screen',
    icon,
    href: pathTo(screen),
    ...(words !== undefined && { words }),
    ...refusalOf(role, needs),
  }))
}

function actions(role: Role | undefined): Command[] {
  const making: readonly (readonly [title: string, path: string, words: string, needs?: Role])[] = [
    ['New message', pathTo('messages/new'), 'send a new message compose write test mail email'],
    ['New domain', pathTo('domains', { new: '1' }), 'add create verify dns'],
    ['New inbound route', pathTo('inbound/routes', { new: '1' }), 'add create make receive reply mx'],
    ['New segment', pathTo('segments/new'), 'add create make rule audience cohort', 'member'],
    ['New template', pathTo('templates/new'), 'add create make liquid layout partial', 'member'],
    ['New campaign', pathTo('campaigns/new'), 'add create make send newsletter bulk mail', 'member'],
    ['New automation', pathTo('automations/new'), 'add create make journey flow drip series', 'member'],
    ['New webhook', pathTo('webhooks/new'), 'add create make endpoint subscription'],
    ['New API key', pathTo('api-keys', { new: '1' }), 'add create make credential token'],
    ['New contact', pathTo('contacts', { new: '1' }), 'add create make person recipient'],
    ['Import contacts', pathTo('contacts/import'), 'new add csv file upload'],
    ['New list', pathTo('lists', { new: '1' }), 'add create make subscriber list opt-in subscription'],
    ['New topic', pathTo('lists/topics', { new: '1' }), 'add create make preference'],
    ['New suppression', pathTo('suppressions', { new: '1' }), 'add create suppress block address'],
    ['Invite a user', pathTo('users', { new: '1' }), 'new add create person colleague team'],
    ['New project', pathTo('projects', { new: '1' }), 'add create make environment'],
  ]
  return [
    ...making.map(([title, href, words, needs = 'admin']) => ({
      id: `action ${title}`,
      title,
      kind: 'Action',
      icon: Plus,
      href,
      words,
      ...refusalOf(role, needs),
    })),
    {
      id: 'action is sending halted',
      title: 'Is sending halted?',
      kind: 'Action',
      icon: Box,
      href: pathTo('limits'),
      words: 'halt halted status paused blocked',
    },
    {
      id: 'action navigation',
      title: 'Reduce the navigation to icons, or show the names',
      kind: 'Action',
      icon: PanelLeft,
      words: 'sidebar collapse expand fold hide narrow',
      run: toggleIconsOnly,
    },
    {
      id: 'action scheme',
      title: 'Switch between light and dark',
      kind: 'Action',
      icon: Moon,
      words: 'theme appearance colour color mode',
      run: () => {
        const isDark =
          getComputedStyle(document.documentElement).colorScheme === 'dark' || scheme.get() === 'dark'
        scheme.set(isDark ? 'light' : 'dark')
      },
    },
  ]
}

function things({ projects, domains, webhooks }: Known): Command[] {
  return [
    ...domains.map(({ id, name }) => ({
      id,
      title: name,
      kind: 'Domain',
      icon: Globe,
      href: pathTo(`domains/${id}`),
    })),
    ...webhooks.map(({ id, url }) => ({
      id,
      title: url,
      kind: 'Webhook',
      icon: Webhook,
      href: pathTo(`webhooks/${id}`),
    })),
    ...projects.map(({ id, name, environment }) => ({
      id,
      title: name,
      kind: `Project (${environment})`,
      icon: FolderKanban,
      href: pathTo('messages', { project: id }),
    })),
  ]
}

function byId(text: string): Command[] {
  return screensOfIds.flatMap(([prefix, kind, path]) =>
    text.startsWith(prefix) && text.length > prefix.length
      ? [{ id: `id ${text}`, title: text, kind, icon: Search, href: path(text) }]
      : [],
  )
}

/** Returns commands that search the messages for an address or for a part of a subject. */
function searches(text: string): Command[] {
  const address = /[^\s@]+@[^\s@?]+/.exec(text)?.[0]
  if (address !== undefined) {
    const found = [
      {
        id: 'to',
        title: `Messages to ${address}`,
        kind: 'Find',
        icon: Search,
        href: pathTo('messages', { recipient: address }),
      },
      {
        id: 'contact',
        title: `Contact ${address}`,
        kind: 'Find',
        icon: Search,
        href: pathTo('contacts', { email: address }),
      },
      {
        id: 'suppressed',
        title: `Is ${address} suppressed?`,
        kind: 'Find',
        icon: Search,
        href: pathTo('suppressions', { email: address }),
      },
    ]
    // Takes a question, such as "is ada@example.com suppressed".
    return /suppress/i.test(text) ? found.reverse() : found
  }
  return text.length < 3
    ? []
    : [
        {
          id: 'subject',
          title: `Messages with “${text}” in the subject`,
          kind: 'Find',
          icon: Search,
          href: pathTo('messages', { subject: text }),
        },
      ]
}

function refusalOf(role: Role | undefined, needs: Role | undefined): { refusal?: string } {
  const ranks: Readonly<Record<string, number>> = { member: 0, admin: 1, owner: 2 }
  const may = needs === undefined || (ranks[role ?? ''] ?? -1) >= (ranks[needs] ?? 0)
  return may ? {} : { refusal: `needs the role ${needs}` }
}
