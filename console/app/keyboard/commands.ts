import {
  Box,
  FolderKanban,
  Globe,
  Moon,
  Plus,
  Search,
  Webhook,
  type IconComponent,
} from '../../icons/icons.js'
import type { Domain, Project, WebhookSubscription } from 'postseal'
import { pathTo } from '../../state/location.js'
import { entries } from '../frame/navigation.js'
import { scheme } from '../../state/preferences.js'
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

function rankOf({ title, words = '', kind }: Command, wanted: string): number | undefined {
  const name = title.toLowerCase()
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  const parts = wanted.split(/\s+/)
  const everything = `${name} ${words} ${kind.toLowerCase()}`
  return parts.every((part) => everything.includes(part)) ? 2 : undefined
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
    ['Send a message', pathTo('messages/new'), 'compose new test mail'],
    ['New domain', pathTo('domains', { new: '1' }), 'new verify dns'],
    ['Add an inbound route', pathTo('inbound/routes', { new: '1' }), 'new receive reply mx'],
    ['Make a segment', pathTo('segments/new'), 'new rule audience cohort', 'member'],
    ['Make a template', pathTo('templates/new'), 'new liquid layout partial', 'member'],
    ['New campaign', pathTo('campaigns/new'), 'new newsletter bulk mail', 'member'],
    ['Make an automation', pathTo('automations/new'), 'new journey flow drip series', 'member'],
    ['New webhook', pathTo('webhooks/new'), 'new endpoint subscription'],
    ['Make an API key', pathTo('api-keys', { new: '1' }), 'new credential token'],
    ['Add a contact', pathTo('contacts', { new: '1' }), 'new person recipient'],
    ['Import contacts', pathTo('contacts/import'), 'csv file upload'],
    ['Make a subscriber list', pathTo('lists', { new: '1' }), 'new opt-in subscription'],
    ['New topic', pathTo('lists/topics', { new: '1' }), 'new preference'],
    ['Add a suppression', pathTo('suppressions', { new: '1' }), 'new block address'],
    ['Invite a user', pathTo('users', { new: '1' }), 'new person colleague'],
    ['New project', pathTo('projects', { new: '1' }), 'new environment'],
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
  if (/^[^\s@]+@[^\s@]+$/.test(text)) {
    return [
      {
        id: 'to',
        title: `Messages to ${text}`,
        kind: 'Find',
        icon: Search,
        href: pathTo('messages', { recipient: text }),
      },
      {
        id: 'contact',
        title: `Contact ${text}`,
        kind: 'Find',
        icon: Search,
        href: pathTo('contacts', { email: text }),
      },
      {
        id: 'suppressed',
        title: `Is ${text} suppressed?`,
        kind: 'Find',
        icon: Search,
        href: pathTo('suppressions', { email: text }),
      },
    ]
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
