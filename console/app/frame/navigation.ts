import {
  Activity,
  ChartNoAxesColumn,
  ContactRound,
  FileClock,
  Filter,
  FolderKanban,
  Gauge,
  Globe,
  Inbox,
  KeyRound,
  ListChecks,
  LayoutTemplate,
  Mail,
  Megaphone,
  MonitorSmartphone,
  OctagonMinus,
  Rocket,
  Settings,
  ShieldCheck,
  Users,
  Webhook,
  Workflow,
  type IconComponent,
} from '../../icons/icons.js'
import type { Role } from '../../state/session.js'

/** A screen that the navigation leads to. */
export interface Entry {
  /** Path below the console's address. */
  readonly screen: string
  readonly title: string
  readonly icon: IconComponent
  /** Other screens that belong to this one and have no entry of their own. */
  readonly also?: readonly string[]
  /** Key that opens the screen when pressed after `g`. */
  readonly key?: string
  /** Lowest role that can see the screen. */
  readonly needs?: Role
  /** Further words by which the command palette finds the entry. */
  readonly words?: string
}

/** The navigation, by groups. */
export const navigation: readonly { readonly group: string; readonly entries: readonly Entry[] }[] = [
  {
    group: 'Start',
    entries: [
      {
        screen: '',
        title: 'Overview',
        icon: ChartNoAxesColumn,
        key: 'o',
        words: 'home statistics figures dashboard',
      },
      { screen: 'start', title: 'First steps', icon: Rocket, words: 'getting started onboarding checklist' },
    ],
  },
  {
    group: 'Mail',
    entries: [
      { screen: 'messages', title: 'Messages', icon: Mail, key: 'm', words: 'logs sent mail recipients' },
      { screen: 'events', title: 'Events', icon: Activity, key: 'e', words: 'live tail' },
      { screen: 'inbound', title: 'Inbound', icon: Inbox, key: 'i', words: 'received replies routes mx' },
    ],
  },
  {
    group: 'Audience',
    entries: [
      {
        screen: 'contacts',
        title: 'Contacts',
        icon: ContactRound,
        key: 'c',
        also: ['erasures'],
        words: 'people recipients profiles erase gdpr',
      },
      {
        screen: 'lists',
        title: 'Lists',
        icon: ListChecks,
        key: 'l',
        words: 'subscriber lists subscriptions opt-in consent topics preferences',
      },
      {
        screen: 'segments',
        title: 'Segments',
        icon: Filter,
        key: 'f',
        words: 'rules audience filter cohort',
      },
    ],
  },
  {
    group: 'Content',
    entries: [
      {
        screen: 'templates',
        title: 'Templates',
        icon: LayoutTemplate,
        key: 't',
        words: 'liquid html layouts partials',
      },
    ],
  },
  {
    group: 'Programs',
    entries: [
      {
        screen: 'campaigns',
        title: 'Campaigns',
        icon: Megaphone,
        key: 'n',
        words: 'newsletter bulk send programs',
      },
      {
        screen: 'automations',
        title: 'Automations',
        icon: Workflow,
        key: 'y',
        words: 'journeys flows drip series programs',
      },
    ],
  },
  {
    group: 'Reputation',
    entries: [
      { screen: 'domains', title: 'Domains', icon: Globe, key: 'd', words: 'dns dkim spf records verify' },
      { screen: 'dmarc', title: 'DMARC', icon: ShieldCheck, words: 'sources reports ramp policy' },
      {
        screen: 'suppressions',
        title: 'Suppressions',
        icon: OctagonMinus,
        key: 's',
        words: 'blocklist bounces complaints',
      },
    ],
  },
  {
    group: 'Developers',
    entries: [
      {
        screen: 'webhooks',
        title: 'Webhooks',
        icon: Webhook,
        key: 'w',
        words: 'endpoints deliveries receiver',
      },
      {
        screen: 'api-keys',
        title: 'API keys',
        icon: KeyRound,
        key: 'k',
        needs: 'admin',
        words: 'credentials tokens secrets',
      },
      {
        screen: 'limits',
        title: 'Limits',
        icon: Gauge,
        words: 'rate limits usage quota retention halt halted sending status',
      },
    ],
  },
  {
    group: 'Workspace',
    entries: [
      { screen: 'users', title: 'Users', icon: Users, key: 'u', words: 'people team invite roles' },
      { screen: 'sessions', title: 'Sessions', icon: MonitorSmartphone, words: 'devices signed in' },
      { screen: 'projects', title: 'Projects', icon: FolderKanban, key: 'p' },
      {
        screen: 'audit-log',
        title: 'Audit log',
        icon: FileClock,
        key: 'a',
        needs: 'admin',
        words: 'history changes',
      },
      { screen: 'settings', title: 'Settings', icon: Settings, words: 'workspace name retention' },
    ],
  },
]

/** All entries in the order of the navigation. */
export const entries: readonly Entry[] = navigation.flatMap((group) => group.entries)
