import { Route, Router } from 'preact-iso/router'
import { ErrorBoundary } from '../app/error-boundary.js'
import { pathTo } from '../state/location.js'
import { onDemand } from '../app/on-demand.js'
import { NotFound } from '../app/not-found.js'

/** Each screen is loaded when it is first shown. */
export const SignIn = onDemand(() => import('./sign-in/sign-in.js'))
const Overview = onDemand(() => import('./overview/overview.js'))
const Start = onDemand(() => import('./start/start.js'))
const Messages = onDemand(() => import('./messages/messages.js'))
const Compose = onDemand(() => import('./messages/compose/compose.js'))
const Message = onDemand(() => import('./messages/message.js'))
const Events = onDemand(() => import('./events/events.js'))
const Event = onDemand(() => import('./events/event.js'))
const Inbound = onDemand(() => import('./inbound/mails/mails.js'))
const InboundRoutes = onDemand(() => import('./inbound/routes/routes.js'))
const InboundRoute = onDemand(() => import('./inbound/routes/route.js'))
const InboundMail = onDemand(() => import('./inbound/mails/mail.js'))
/** The gallery, for developers of the console: the package leaves it out. */
const Gallery = onDemand(() => import('./gallery/gallery.js').catch(() => ({ default: NotFound })))
const Domains = onDemand(() => import('./domains/domains.js'))
const Domain = onDemand(() => import('./domains/domain.js'))
const Dmarc = onDemand(() => import('./dmarc/dmarc.js'))
const Ramp = onDemand(() => import('./dmarc/ramp.js'))
const Suppressions = onDemand(() => import('./suppressions/suppressions.js'))
const ImportSuppressions = onDemand(() => import('./suppressions/import.js'))
const Suppression = onDemand(() => import('./suppressions/suppression.js'))
const Contacts = onDemand(() => import('./contacts/contacts.js'))
const Contact = onDemand(() => import('./contacts/profile/contact.js'))
const ImportContacts = onDemand(() => import('./contact-imports/import.js'))
const ContactImport = onDemand(() => import('./contact-imports/contact-import.js'))
const Erasures = onDemand(() => import('./erasures/erasures.js'))
const Erase = onDemand(() => import('./erasures/erase.js'))
const Erasure = onDemand(() => import('./erasures/erasure.js'))
const Lists = onDemand(() => import('./lists/lists.js'))
const List = onDemand(() => import('./lists/list.js'))
const Topics = onDemand(() => import('./topics/topics.js'))
const Topic = onDemand(() => import('./topics/topic.js'))
const Subscription = onDemand(() => import('./lists/subscription.js'))
const Segments = onDemand(() => import('./segments/segments.js'))
const NewSegment = onDemand(() => import('./segments/new.js'))
const Segment = onDemand(() => import('./segments/segment.js'))
const Templates = onDemand(() => import('./templates/templates.js'))
const NewTemplate = onDemand(() => import('./templates/new.js'))
const Template = onDemand(() => import('./templates/template.js'))
const Campaigns = onDemand(() => import('./campaigns/campaigns.js'))
const NewCampaign = onDemand(() => import('./campaigns/new.js'))
const Campaign = onDemand(() => import('./campaigns/campaign.js'))
const Automations = onDemand(() => import('./automations/automations.js'))
const NewAutomation = onDemand(() => import('./automations/new.js'))
const Automation = onDemand(() => import('./automations/automation.js'))
const AutomationRun = onDemand(() => import('./automations/runs/run.js'))
const Webhooks = onDemand(() => import('./webhooks/webhooks.js'))
const NewWebhook = onDemand(() => import('./webhooks/new.js'))
const Webhook = onDemand(() => import('./webhooks/webhook.js'))
const Receiver = onDemand(() => import('./webhooks/receivers/receiver.js'))
const ApiKeys = onDemand(() => import('./api-keys/api-keys.js'))
const ApiKey = onDemand(() => import('./api-keys/api-key.js'))
const Limits = onDemand(() => import('./limits/limits.js'))
const Users = onDemand(() => import('./users/users.js'))
const User = onDemand(() => import('./users/user.js'))
const Sessions = onDemand(() => import('./sessions/sessions.js'))
const Projects = onDemand(() => import('./projects/projects.js'))
const Project = onDemand(() => import('./projects/project.js'))
const AuditLog = onDemand(() => import('./audit-log/audit-log.js'))
const AuditEvent = onDemand(() => import('./audit-log/audit-event.js'))
const Settings = onDemand(() => import('./settings/settings.js'))

/** The screens by their paths below the console's address. */
const routes = [
  ['', Overview],
  ['start', Start],
  ['messages', Messages],
  ['messages/new', Compose],
  ['messages/:id', Message],
  ['events', Events],
  ['events/:id', Event],
  ['inbound', Inbound],
  ['inbound/routes', InboundRoutes],
  ['inbound/routes/:id', InboundRoute],
  ['inbound/:id', InboundMail],
  ['domains', Domains],
  ['domains/:id', Domain],
  ['dmarc', Dmarc],
  ['dmarc/:id', Ramp],
  ['suppressions', Suppressions],
  ['suppressions/import', ImportSuppressions],
  ['suppressions/:id', Suppression],
  ['contacts', Contacts],
  ['contacts/import', ImportContacts],
  ['contacts/imports/:id', ContactImport],
  ['contacts/:id', Contact],
  ['erasures', Erasures],
  ['erasures/new', Erase],
  ['erasures/:id', Erasure],
  ['lists', Lists],
  ['lists/topics', Topics],
  ['lists/topics/:id', Topic],
  ['lists/:id', List],
  ['lists/:id/subscriptions/:subscription', Subscription],
  ['segments', Segments],
  ['segments/new', NewSegment],
  ['segments/:id', Segment],
  ['templates', Templates],
  ['templates/new', NewTemplate],
  ['templates/:id', Template],
  ['campaigns', Campaigns],
  ['campaigns/new', NewCampaign],
  ['campaigns/:id', Campaign],
  ['automations', Automations],
  ['automations/new', NewAutomation],
  ['automations/:id', Automation],
  ['automations/:id/runs/:run', AutomationRun],
  ['webhooks', Webhooks],
  ['webhooks/new', NewWebhook],
  ['webhooks/receivers/:id', Receiver],
  ['webhooks/:id', Webhook],
  ['api-keys', ApiKeys],
  ['api-keys/:id', ApiKey],
  ['limits', Limits],
  ['users', Users],
  ['users/:id', User],
  ['sessions', Sessions],
  ['projects', Projects],
  ['projects/:id', Project],
  ['audit-log', AuditLog],
  ['audit-log/:id', AuditEvent],
  ['settings', Settings],
  ['gallery', Gallery],
] as const

/**
 * Begins to load the screen that an address names, if it has no id: while the session is still being asked for, the
 * network is idle.
 */
export function loadAhead(path: string): void {
  const screen = routes.find(([route]) => pathTo(route) === path)
  void screen?.[1].preload()
}

/** The screen that the address names. */
export function Screens() {
  return (
    <ErrorBoundary>
      <Router>
        {routes.map(([path, component]) => (
          <Route key={path} path={pathTo(path)} component={component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}
