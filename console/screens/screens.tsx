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

/** The screen that the address names. */
export function Screens() {
  return (
    <ErrorBoundary>
      <Router>
        <Route path={pathTo('')} component={Overview} />
        <Route path={pathTo('start')} component={Start} />
        <Route path={pathTo('messages')} component={Messages} />
        <Route path={pathTo('messages/new')} component={Compose} />
        <Route path={pathTo('messages/:id')} component={Message} />
        <Route path={pathTo('events')} component={Events} />
        <Route path={pathTo('events/:id')} component={Event} />
        <Route path={pathTo('inbound')} component={Inbound} />
        <Route path={pathTo('inbound/routes')} component={InboundRoutes} />
        <Route path={pathTo('inbound/routes/:id')} component={InboundRoute} />
        <Route path={pathTo('inbound/:id')} component={InboundMail} />
        <Route path={pathTo('domains')} component={Domains} />
        <Route path={pathTo('domains/:id')} component={Domain} />
        <Route path={pathTo('dmarc')} component={Dmarc} />
        <Route path={pathTo('dmarc/:id')} component={Ramp} />
        <Route path={pathTo('suppressions')} component={Suppressions} />
        <Route path={pathTo('suppressions/import')} component={ImportSuppressions} />
        <Route path={pathTo('suppressions/:id')} component={Suppression} />
        <Route path={pathTo('contacts')} component={Contacts} />
        <Route path={pathTo('contacts/import')} component={ImportContacts} />
        <Route path={pathTo('contacts/imports/:id')} component={ContactImport} />
        <Route path={pathTo('contacts/:id')} component={Contact} />
        <Route path={pathTo('erasures')} component={Erasures} />
        <Route path={pathTo('erasures/new')} component={Erase} />
        <Route path={pathTo('erasures/:id')} component={Erasure} />
        <Route path={pathTo('lists')} component={Lists} />
        <Route path={pathTo('lists/topics')} component={Topics} />
        <Route path={pathTo('lists/topics/:id')} component={Topic} />
        <Route path={pathTo('lists/:id')} component={List} />
        <Route path={pathTo('lists/:id/subscriptions/:subscription')} component={Subscription} />
        <Route path={pathTo('segments')} component={Segments} />
        <Route path={pathTo('segments/new')} component={NewSegment} />
        <Route path={pathTo('segments/:id')} component={Segment} />
        <Route path={pathTo('templates')} component={Templates} />
        <Route path={pathTo('templates/new')} component={NewTemplate} />
        <Route path={pathTo('templates/:id')} component={Template} />
        <Route path={pathTo('campaigns')} component={Campaigns} />
        <Route path={pathTo('campaigns/new')} component={NewCampaign} />
        <Route path={pathTo('campaigns/:id')} component={Campaign} />
        <Route path={pathTo('automations')} component={Automations} />
        <Route path={pathTo('automations/new')} component={NewAutomation} />
        <Route path={pathTo('automations/:id')} component={Automation} />
        <Route path={pathTo('automations/:id/runs/:run')} component={AutomationRun} />
        <Route path={pathTo('webhooks')} component={Webhooks} />
        <Route path={pathTo('webhooks/new')} component={NewWebhook} />
        <Route path={pathTo('webhooks/receivers/:id')} component={Receiver} />
        <Route path={pathTo('webhooks/:id')} component={Webhook} />
        <Route path={pathTo('api-keys')} component={ApiKeys} />
        <Route path={pathTo('api-keys/:id')} component={ApiKey} />
        <Route path={pathTo('limits')} component={Limits} />
        <Route path={pathTo('users')} component={Users} />
        <Route path={pathTo('users/:id')} component={User} />
        <Route path={pathTo('sessions')} component={Sessions} />
        <Route path={pathTo('projects')} component={Projects} />
        <Route path={pathTo('projects/:id')} component={Project} />
        <Route path={pathTo('audit-log')} component={AuditLog} />
        <Route path={pathTo('audit-log/:id')} component={AuditEvent} />
        <Route path={pathTo('settings')} component={Settings} />
        <Route path={pathTo('gallery')} component={Gallery} />
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}
