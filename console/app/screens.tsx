import { Route, Router } from 'preact-iso/router'
import { ErrorBoundary } from './error-boundary.js'
import { pathTo } from './location.js'
import { onDemand } from './on-demand.js'
import { NotFound } from './not-found.js'

/** Each screen is loaded when it is first shown. */
export const SignIn = onDemand(() => import('../screens/sign-in/sign-in.js'))
const Overview = onDemand(() => import('../screens/overview/overview.js'))
const Start = onDemand(() => import('../screens/start/start.js'))
const Messages = onDemand(() => import('../screens/messages/messages.js'))
const Compose = onDemand(() => import('../screens/messages/compose.js'))
const Message = onDemand(() => import('../screens/messages/message.js'))
const Events = onDemand(() => import('../screens/events/events.js'))
const Event = onDemand(() => import('../screens/events/event.js'))
/** For who works on the console: the package leaves it out. */
const Gallery = onDemand(() => import('../screens/gallery/gallery.js').catch(() => ({ default: NotFound })))
const Domains = onDemand(() => import('../screens/domains/domains.js'))
const Domain = onDemand(() => import('../screens/domains/domain.js'))
const Dmarc = onDemand(() => import('../screens/dmarc/dmarc.js'))
const Ramp = onDemand(() => import('../screens/dmarc/ramp.js'))
const Suppressions = onDemand(() => import('../screens/suppressions/suppressions.js'))
const ImportSuppressions = onDemand(() => import('../screens/suppressions/import.js'))
const Suppression = onDemand(() => import('../screens/suppressions/suppression.js'))
const Webhooks = onDemand(() => import('../screens/webhooks/webhooks.js'))
const NewWebhook = onDemand(() => import('../screens/webhooks/new.js'))
const Webhook = onDemand(() => import('../screens/webhooks/webhook.js'))
const Receiver = onDemand(() => import('../screens/webhooks/receiver.js'))
const ApiKeys = onDemand(() => import('../screens/api-keys/api-keys.js'))
const ApiKey = onDemand(() => import('../screens/api-keys/api-key.js'))
const Limits = onDemand(() => import('../screens/limits/limits.js'))
const Users = onDemand(() => import('../screens/users/users.js'))
const User = onDemand(() => import('../screens/users/user.js'))
const Sessions = onDemand(() => import('../screens/sessions/sessions.js'))
const Projects = onDemand(() => import('../screens/projects/projects.js'))
const Project = onDemand(() => import('../screens/projects/project.js'))
const AuditLog = onDemand(() => import('../screens/audit-log/audit-log.js'))
const AuditEvent = onDemand(() => import('../screens/audit-log/audit-event.js'))
const Settings = onDemand(() => import('../screens/settings/settings.js'))
/** The package is without it: it is for those who work on the console. */

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
        <Route path={pathTo('domains')} component={Domains} />
        <Route path={pathTo('domains/:id')} component={Domain} />
        <Route path={pathTo('dmarc')} component={Dmarc} />
        <Route path={pathTo('dmarc/:id')} component={Ramp} />
        <Route path={pathTo('suppressions')} component={Suppressions} />
        <Route path={pathTo('suppressions/import')} component={ImportSuppressions} />
        <Route path={pathTo('suppressions/:id')} component={Suppression} />
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
