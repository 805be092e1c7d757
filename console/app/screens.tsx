import lazy from 'preact-iso/lazy'
import { Route, Router } from 'preact-iso/router'
import { ErrorBoundary } from './error-boundary.js'
import { pathTo } from './location.js'
import { NotFound } from './not-found.js'

/** Each screen is loaded when it is first shown. */
export const SignIn = lazy(() => import('../screens/sign-in/sign-in.js'))
const Overview = lazy(() => import('../screens/overview/overview.js'))
const Start = lazy(() => import('../screens/start/start.js'))
const Messages = lazy(() => import('../screens/messages/messages.js'))
const Compose = lazy(() => import('../screens/messages/compose.js'))
const Message = lazy(() => import('../screens/messages/message.js'))
const Events = lazy(() => import('../screens/events/events.js'))
const Event = lazy(() => import('../screens/events/event.js'))
const Users = lazy(() => import('../screens/users/users.js'))
const User = lazy(() => import('../screens/users/user.js'))
const Sessions = lazy(() => import('../screens/sessions/sessions.js'))
const Projects = lazy(() => import('../screens/projects/projects.js'))
const Project = lazy(() => import('../screens/projects/project.js'))
const AuditLog = lazy(() => import('../screens/audit-log/audit-log.js'))
const AuditEvent = lazy(() => import('../screens/audit-log/audit-event.js'))
const Settings = lazy(() => import('../screens/settings/settings.js'))
/** The package is without it: it is for those who work on the console. */
const Gallery = lazy(() => import('../screens/gallery/gallery.js').catch(() => ({ default: NotFound })))

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
