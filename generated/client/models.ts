// Made from openapi/ by openapi-generator (npm run generate). Do not edit.

/** The reply to a send. Delivery happens later; follow it in the logs or events. */
export interface AcceptedMessage {
  /** A message. */
  id: string
  status: MessageStatus
  created_at: string
  /** When the message is sent; null if it is sent at once. */
  scheduled_at: string | null
  recipients: Array<Recipient>
  /** Present if the send had `html` without `text`, so that the service created the text from it. */
  text_from_html?: true
}

export interface ApiKey {
  /** An API key. */
  id: string
  kind: ApiKeyKind
  name: string
  /** The start and the end of the secret, to identify the key. */
  hint: string
  /** The project of a project key; null for a workspace key. */
  project_id: string | null
  scopes: Array<Scope>
  restrictions: IssuedRestrictions
  created_at: string
  revoked_at: string | null
  /** When a request was last admitted with the key, whatever the reply was. Requests do not count if the key was revoked or expired, was used from another address, or lacked permission for the operation. May be up to 5 minutes old. Null if the key has not been used; uses before the upgrade that added this field are unknown. */
  last_used_at: string | null
}

/** A project key is limited to one project; a workspace key acts for all of them. */
export type ApiKeyKind = 'project' | 'workspace'

export interface ApiKeyList {
  data: Array<ApiKey>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** The key's restrictions. An absent or null value restricts nothing. */
export interface ApiKeyRestrictions {
  /** The key can only access projects of this environment. For workspace keys; a project key has its project's environment. */
  environment?: 'live' | 'test' | null | undefined
  /** The key only works from these addresses: IPv4 or IPv6, single or as ranges (RFC 4632). Empty means any address. */
  ip_cidrs?: ReadonlyArray<string> | undefined
  /** The key only sends from these domains, not from their subdomains. Empty means any domain. The key cannot reschedule or cancel mail of other senders, nor change their subscriber lists (403 `sender_not_allowed`). */
  sender_domains?: ReadonlyArray<string> | undefined
  /** From this time on, requests with the key return 401 `expired_credentials`. */
  expires_at?: string | null | undefined
}

/** The version of the envelope and of `data`. */
export type ApiVersion = 'v1'

export interface Attachment {
  /** The file name that the recipient sees. Folders and control characters are removed. */
  filename: string
  /** The content in base64 (RFC 4648, section 4), with or without padding. */
  content: string
  /** A media type (RFC 2045, section 5.1), with parameters if mail programs need them, as in `text/calendar; method=REQUEST`. The service writes `name` itself, and `charset=utf-8` for UTF-8 text without a charset. `multipart` and `message` types are refused. */
  content_type?: string | undefined
  /** The part's id for the HTML body, unique in the message. Without angle brackets. */
  content_id?: string | undefined
  disposition?: Disposition | undefined
}

/** The server that the attempt connected to: a mail exchange of the recipient's domain, the relay, or the sink. If several were tried, the server that gave the result. Null if there was no connection, if the attempt is a report, or if it was recorded by version 0.1.0 of the service. */
export interface AttemptServer {
  /** Its host name, or its IP address if it is configured that way. */
  name: string
  /** The IP address. Null if the connection ended before the address was known. */
  address: string | null
  port: number
}

/** The source that sent the mail, one of those that the operator added. Null if the service has no sources or uses a relay, if there was no connection attempt, or if an earlier version recorded the attempt. */
export interface AttemptSource {
  /** The IP address that receivers see. */
  address: string
  /** The host name that the source gives in EHLO. */
  name: string
}

/** How the connection was encrypted when the result came. Null if it was not encrypted, if there was no connection, if the attempt is a report, or if it was recorded by version 0.1.0 of the service. */
export interface AttemptTls {
  /** The protocol. */
  version: string
  /** The cipher suite's name in the IANA registry. */
  cipher: string
  /** How the server proved its identity. `dane`: by its TLSA records (RFC 7672). `mta_sts`: by a certificate required by the domain's MTA-STS policy (RFC 8461). `certificate`: by a certificate for the server's name from a trusted authority. `none`: not at all; the connection is encrypted, but the server could have been an impostor. The list grows in version 1; treat unknown values as `none`. */
  authentication: string
}

export interface AudienceOfCampaign {
  list_id: string | null
  segment_id: string | null
  exclude_segment_id: string | null
}

export interface AuditActor {
  kind: AuditActorKind
  /** The id of the user or of the key. */
  id: string | null
  /** The user's address at that time, or the key's current name. Null if the address was erased. */
  name: string | null
  session_id: string | null
}

/** Who or what made the change: a user's session (or a passkey about to begin one), an API key, the operator's command line, somebody who used a link from a mail (sign-in, confirmation or unsubscription), or the service itself. */
export type AuditActorKind = 'session' | 'project_key' | 'workspace_key' | 'command_line' | 'link' | 'service'

/** A change or an attempted change, or a tool call by an agent, and who made it. It contains no bodies and no secrets. */
export interface AuditEvent {
  /** An entry of the audit log. */
  id: string
  created_at: string
  actor: AuditActor
  /** The client address of the request. Null for the command line and the service. */
  ip_address: string | null
  /** The first 200 characters of the `User-Agent` header. */
  user_agent: string | null
  /** The `operationId` of a request. Otherwise: `cli.` and the command (`cli.domain.add`), `link.` and the action on a page that a mail links to, `mcp.` and the operation that an agent called as a tool, or `service.` and the task. */
  operation: string
  resource: AuditEventResource | null
  outcome: AuditOutcome
  /** The status of the reply. Null if there was no request. */
  status: number | null
  /** The code of the error reply. */
  error_code: string | null
  /** The id of the request. */
  request_id: string | null
  /** The key's project, or the resource's project if known. */
  project_id: string | null
  /** The number of objects, if more than one was changed at once. */
  count: number | null
}

export interface AuditEventList {
  data: Array<AuditEvent>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** The object that was changed. Null if there was more than one, or if nothing was created. */
export interface AuditEventResource {
  /**The kind of object, in snake_case.*/
  type: string
  id: string
}

/** `succeeded`: the change was made. `refused`: a 4xx reply, or a batch of which no message was accepted; nothing changed. `failed`: a 5xx reply. */
export type AuditOutcome = 'succeeded' | 'refused' | 'failed'

export interface Automation {
  /** An automation. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  status: AutomationStatus
  /** The version that new runs use. Null until a version is published. */
  published_version: number | null
  /** A version's number, from 1. */
  latest_version: number
  retry: AutomationRetry | null
  created_at: string
  updated_at: string
  figures?: AutomationFigures
}

/** Runs the steps of the first case whose rule holds, otherwise those of `else`. */
export interface AutomationBranch {
  cases: ReadonlyArray<AutomationCase>
  /** Nested steps. After the last one, the run continues after the enclosing step. */
  _else?: ReadonlyArray<AutomationStep> | undefined
}

export interface AutomationCase {
  _if: SegmentRule
  /** Nested steps. After the last one, the run continues after the enclosing step. */
  steps: ReadonlyArray<AutomationStep>
}

/** An event of the contact, as recorded by `recordContactEvent` or by a step. */
export interface AutomationEventCondition {
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Conditions on the event's properties. All must hold. An empty list is the same as none. */
  where?: ReadonlyArray<SegmentPropertyCondition> | undefined
}

/** An object with exactly one of these keys. */
export interface AutomationExit {
  event?: AutomationEventCondition | undefined
  list?: AutomationListCondition | undefined
  rule?: SegmentRule | undefined
}

/** Ends the run. */
export interface AutomationExitStep {
  /** A description for people. */
  reason?: string | undefined
}

/** The number of runs, in lists of automations with `include=figures`. */
export interface AutomationFigures {
  runs: AutomationRunCounts
}

export interface AutomationIgnoredCount {
  reason: AutomationIgnoredReason
  count: number
}

/** Why no run was started. `automation_paused`: the automation is paused. `entry_rule`: the entry rule excludes the contact. `already_entered`, `already_running`, `min_interval`: `reentry` does not allow it. `too_many_runs`: the contact started 10 runs of the automation within 24 hours. `too_old`: the event happened more than 24 hours before it was recorded. `max_depth`: the event was recorded by a step, the last of five that caused each other. */
export type AutomationIgnoredReason = 'automation_paused' | 'entry_rule' | 'already_entered' | 'already_running' | 'min_interval' | 'too_many_runs' | 'too_old' | 'max_depth'

/** An inbound route of the project accepts a mail from the contact. Automatic mail counts if the route delivers it; mail that fails DMARC never counts. The data of the run is `inbound_message_id`, `route_id`, `subject`, `text` (without quotations as far as they were detected, and at most 2,000 characters), `automatic` and `authenticated`. */
export interface AutomationInboundCondition {
  /** An inbound route. */
  route_id?: string | undefined
  /** Whether only mail from an authenticated sender (`auth.authenticated`) starts a run. With `false`, anybody can start a run in the name of a contact whose domain has no DMARC record. */
  require_authenticated?: boolean | undefined
}

export interface AutomationList {
  data: Array<Automation>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** The contact confirms the list, or unsubscribes from it. */
export interface AutomationListCondition {
  /** A subscriber list. */
  list_id: string
  on: 'confirmed' | 'unsubscribed'
}

/** A step that notifies your servers. */
export interface AutomationNotifiedData {
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  /** A run of an automation. */
  run_id: string
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  step_key: string
  /** The name that the step defines. */
  name: string
  /** The data that the step defines. */
  data: { [key: string]: any; }
  /** The data that started the run. If that is an inbound message, the API returns its `subject` and `text` only to sessions. */
  trigger: { [key: string]: any; }
}

export interface AutomationNotifiedEvent {
  /** An event. */
  id: string
  type: 'automation.notified'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: AutomationNotifiedData
}

/** Notifies your servers with the event `automation.notified`, through your webhooks. */
export interface AutomationNotify {
  name: string
  /** At most 16 kB of JSON. */
  data?: { [key: string]: any; } | undefined
}

/** New runs now use another version of an automation. */
export interface AutomationPublishedData {
  /** An automation. */
  automation_id: string
  name: string
  /** A version's number, from 1. */
  version: number
  /** The previous version; null if this is the first. */
  previous_version: number | null
}

export interface AutomationPublishedEvent {
  /** An event. */
  id: string
  type: 'automation.published'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: AutomationPublishedData
}

/** Records an event of the contact. The event can start other runs, which can record events again, up to 5 in a row. */
export interface AutomationRecordEvent {
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Further data about the event. */
  properties?: { [key: string]: PropertyValue; } | undefined
}

/** How often a contact can enter the automation. */
export interface AutomationReentry {
  /** `once`: only once ever. `after_exit`: one run at a time (the default). `always`: any number of runs at a time. */
  mode?: 'once' | 'after_exit' | 'always' | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  min_interval?: string | undefined
  /** A property of the event, such as `cart_id`. `mode` and `min_interval` then apply separately to each of its values. */
  key?: string | undefined
}

/** The last bulk retry and its progress. Null if there was none. */
export interface AutomationRetry {
  requested_at: string
  /**How many failed runs there were at the start.*/
  total: number
  retried: number
  /**Runs that cannot be retried, because the contact has another run in progress or was erased.*/
  skipped: number
  /**Null while the retry is in progress.*/
  completed_at: string | null
}

export interface AutomationRun {
  /** A run of an automation. */
  id: string
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  /** A contact. */
  contact_id: string
  status: AutomationRunStatus
  trigger: AutomationRunTrigger
  /** The value of `reentry.key`, if there is one. */
  key: string | null
  /** How many runs came before this one in the chain of runs that caused each other. */
  depth: number
  /** The step the run is at, or was at when it ended. Null after the last step. */
  step_key: string | null
  wait: AutomationRunWait | null
  /** What keeps the run from its next step. The run continues on its own once that is over. */
  blocked_by: 'automation_paused' | 'sending_halted' | 'quota_exceeded' | null
  /** Failed attempts at this step. */
  attempts: number
  /** When a temporarily failed step is retried. */
  next_attempt_at: string | null
  error: AutomationRunError | null
  /** Why the run ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`, `max_depth`, `manual`, `automation_archived`, or `contact_erased` if its contact was erased or deleted. */
  ended_reason: string | null
  started_at: string
  ended_at: string | null
}

export interface AutomationRunCompletedEvent {
  /** An event. */
  id: string
  type: 'automation.run_completed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: AutomationRunData
}

export interface AutomationRunCounts {
  running: number
  waiting: number
  completed: number
  exited: number
  failed: number
  cancelled: number
}

/** An automation run that ended. */
export interface AutomationRunData {
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  /** A run of an automation. */
  run_id: string
  /** A contact. */
  contact_id: string
  status: AutomationRunStatus
  /** Why the run ended before its last step. See `AutomationRun`. */
  ended_reason: string | null
  /** The step that the run was at when it ended. */
  step_key: string | null
  error: AutomationRunError | null
}

/** A run with its steps and the data that started it. */
export interface AutomationRunDetail {
  /** A run of an automation. */
  id: string
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  /** A contact. */
  contact_id: string
  status: AutomationRunStatus
  trigger: AutomationRunTrigger
  /** The value of `reentry.key`, if there is one. */
  key: string | null
  /** How many runs came before this one in the chain of runs that caused each other. */
  depth: number
  /** The step the run is at, or was at when it ended. Null after the last step. */
  step_key: string | null
  wait: AutomationRunWait | null
  /** What keeps the run from its next step. The run continues on its own once that is over. */
  blocked_by: 'automation_paused' | 'sending_halted' | 'quota_exceeded' | null
  /** Failed attempts at this step. */
  attempts: number
  /** When a temporarily failed step is retried. */
  next_attempt_at: string | null
  error: AutomationRunError | null
  /** Why the run ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`, `max_depth`, `manual`, `automation_archived`, or `contact_erased` if its contact was erased or deleted. */
  ended_reason: string | null
  started_at: string
  ended_at: string | null
  /** The data that started the run. */
  data: { [key: string]: any; }
  /** Oldest first. */
  steps: Array<AutomationRunStep>
}

/** Why the step last failed. Null if it did not fail. */
export interface AutomationRunError {
  code: string
  message: string
}

export interface AutomationRunFailedEvent {
  /** An event. */
  id: string
  type: 'automation.run_failed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: AutomationRunData
}

export interface AutomationRunList {
  data: Array<AutomationRun>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** `running`: at a step, or about to start one. `waiting`: in a wait. `completed`: past its last step. `exited`: ended by an exit. `failed`: a step failed; the run can be retried. `cancelled`: ended by somebody or by the service. */
export type AutomationRunStatus = 'running' | 'waiting' | 'completed' | 'exited' | 'failed' | 'cancelled'

export interface AutomationRunStep {
  key: string
  kind: AutomationStepKind
  /** `skipped`: there was nothing to do, for the given `reason`. `timed_out`: the awaited event did not come. `waiting`, `blocked`, `retrying`: the run is at this step now. */
  outcome: 'done' | 'skipped' | 'timed_out' | 'waiting' | 'blocked' | 'retrying' | 'failed'
  /** A stable code, such as `opted_out`. */
  reason: string | null
  /** The reason as a sentence for people. */
  detail: string | null
  /** Which inner steps were taken: `cases/0`, `else`, `on_timeout`. */
  taken: string | null
  /** The mail that the step sent. */
  message_id: string | null
  /** Failed attempts. */
  attempts: number
  started_at: string
  ended_at: string | null
}

export interface AutomationRunTrigger {
  kind: 'event' | 'list' | 'contact_created' | 'manual' | 'inbound'
  /** The contact event that started the run, if any. */
  contact_event_id: string | null
  /** The contact's inbound mail that started the run, if any. */
  inbound_message_id: string | null
  /** When the triggering event happened. */
  at: string
}

/** What the run is waiting for. Null if it is not waiting. */
export interface AutomationRunWait {
  until: string
  /** The name of the event; null if the run only waits for a time. */
  event: string | null
}

/** Sends a mail to the contact. A contact that has opted out, is suppressed, has not confirmed the list or does not want the topic gets no mail, and the run continues. With `topic`, the unsubscribe link ends only that topic. `transactional` mail has no unsubscribe link. */
export interface AutomationSend {
  /** A template. */
  template_id: string
  /** The version. Defaults to the one that is published when the step is reached. */
  version?: number | undefined
  /** Values of the template's variables, at most 64 kB of JSON. A variable without a value here takes, in this order, the value of that name in the data that started the run, the contact's property of that name, or the template's default. */
  variables?: { [key: string]: any; } | undefined
  /** Whether the contact asked for this mail, as for a receipt. If true, the mail also goes to contacts that have opted out and needs no unsubscribe link. Defaults to false. */
  transactional?: boolean | undefined
  /** The topic's key, unique in its project. It never changes. */
  topic?: string | undefined
}

/** The sender of the automation's mail, if it differs from the template's. */
export interface AutomationSender {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The Reply-To addresses. An empty list is the same as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** A label of your own, for search and statistics. */
  category?: string | undefined
  /** A subscriber list. */
  list_id?: string | undefined
}

export interface AutomationSimulation {
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  /** Whether the trigger and the entry rule let the contact in. */
  entered: boolean
  /** Why the contact is not let in: `trigger` or `entry_rule`. */
  reason: string | null
  /** How the run ends. Null if it does not start. */
  status: 'completed' | 'exited' | 'failed' | null
  ended_reason: string | null
  steps: Array<SimulatedStep>
}

/** The number of runs, measured at one moment within the last 5 seconds. */
export interface AutomationStats {
  /** An automation. */
  automation_id: string
  as_of: string
  runs: AutomationRunCounts
  /** Triggers that started no run, by reason, most frequent first. */
  ignored: Array<AutomationIgnoredCount>
  /** The current steps of runs in progress and of failed runs. */
  steps: Array<AutomationStepCounts>
}

/** `draft`: no version was published. `active`: starts new runs and continues existing ones. `paused`: starts no runs, and holds existing ones until it is resumed. `archived`: ended for good; its runs are cancelled. */
export type AutomationStatus = 'draft' | 'active' | 'paused' | 'archived'

/** An object with a `key` and exactly one of the other properties. */
export interface AutomationStep {
  /** Identifies the step within its version. */
  key: string
  send?: AutomationSend | undefined
  wait?: AutomationWait | undefined
  wait_for_event?: AutomationWaitForEvent | undefined
  branch?: AutomationBranch | undefined
  update_contact?: AutomationUpdateContact | undefined
  subscribe?: AutomationSubscribe | undefined
  unsubscribe?: AutomationUnsubscribe | undefined
  record_event?: AutomationRecordEvent | undefined
  notify?: AutomationNotify | undefined
  exit?: AutomationExitStep | undefined
}

export interface AutomationStepCounts {
  /** A version's number, from 1. */
  version: number
  step_key: string
  running: number
  waiting: number
  failed: number
}

export type AutomationStepKind = 'send' | 'wait' | 'wait_for_event' | 'branch' | 'update_contact' | 'subscribe' | 'unsubscribe' | 'record_event' | 'notify' | 'exit'

/** Asks the contact to confirm the list, with the list's opt-in mail. */
export interface AutomationSubscribe {
  /** A subscriber list. */
  list_id: string
}

/** Waits until the clock next shows this time. If a clock change skips this time, the wait ends later by as much as the clock goes forward. */
export interface AutomationTimeOfDay {
  time: string
  /** A name from the IANA time zone database. */
  timezone: string
}

/** What starts a run: an object with exactly one of these keys. With `manual`, only `triggerAutomation` starts runs; that operation also works for the other triggers. */
export interface AutomationTrigger {
  event?: AutomationEventCondition | undefined
  list?: AutomationListCondition | undefined
  /** Takes no settings. */
  contact_created?: object | undefined
  inbound?: AutomationInboundCondition | undefined
  /** Takes no settings. */
  manual?: object | undefined
}

export interface AutomationTriggered {
  outcome: 'started' | 'ignored'
  /** Why the trigger was ignored, an `AutomationIgnoredReason`. Null if it was not. */
  reason: string | null
  /** The run that was started. Null if the trigger was ignored. */
  run: AutomationRun | null
}

/** Ends the subscription to the list. Without a list, the contact opts out of the project's campaigns and automations. */
export interface AutomationUnsubscribe {
  /** A subscriber list. */
  list_id?: string | undefined
}

/** Waits until the time in a property of the contact or, if the data that started the run has a value of that name, until that time. A date without a time means the start of that day in UTC. If there is no such value, the step is skipped. */
export interface AutomationUntilProperty {
  name: string
  /** An ISO 8601 duration that is added, or subtracted if it starts with a minus sign. */
  offset?: string | undefined
}

/** Changes the contact. Properties are merged; null removes a property. */
export interface AutomationUpdateContact {
  name?: string | null | undefined
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties?: { [key: string]: PropertyValue; } | undefined
}

export interface AutomationUser {
  /** An automation. */
  automation_id: string
  name: string
  status: AutomationStatus
}

/** A version as it was given. It never changes. */
export interface AutomationVersion {
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  trigger: AutomationTrigger
  /** A `SegmentRule`. Null lets every contact in. */
  entry_rule: { [key: string]: any; } | null
  reentry: AutomationReentry
  /** What ends a run, whatever step it is at. Events and lists end it at once, rules before its next step. */
  exit_on: Array<AutomationExit>
  sender: AutomationSender
  /** The steps in order. At most 100 in all, including nested ones, and nested at most 5 levels deep. */
  steps: Array<AutomationStep>
  created_at: string
  /** Who created the version. */
  created_by: string
  /** When the version was first published. */
  published_at: string | null
}

export interface AutomationVersionList {
  data: Array<AutomationVersion>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** An object with exactly one of these keys. A time in the past does not wait. */
export interface AutomationWait {
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  _for?: string | undefined
  until?: string | undefined
  until_property?: AutomationUntilProperty | undefined
  time_of_day?: AutomationTimeOfDay | undefined
}

/** Waits for an event of the contact that happens after the run began, at most for `timeout`. After that, the steps of `on_timeout` run. */
export interface AutomationWaitForEvent {
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Conditions on the event's properties. All must hold. An empty list is the same as none. */
  where?: ReadonlyArray<SegmentPropertyCondition> | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  timeout: string
  /** Nested steps. After the last one, the run continues after the enclosing step. */
  on_timeout?: ReadonlyArray<AutomationStep> | undefined
}

export interface AwsCredentials {
  /** The access key id. It is no secret. */
  access_key_id: string
  /** The secret access key. A repeated request with the same idempotency key gets it again within 10 minutes of the first reply; in later replays it is null. A request with another idempotency key gets it at any time. */
  secret: string | null
  secret_withheld: SecretWithheld | null
}

/**
 * Exactly one of `message` and `template`. A mistake in either rejects only this item.
 *
 * `message` is the body of `sendMessage`. `template` is a send with a template: `template_id`, `version`, `locale`
 * and `variables` beside `project_id`, `to` and the other fields. The form of `sendMessage`, with these four inside
 * a `template` object, works as well.
 */
export interface BatchItem {
  /** Makes the item safe to retry, as `Idempotency-Key` does for a single send: 1 to 255 printable ASCII characters. */
  idempotency_key: string
  message?: SendMessageRequest | undefined
  template?: BatchTemplate | undefined
}

/** The error that a single send would have returned. */
export interface BatchItemError {
  /** The HTTP status that a single send would have returned. */
  status: number
  code: ErrorCode
  /** A message for people. May change at any time. */
  message: string
  /** Up to 20 mistakes of the item. Paths start at the request's body, as in every error: for the fourth item, for example, `/body/items/3/message/to/0/email`. Once the batch has reported 200 mistakes in total, each further item reports only its first. */
  details?: Array<ErrorDetail>
}

export interface BatchItemResult {
  /** The item's position in the request. */
  index: number
  idempotency_key: string
  status: BatchItemStatus
  /** Present if an earlier request with this key was accepted and nothing was sent again. */
  replayed?: true
  message?: AcceptedMessage
  error?: BatchItemError
}

/** `accepted`: stored and queued, now or by an earlier request with this key. `rejected`: nothing was stored, and you can use the same key again. */
export type BatchItemStatus = 'accepted' | 'rejected'

export interface BatchRequest {
  /** The messages. Each has its own `idempotency_key`, unique in the batch. */
  items: ReadonlyArray<BatchItem>
  /** True to accept nothing if one of the items would be rejected. The service checks all items before it accepts the first; a limit that is reached or a halt that begins meanwhile can still reject the later ones. */
  all_or_nothing?: boolean | undefined
}

export interface BatchResult {
  /** One result for each item, in the order of the request. */
  data: Array<BatchItemResult>
  accepted: number
  rejected: number
}

/** A send with a template, in one of two forms: with `template_id` or `alias`, `version`, `locale` and `variables` beside `to`, or as in `sendMessage`, with these inside `template`. Leave out `text` and `html`, and also `from_email` if the template has a sender. A `subject` replaces the template's. */
export interface BatchTemplate {
  /** A project. */
  project_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The recipients. `to`, `cc` and `bcc` together have at most 50 addresses, each only once. Each recipient gets a separate delivery and message log; those in `to` and `cc` are named in the message's headers. */
  to: ReadonlyArray<NamedAddress>
  cc?: ReadonlyArray<NamedAddress> | undefined
  /** Recipients that no header names. */
  bcc?: ReadonlyArray<NamedAddress> | undefined
  /** The Reply-To addresses, if replies should not go to the sender. An empty list is the same as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** The inbound route of the project that receives replies, instead of `reply_to`. The message gets its own Reply-To address, which links a reply to this message. The route must be enabled. */
  reply_route_id?: string | undefined
  template?: TemplateReference | undefined
  /** One line of text in any language. Required without `template`. With one, it replaces the template's subject. */
  subject?: string | undefined
  /** The plain-text body. Required without `template`. */
  text?: string | undefined
  /** The HTML body, sent beside the plain text. */
  html?: string | undefined
  attachments?: ReadonlyArray<Attachment> | undefined
  /** Further header fields. Refused are fields that the service writes itself (addresses, subject, dates, ids, MIME, signatures, `Feedback-ID`, `List-Unsubscribe`), and line breaks anywhere. */
  headers?: { [key: string]: string; } | undefined
  list_unsubscribe?: ListUnsubscribe | undefined
  /** The subscriber list that this mail is for, in the message's project. The mail must have exactly one recipient, in `to`, and is sent only while that recipient's subscription is confirmed; otherwise the log says `suppressed` with the reason `not_confirmed`. The service writes the `List-Unsubscribe` headers, so leave out `list_unsubscribe`. Put the subscription's `unsubscribe_url` into HTML and text. Mail without it is refused (422, `unsubscribe_link_missing`), because mailbox providers require it. */
  list_id?: string | undefined
  /** A label of your own, for search and statistics. */
  category?: string | undefined
  /** Up to 20 pairs of your own, for finding the message. They are not sent. */
  metadata?: { [key: string]: string; } | undefined
  tracking?: TrackingChoice | undefined
  /** `bulk` for mail that goes to many people who did not ask for it individually, such as your own newsletter, so that it is sent from the sources for such mail. Defaults to `transactional`. */
  stream?: Stream | undefined
  /** When to send the message, up to 30 days ahead. If absent or less than five minutes in the past, it is sent at once. You can cancel a message until a worker processes it. */
  scheduled_at?: string | undefined
  /** The template, if there is no `template` object. */
  template_id?: string | undefined
  /** The template's alias, instead of `template_id`, if there is no `template` object. */
  alias?: string | undefined
  /** The version. Defaults to the published one. A live project can only send versions that are or were published. */
  version?: number | undefined
  /** The requested language (BCP 47). If there is no content in it, the more general tag is tried (`de` for `de-AT`), then the default content. Defaults to the `locale` property of the contact. */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values for undeclared variables are ignored. */
  variables?: { [key: string]: any; } | undefined
}

/**
 * Why mail was refused, derived from the reply. Null if the mail was delivered, or if the failure was the service's
 * own. The list grows in version 1; treat unknown values as `other`.
 *
 * About the recipient: `unknown_user`, `unknown_domain` (the domain does not exist or accepts no mail),
 * `mailbox_disabled`, `mailbox_full`, `recipient_policy` (this recipient does not accept mail from this sender).
 * About the message: `content` (its content was refused), `too_large`, `unsupported` (the server lacks a required
 * extension). About the sender: `authentication` (SPF, DKIM or DMARC), `reputation` (a block list, or the provider's
 * own), `rate_limited`, `sender_policy` (another rule about the sender). Other causes: `network` (DNS, connection,
 * TLS or a timeout), `server` (a problem of the server, or a reply that was not understood), `other`.
 */
export type BounceClass = 'unknown_user' | 'unknown_domain' | 'mailbox_disabled' | 'mailbox_full' | 'recipient_policy' | 'content' | 'too_large' | 'unsupported' | 'authentication' | 'reputation' | 'rate_limited' | 'sender_policy' | 'network' | 'server' | 'other'

/** A `SuppressionReason` caused by bounces. */
export type BounceSuppressionReason = 'hard_bounce' | 'soft_bounce'

export interface Campaign {
  /** A campaign. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  status: CampaignStatus
  pause_reason: CampaignPauseReason | null
  blocked_by: CampaignBlockedBy | null
  template: TemplateOfCampaign
  /** Null means the template's. */
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  /** Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without a value here takes the contact's property of that name, or else the template's default. */
  variables: { [key: string]: any; }
  audience: AudienceOfCampaign
  rate_per_hour: number | null
  category: string | null
  scheduled_at: string | null
  max_delay_seconds: number
  started_at: string | null
  /** When the campaign was sent or cancelled. */
  completed_at: string | null
  /** The number of recipients. Null until all are found. */
  audience_total: number | null
  progress: CampaignProgress
  created_at: string
  updated_at: string
  /** The key of the mail's topic. */
  topic: string | null
  figures?: CampaignFigures
}

/** The campaign's audience among the contacts of the project. With `list_id`: contacts that confirmed the list. Otherwise: all contacts that have not unsubscribed. `segment_id` keeps only contacts in that segment; `exclude_segment_id` leaves out contacts in that segment. */
export interface CampaignAudience {
  /** A subscriber list. */
  list_id?: string | undefined
  /** A segment. */
  segment_id?: string | undefined
  /** A segment. */
  exclude_segment_id?: string | undefined
}

/** What keeps the campaign from sending although its status is `sending`: sending is halted for the workspace, or its recipients for the day or month are used up. The campaign continues on its own. */
export type CampaignBlockedBy = 'sending_halted' | 'quota_exceeded'

export interface CampaignCancelledEvent {
  /** An event. */
  id: string
  type: 'campaign.cancelled'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: CampaignData
}

/** Each contact of the project is counted once: either as a recipient, or by the first reason that excludes it. In a project of fewer than 20,000 contacts the counts are exact. Above that, they are estimated from one random sample. */
export interface CampaignCheck {
  /** The error that `scheduleCampaign` would return now. Null if the campaign could be scheduled. */
  problem: CampaignProblem | null
  /** Everything that prevents the campaign from being scheduled, at once. Empty if it could be scheduled. */
  problems: Array<CampaignProblem>
  sample: CampaignCheckSample
  contacts: SegmentEstimate
  reached: SegmentEstimate
  /** Most frequent reason first. */
  left_out: Array<CampaignLeftOut>
  /** The contacts that were checked. */
  scanned: number
  /** When they were checked. */
  as_of: string
}

/** Mail rendered for contacts of the audience, up to 100 of them. */
export interface CampaignCheckSample {
  /**Contacts whose mail was rendered.*/
  contacts: number
  /**The contacts among them whose mail cannot be rendered.*/
  failed: number
}

export interface CampaignCounts {
  pending: number
  skipped: number
  queued: number
  deferred: number
  delivered: number
  bounced: number
  failed: number
  cancelled: number
}

/** A campaign whose status has changed. */
export interface CampaignData {
  /** A campaign. */
  campaign_id: string
  name: string
  status: CampaignStatus
  /** Why the campaign is paused, if it is. See `Campaign`. */
  pause_reason: string | null
  scheduled_at: string | null
  progress: CampaignProgress
}

export interface CampaignDestinationCount {
  /** Null stands for all other domains. */
  destination: string | null
  count: number
  by_status: CampaignCounts
}

/** The results of the mail, in lists of campaigns with `include=figures`. Each recipient counts once in each figure. Opens and clicks are those of people, and 0 if they are not tracked. */
export interface CampaignFigures {
  /** Recipients whose server accepted the mail. A recipient whose mail bounced later counts here and in `bounced`. */
  delivered: number
  bounced: number
  complained: number
  /** Recipients who used the unsubscribe link. */
  unsubscribed: number
  opened: number
  clicked: number
}

export interface CampaignHour {
  /** When the hour began. */
  hour: string
  delivered: number
  bounced: number
  failed: number
  complained: number
  unsubscribed: number
  /** Recipients who opened the mail for the first time. */
  opened: number
  /** Recipients who clicked a link for the first time. */
  clicked: number
}

export interface CampaignLeftOut {
  /** `not_in_segment`, `excluded_by_segment`, or an `UnsentReason` such as `not_confirmed`, `opted_out` or `hard_bounce`. */
  reason: string
  estimate: SegmentEstimate
}

export interface CampaignList {
  data: Array<Campaign>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** Why the campaign is paused. `manual`: somebody paused it. `missed_schedule`: the service could not start it within `max_delay_seconds`. `render_failures`: too many of its mails could not be rendered. `bounce_rate`, `complaint_rate`: too many bounces or complaints. `domain_not_verified`: sending from the sender's domain is not allowed. `segment_too_costly`: its segment took too long. `segment_invalid`: a rule is no longer valid, for example because it looks back further than the retention window. `restored`: the service was started on a restored database, so part of the mail may have been sent before. Null if the campaign is not paused. */
export type CampaignPauseReason = 'manual' | 'missed_schedule' | 'render_failures' | 'bounce_rate' | 'complaint_rate' | 'domain_not_verified' | 'segment_too_costly' | 'segment_invalid' | 'restored'

export interface CampaignPausedEvent {
  /** An event. */
  id: string
  type: 'campaign.paused'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: CampaignData
}

/** The mail as the contact would get it or, without `contact_id`, as one contact of the audience would. Its unsubscribe link does not work. */
export interface CampaignPreview {
  mail: TemplatePreview
  recipient: CampaignPreviewRecipient | null
}

/** Whether the contact gets the mail, and what decides it. Null if no contact was named and the audience is empty, or a key lacks the scope `contacts:*`. */
export interface CampaignPreviewRecipient {
  /** A contact. */
  contact_id: string
  included: boolean
  /**Why the contact does not get the mail: `not_in_segment`, `excluded_by_segment`, or an `UnsentReason` such as `opted_out`, `topic_unsubscribed`, `not_confirmed` or `hard_bounce`. Null if the contact gets it.*/
  reason: string | null
  /**A JSON Pointer to the deciding node in the segment's rule. Null if no rule decides.*/
  path: string | null
}

/** Something that prevents a campaign from being scheduled, in the form of an error. */
export interface CampaignProblem {
  code: string
  message: string
  details: Array<ErrorDetail>
}

/** The progress. `walked` is the sum of the others: the recipients found so far. Some have mail in the queue or already processed, some were skipped for a reason, some failed before they had mail, and the rest are pending. */
export interface CampaignProgress {
  walked: number
  released: number
  skipped: number
  failed: number
  pending: number
}

export interface CampaignReasonCount {
  status: CampaignRecipientStatus
  reason: string
  count: number
}

export interface CampaignRecipient {
  /** A contact. */
  contact_id: string
  /** When the contact was created. */
  contact_created_at: string
  status: CampaignRecipientStatus
  /** Why the recipient was skipped, an `UnsentReason` or `erased`, or why the mail could not be created, `missing_variable` or `render_failed`. Null in all other cases. */
  reason: string | null
  /** More about the reason, such as the names of the missing variables. Null if there is nothing to add. */
  detail: string | null
  message_id: string | null
  log_id: string | null
}

export interface CampaignRecipientList {
  data: Array<CampaignRecipient>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** `pending`: no mail yet. `skipped`: gets no mail, for the `reason`. `failed`: the mail could not be created, or delivery failed. The other values are those of a message's recipient. */
export type CampaignRecipientStatus = 'pending' | 'skipped' | 'queued' | 'deferred' | 'delivered' | 'bounced' | 'failed' | 'cancelled'

export interface CampaignResumedEvent {
  /** An event. */
  id: string
  type: 'campaign.resumed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: CampaignData
}

export interface CampaignScheduledEvent {
  /** An event. */
  id: string
  type: 'campaign.scheduled'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: CampaignData
}

export interface CampaignSentEvent {
  /** An event. */
  id: string
  type: 'campaign.sent'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: CampaignData
}

export interface CampaignStartedEvent {
  /** An event. */
  id: string
  type: 'campaign.started'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: CampaignData
}

/** The results for all recipients, measured at one moment within the last 5 seconds. */
export interface CampaignStats {
  /** A campaign. */
  campaign_id: string
  as_of: string
  /** All recipients, the sum of `by_status`. */
  recipients: number
  by_status: CampaignCounts
  /** Why recipients were skipped or failed before their first attempt, most frequent first. */
  by_reason: Array<CampaignReasonCount>
  /** The results of queued mail by recipient domain: the 20 domains with the most recipients, then the rest together without a name. */
  by_destination: Array<CampaignDestinationCount>
  /** Results by hour, oldest first. Hours without results are left out. */
  over_time: Array<CampaignHour>
  complained: number
  /** Recipients who used the unsubscribe link. */
  unsubscribed: number
  /** Recipients who opened the mail, each counted once. This is a lower bound, since many mail programs load no images; 0 if opens are not tracked. */
  opened: number
  /** Recipients who clicked a link, each counted once; 0 if clicks are not tracked. */
  clicked: number
  /** Recipients whose mail a machine opened. */
  machine_opened: number
  /** Recipients whose links were followed by a machine. */
  machine_clicked: number
}

/** `draft`: not scheduled yet. `scheduled`: starts at `scheduled_at`. `sending`: finds its audience, then queues its mail. `paused`: sends nothing until it is resumed; `pause_reason` says why. `sent`: for every recipient, mail was tried at least once or was not sent for a reason. `cancelled`: sends nothing more. */
export type CampaignStatus = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'

export interface CampaignTemplate {
  /** A template. */
  template_id: string
  /** The version. Defaults to the one that is published when the campaign is scheduled. */
  version?: number | undefined
}

export interface CampaignTest {
  messages: Array<AcceptedMessage>
}

export interface CampaignUser {
  /** A campaign. */
  campaign_id: string
  name: string
  status: CampaignStatus
}

/** Why the message was not cancelled. Null if it was. */
export interface CancelError {
  /** The status that a single request would have returned. */
  status: number
  code: ErrorCode
  /** A message for people. May change at any time. */
  message: string
}

export interface CancelMessagesRequest {
  /** The messages to cancel. Each is cancelled separately; a message that is named twice is cancelled once. */
  message_ids: ReadonlyArray<string>
}

export interface CancelledMessage {
  /** A message. */
  message_id: string
  status: 'cancelled' | 'rejected'
  error: CancelError | null
}

/** The result for each message, in the order of the request. */
export interface CancelledMessages {
  data: Array<CancelledMessage>
  cancelled: number
  rejected: number
}

export interface ChangesOfKey {
  /** The operation as the audit log names it. */
  operation: string
  /** The number of requests. */
  count: number
  /** The time of the last request. */
  last_at: string
}

export interface ChooseContactTopicRequest {
  /** Whether the contact wants the topic. */
  subscribed: boolean
  /** Where the person opted in, in your words. */
  source?: string | undefined
  /** The person's IP address, version 4 or 6. */
  ip_address?: string | undefined
  /** The User-Agent of the person's browser. */
  user_agent?: string | undefined
}

/** Values of `role_claim` that grant a role; the highest role applies. */
export interface ClaimRoles {
  owner: Array<string>
  admin: Array<string>
  member: Array<string>
}

/** Values of `role_claim` that grant a role; the highest role applies. If the claim decides, a user's role is updated at each sign-in, but the last owner stays owner. */
export interface ClaimRolesRequest {
  owner?: ReadonlyArray<string> | undefined
  admin?: ReadonlyArray<string> | undefined
  member?: ReadonlyArray<string> | undefined
}

/** The first click on a link of a mail, by a person or a machine. */
export interface ClickedData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  machine: MachineReason | null
  /** How the mail program or browser identifies itself. */
  user_agent: string | null
  /** The target of the link. */
  url: string
}

/** A report (RFC 5965) that a recipient complained about a message. */
export interface ComplaintData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  /** The type that the reporter gave, usually `abuse`. */
  feedback_type: string
  /** The reporter's software. */
  user_agent: string | null
  /** Whether this suppressed the address. */
  suppressed: boolean
}

/** The mail that asks the subscriber to confirm. `{{confirm_url}}` and `{{list_name}}` are filled in. */
export interface ConfirmationMail {
  subject: string
  /** Must contain `{{confirm_url}}`. */
  text: string
  /** If given, must contain `{{confirm_url}}`. */
  html?: string | null | undefined
}

/** The mail that asks the subscriber to confirm. `{{confirm_url}}` and `{{list_name}}` are filled in. */
export interface ConfirmationOfList {
  subject: string
  text: string
  /** Null if the mail is plain text. */
  html: string | null
}

/** Proof of the person's consent or refusal. */
export interface Consent {
  action: 'requested' | 'confirmed' | 'unsubscribed'
  at: string
  /** Your own words, or `api` if a request gave none. `page`: the button of the page that the mail links to. `one_click`: the button of the mail program (RFC 8058). */
  source: string | null
  ip_address: string | null
  user_agent: string | null
}

export interface Contact {
  /** A contact. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  name: string | null
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties: { [key: string]: PropertyValue; }
  /** Since when the contact has been opted out of the project's campaigns and automations. Null if the contact is not opted out. */
  unsubscribed_at: string | null
  created_at: string
  updated_at: string
  /** The contact's topic choices by topic key: whether it wants the topic. Topics without a choice follow their `default_subscribed`. */
  topics: { [key: string]: boolean; }
}

/** The error that `PUT /v1/contacts` would have returned. */
export interface ContactBatchItemError {
  /** The HTTP status that `PUT /v1/contacts` would have returned. */
  status: number
  code: ErrorCode
  /** A message for people. May change at any time. */
  message: string
  /** Up to 20 mistakes of the contact. Paths start at the request's body, as in every error: for the fourth contact, for example, `/body/contacts/3/email`. Once the batch has reported 200 mistakes in total, each further contact reports only its first. */
  details?: Array<ErrorDetail>
}

export interface ContactBatchItemResult {
  /** The contact's position in the request. */
  index: number
  status: ContactBatchItemStatus
  contact?: Contact
  error?: ContactBatchItemError
}

/** `created` and `updated`: as 201 and 200 of `PUT /v1/contacts`. `rejected`: nothing of this item was stored. */
export type ContactBatchItemStatus = 'created' | 'updated' | 'rejected'

export interface ContactBatchResult {
  /** One result for each contact, in the order of the request. */
  data: Array<ContactBatchItemResult>
  created: number
  updated: number
  rejected: number
}

export interface ContactEvent {
  /** An event of a contact. */
  id: string
  /** A contact. */
  contact_id: string
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Further data about the event. */
  properties: { [key: string]: PropertyValue; }
  /** When the event happened. */
  at: string
  /** When the event was recorded. */
  created_at: string
}

export interface ContactEventList {
  data: Array<ContactEvent>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** A file of contacts and the progress of its import. */
export interface ContactImport {
  /** An import of contacts. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** The list that the contacts are subscribed to. */
  list_id: string | null
  /** The basis of the subscriptions: the proof in the file, or an opt-in mail. Null without a list. */
  consent: 'proof' | 'opt_in' | null
  status: ContactImportStatus
  columns: Array<ContactImportColumn>
  /** The size of the file, decompressed. */
  bytes: number
  /** How much of the file is imported. */
  bytes_read: number
  /** Records read. The next four counts add up to this. */
  lines: number
  /** New contacts. */
  created: number
  /** Existing contacts that were changed. */
  updated: number
  /** Lines that change nothing about their contact. */
  unchanged: number
  /** Lines that cannot be imported. The report of lines lists them. */
  rejected: number
  /** Contacts that were newly subscribed to the list, or asked by mail to confirm. */
  subscribed: number
  /** Contacts that were saved but not subscribed, because they are suppressed or have unsubscribed from the list. The report of lines lists them. */
  not_subscribed: number
  /** The first 20 lines of the report of lines. */
  first_lines: Array<ContactImportLine>
  error: ContactImportError | null
  created_at: string
  /** When the import ended, whatever the outcome. */
  completed_at: string | null
}

/** What a column of the file is imported as. */
export interface ContactImportColumn {
  /** The column's name in the first line. Empty for a file that only lists addresses. */
  header: string
  /** As in the parameter `columns`: `email`, `name`, `properties.company_size:text`. `ignore` if the column is not imported. */
  target: string
}

/** Why the import failed. */
export interface ContactImportError {
  /**The list grows. `too_many_refused`: up to `line`, too many lines were refused to continue.*/
  code: string
  /**The reason as a sentence.*/
  message: string
  /**With `too_many_refused`: the first line of the file that was not processed.*/
  line?: number | null
}

/** A line of the file that was not imported, or only in part. The line's content is not included. */
export interface ContactImportLine {
  /** The line number in the file, starting at 1. */
  line: number
  /** The rule that the line broke. The list grows. With `suppressed` and `unsubscribed` the contact is saved but not subscribed. */
  code: string
  /** The header of the affected column. */
  column: string | null
  /** The rule as a sentence. */
  message: string
}

export interface ContactImportList {
  data: Array<ContactImport>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** `running`: importing, or waiting for its turn. `failed`: the import stopped, for the reason in `error`. Contacts imported up to then stay. */
export type ContactImportStatus = 'running' | 'completed' | 'failed' | 'cancelled'

/** The body of `upsertContact`, without the `project_id`. A mistake rejects only this contact. */
export interface ContactInBatch {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** The contact's name, in any language. Null removes it. */
  name?: string | null | undefined
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** Whether the contact is opted out of the project's campaigns and automations. Transactional mail is still sent, and subscriptions to lists stay as they are. Setting it to true again keeps the first `unsubscribed_at`. */
  unsubscribed?: boolean | undefined
}

export interface ContactList {
  data: Array<Contact>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** A contact who had opted out of the project's campaigns and automations and wants them again. */
export interface ContactResubscribedData {
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** How the contact opted in again: on the page behind the link, or by an API request. */
  source: 'page' | 'api'
  /** The campaign whose link was used, if any. */
  campaign_id: string | null
  /** The automation whose link was used, if any. */
  automation_id: string | null
  message_id: string | null
  log_id: string | null
}

export interface ContactResubscribedEvent {
  /** An event. */
  id: string
  type: 'contact.resubscribed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: ContactResubscribedData
}

export interface ContactTopic {
  /** The topic's key, unique in its project. It never changes. */
  key: string
  name: string
  /** The contact's choice, or else the topic's default. */
  subscribed: boolean
  /** When the contact chose. Null if it has chosen nothing. */
  chosen_at: string | null
}

/** A contact who wants mail for a topic, or no longer wants it. */
export interface ContactTopicChangedData {
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** The topic's key, unique in its project. It never changes. */
  topic: string
  subscribed: boolean
  /** As in `TopicConsent`: your own text, `api`, `page` or `one_click`. */
  source: string
  /** The campaign whose link was used, if any. */
  campaign_id: string | null
  /** The automation whose link was used, if any. */
  automation_id: string | null
  message_id: string | null
  log_id: string | null
}

export interface ContactTopicChangedEvent {
  /** An event. */
  id: string
  type: 'contact.topic_changed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: ContactTopicChangedData
}

/** A contact's topics in its project. */
export interface ContactTopics {
  /** A contact. */
  contact_id: string
  /** Since when the contact gets no mail from campaigns and automations at all, whatever its topics. Null if it gets them. */
  unsubscribed_at: string | null
  /** All topics of the project, oldest first. */
  topics: Array<ContactTopic>
}

/** A contact who no longer wants mail from the project's campaigns and automations. */
export interface ContactUnsubscribedData {
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** How the contact opted out: on the page behind the link, in a mail program (RFC 8058), by an API request, or by a step of an automation. */
  source: 'page' | 'one_click' | 'api' | 'automation'
  /** The campaign whose link was used, if any. */
  campaign_id: string | null
  /** The automation whose link was used, or whose step opted the contact out. Null if none. */
  automation_id: string | null
  message_id: string | null
  log_id: string | null
}

export interface ContactUnsubscribedEvent {
  /** An event. */
  id: string
  type: 'contact.unsubscribed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: ContactUnsubscribedData
}

export interface CreateApiKeyRequest {
  kind: ApiKeyKind
  /** A description for people. */
  name: string
  /** A project. */
  project_id?: string | undefined
  /** What the key can do. A project key takes `messages:send`, `reports:read`, `contacts:*`, `templates:*`, `inbound:*` and `campaigns:*`. `suppressions:*` acts across the whole workspace and needs `privileged: true` as well. */
  scopes: ReadonlyArray<Scope>
  restrictions?: ApiKeyRestrictions | undefined
  /** Confirms that you want a key that can suppress recipients for the whole workspace. */
  privileged?: boolean | undefined
}

export interface CreateAutomationRequest {
  /** A project. */
  project_id: string
  /** A name for people, in any language. Recipients do not see it. */
  name: string
  trigger: AutomationTrigger
  entry_rule?: SegmentRule | undefined
  reentry?: AutomationReentry | undefined
  /** What ends a run, whatever step it is at. Events and lists end it at once, rules before its next step. */
  exit_on?: ReadonlyArray<AutomationExit> | undefined
  sender?: AutomationSender | undefined
  /** The steps in order. At most 100 in all, including nested ones, and nested at most 5 levels deep. */
  steps: ReadonlyArray<AutomationStep>
}

export interface CreateAutomationVersionRequest {
  trigger: AutomationTrigger
  entry_rule?: SegmentRule | undefined
  reentry?: AutomationReentry | undefined
  /** What ends a run, whatever step it is at. Events and lists end it at once, rules before its next step. */
  exit_on?: ReadonlyArray<AutomationExit> | undefined
  sender?: AutomationSender | undefined
  /** The steps in order. At most 100 in all, including nested ones, and nested at most 5 levels deep. */
  steps: ReadonlyArray<AutomationStep>
}

export interface CreateCampaignRequest {
  /** A project. */
  project_id: string
  /** A name for people, in any language. Recipients do not see it. */
  name: string
  template: CampaignTemplate
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The Reply-To addresses. If absent or empty, the template's apply. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without a value here takes the contact's property of that name, or else the template's default. */
  variables?: { [key: string]: any; } | undefined
  audience?: CampaignAudience | undefined
  /** The maximum number of mails queued per hour. If null or absent, mail is sent as fast as it can be delivered. */
  rate_per_hour?: number | null | undefined
  /** A label of your own, for search and statistics. */
  category?: string | undefined
  /** The longest acceptable delay of the start, in seconds. If the service is down for longer, the campaign is paused instead. Defaults to 3,600. */
  max_delay_seconds?: number | undefined
  /** The key of the mail's topic. Contacts that do not want the topic are left out, and the unsubscribe link ends only that topic. Null or absent means no topic. */
  topic?: string | null | undefined
}

export interface CreateDeletionRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** A project. */
  project_id?: string | undefined
}

export interface CreateDomainRequest {
  /** A domain such as `shop.example`, in any script. It is stored as its A-labels (`xn--…`) in lower case. */
  name: string
  /** Whether mail is also signed with an Ed25519 key. */
  ed25519?: boolean | undefined
  /** The label before the domain in the name of its own return path, such as `bounces` in `bounces.shop.example`: a DNS label, or several separated by dots. It is stored in lower case. Defaults to `bounces`. */
  return_path_label?: string | undefined
}

export interface CreateInboundRouteRequest {
  /** A project. */
  project_id: string
  /** A name for people, in any language. */
  name: string
  /** The addresses that a route accepts mail for: one address, `support+*@domain` for anything after the plus, or `*@domain` for the rest of the domain. The most specific route receives a message. Case does not matter. */
  recipient: string
  /** Whether the route is enabled. A disabled route refuses its mail with 550. */
  enabled?: boolean | undefined
  /** How automatic mail is handled. See `InboundAutomaticHandling`. */
  automatic?: 'deliver' | 'keep' | 'drop' | undefined
  /** Whether mail that does not pass DMARC is refused with 550. Not checked while live mail goes to the sink. */
  require_dmarc?: boolean | undefined
  /** Senders whose mail is refused with 550, by the envelope sender or the message's sender. */
  block?: ReadonlyArray<string> | undefined
  /** How long messages are kept, in days. Null means as long as the workspace's retention window, which is also the maximum. */
  retain_days?: number | null | undefined
}

export interface CreatePasskeyRequest {
  /** A passkey registration in progress. */
  registration_id: string
  /** The user's name for the passkey. */
  name: string
  credential: CreatedPasskeyCredential
}

export interface CreatePasskeySessionRequest {
  /** A challenge for signing in with a passkey. */
  challenge_id: string
  credential: UsedPasskeyCredential
}

export interface CreateProjectRequest {
  /** A description for people. */
  name: string
  /** Mail of a test project goes to the bundled sink. */
  environment?: 'live' | 'test' | undefined
  tracking?: TrackingChoice | undefined
  pages?: ProjectPagesChoice | null | undefined
}

export interface CreateProviderSessionRequest {
  browser_key: string
  /** The query of the address that the provider sent the browser back to, without the `?`. */
  query: string
}

export interface CreateSegmentRequest {
  /** A project. */
  project_id: string
  /** A name for people, in any language. */
  name: string
  rule: SegmentRule
}

export interface CreateSessionRequest {
  /** The part after `#` in the link of a sign-in mail. */
  token: string
}

export interface CreateSignInAuthorizationRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
}

export interface CreateSignInLinkRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
}

export interface CreateSubscriberListRequest {
  /** A project. */
  project_id: string
  /** The list's name for subscribers. It is shown on the pages for confirming and unsubscribing. */
  name: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email: string
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  confirmation?: ConfirmationMail | undefined
}

export interface CreateSuppressionRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** A `SuppressionReason`. To request an erasure, use `POST /v1/compliance/deletions`. */
  reason?: 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | undefined
  /** A note of one line. */
  note?: string | undefined
}

export interface CreateTemplateRequest {
  /** The project whose sends can use the template. Null or absent means every project of the workspace. For a project key, absent means the key's project, and anything else is refused. */
  project_id?: string | null | undefined
  /** A name for the people of the workspace. Recipients never see it. */
  name: string
  /** A stable name for code, which sends can give instead of the id. Upper and lower case differ. Each alias is unique in its project, and among the templates of every project. */
  alias?: string | undefined
  kind?: TemplateKind | undefined
  /** The subject, in Liquid. Nothing in it is escaped. */
  subject?: string | undefined
  /** The HTML body, in Liquid. Every value is escaped; the filter `raw` leaves a value unescaped. */
  html?: string | undefined
  /** The plain-text body, in Liquid. Nothing in it is escaped. If absent, the text is created from the rendered HTML. */
  text?: string | undefined
  /** What an inbox shows beside the subject, in Liquid. It is hidden in the HTML body. */
  preheader?: string | undefined
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The Reply-To addresses for sends that give none. An empty list is the same as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** The variables that the content can use, each named once, with defaults of at most 64 kB of JSON together. Content that uses other names is refused. `contact` and the words of Liquid, such as `empty`, cannot be declared. */
  variables?: ReadonlyArray<TemplateVariable> | undefined
  /** The content in further languages, by language tag (BCP 47). */
  locales?: { [key: string]: TemplateLocale; } | undefined
  /** Whether the rules of `<style>` are written into the `style` attributes of the elements, once per version. Media queries, fonts and the like stay in `<style>`. Defaults to true. Nothing is ever fetched. */
  inline_css?: boolean | undefined
}

export interface CreateTopicRequest {
  /** A project. */
  project_id: string
  /** The topic's key, unique in its project. It never changes. */
  key: string
  /** The topic's name for contacts. It is shown on the unsubscribe page. */
  name: string
  /** What contacts receive, in a sentence. Null means no description. */
  description?: string | null | undefined
  /** Whether contacts that have chosen nothing receive the topic. Defaults to true. */
  default_subscribed?: boolean | undefined
  /** The name and the description in other languages, by language tag. */
  translations?: { [key: string]: TopicTranslation; } | undefined
}

export interface CreateUserRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  name?: string | undefined
  role: UserRole
  /** Whether to send a mail with a sign-in link. */
  send_link?: boolean | undefined
}

export interface CreateWebhookReceiverRequest {
  /** The HTTP status of its replies. Use a status other than 2xx to see how a subscription behaves when its endpoint fails. */
  reply_status?: number | undefined
}

export interface CreatedApiKey {
  api_key: ApiKey
  /** The key itself. It is shown only in this reply and cannot be read again. A repeated request with the same idempotency key gets it again within 10 minutes of the first reply; in later replays it is null. */
  secret: string | null
  secret_withheld?: SecretWithheld | null
}

/** The result of the credential's `toJSON()` (WebAuthn, `RegistrationResponseJSON`). Further fields are ignored. */
export interface CreatedPasskeyCredential {
  [key: string]: any | any
  id: string
  rawId: string
  /** Always `public-key`. */
  type: string
  response: PasskeyAttestationResponse
}

export interface CreatedSession {
  session: Session
  /** The session's token, for `Authorization: Bearer`. It is shown only in this reply. Null if the session is in a cookie. */
  token: string | null
}

export interface DeclaredVariable {
  name: string
  type: TemplateVariableType
  required: boolean
  /** The value where a send gives none. Null where there is no default. */
  default: any | null
}

/** A temporary refusal, or a mail that has to wait. */
export interface DeferralData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  /** The number of the attempt that was refused. If the mail is waiting, the number of the attempt that it waits for. */
  attempt: number
  reply: SmtpReply | null
  class: BounceClass | null
  error: string | null
  next_attempt_at: string
  /** Null if an attempt was refused. Otherwise there was no attempt: `reply`, `class` and `error` are null, and the event is recorded once until there is an attempt. Events recorded by earlier versions of the service lack this field. */
  waiting_for?: WaitingFor | null
}

/** The erasure of one address. It never contains the address. */
export interface Deletion {
  /** The erasure of an address. */
  id: string
  /** `running`: continues on its own. The erasure waits for deliveries in the middle of an SMTP session. */
  status: 'running' | 'completed'
  /** The project that the erasure is limited to; null means the whole workspace. */
  project_id: string | null
  created_at: string
  completed_at: string | null
  erased: ErasedCounts
}

export interface DeletionList {
  data: Array<Deletion>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface DeletionPreview {
  /** The project that the erasure would be limited to; null means the whole workspace. */
  project_id: string | null
  found: FoundCounts
}

export interface DeliveryAttempt {
  /** When the attempt ended, or when its report arrived. */
  at: string
  outcome: 'delivered' | 'deferred' | 'bounced' | 'failed'
  via: OutcomeSource | null
  reply: SmtpReply | null
  class: BounceClass | null
  /** What failed, or a note about the attempt, if no SMTP reply explains it. */
  error: string | null
  server: AttemptServer | null
  tls: AttemptTls | null
  /** How long the attempt took, in milliseconds: from looking up the destination to the result, without waiting for its turn. Null if the attempt ended before its turn, if it is a report, or if it was recorded by version 0.1.0 of the service. */
  duration_ms: number | null
  /**
   * The SMTP dialogue, line by line. `C: ` begins a line of the service, `S: ` a line of the server, and `* `
   * other events, such as a new connection or its encryption. The message itself is replaced by one line with its
   * size, and credentials are left out. If a connection carries several messages, its beginning is in the attempt
   * that opened it. At most 4,096 bytes of UTF-8: one line stands for lines left out of the middle, and a line
   * that was cut ends with `…`.
   *
   * Only returned by `GET /v1/message-logs/{id}`; null in lists. Kept for 24 hours if the attempt delivered, and
   * otherwise as long as the log. Null if there was no dialogue or it is no longer kept.
   */
  conversation: string | null
  source: AttemptSource | null
}

/** The result of an attempt to deliver to one recipient. */
export interface DeliveryData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  /** The number of this attempt, starting at 1. */
  attempt: number
  via: OutcomeSource | null
  reply: SmtpReply | null
  class: BounceClass | null
  /** Whether this suppressed the address; false if the message was delivered. */
  suppressed: boolean
  /** What failed, or a note about the delivery, if no SMTP reply explains it. */
  error: string | null
}

/** `inline` shows the part within the HTML body, which refers to it as `cid:` and its `content_id`. Defaults to `inline` if there is a `content_id`, and to `attachment` otherwise. */
export type Disposition = 'attachment' | 'inline'

/** Why the next step is too early. */
export interface DmarcBlocker {
  /** `too_few_messages`, `aligned_share_too_low` and `unexplained_source` concern the evidence. `not_checked`: the domain's DNS was not checked yet. `record_broken`: fix the DMARC record first. The list grows. */
  code: 'too_few_messages' | 'aligned_share_too_low' | 'unexplained_source' | 'not_checked' | 'record_broken'
  /** What is in the way, and what to do about it. */
  message: string
}

/** What receivers did with the messages, as numbers of messages. */
export interface DmarcDispositions {
  none: number
  quarantine: number
  reject: number
}

export interface DmarcDnsRecord {
  type: 'TXT'
  name: string
  value: string
}

/** What receivers reported for the last 14 days and for today, in whole UTC days. */
export interface DmarcEvidence {
  since: string
  until: string
  reports: number
  /** The senders of the reports, those with the most reports first, at most ten. */
  reporters: Array<string>
  /** Messages from all sources, except those reviewed as unauthorized. */
  messages: number
  /** Messages that passed DMARC. */
  aligned: number
  /** Rounded down to three decimal places; null if there were no messages. */
  aligned_share: number | null
  dkim_aligned: number
  spf_aligned: number
  /** Messages from sources that were reviewed as unauthorized. */
  unauthorized: number
  /** The sources that block the next step, largest first, at most ten. */
  unexplained_sources: Array<DmarcUnexplainedSource>
}

export interface DmarcRamp {
  /** A sending domain. */
  domain_id: string
  domain: string
  /** When the domain was created. */
  domain_created_at: string
  /** Null if no DMARC record is in effect. */
  stage: 'monitor' | 'quarantine_testing' | 'quarantine' | 'reject_testing' | 'reject' | null
  /** Null at the end of the ramp. */
  next_stage: 'monitor' | 'quarantine_testing' | 'quarantine' | 'reject_testing' | 'reject' | null
  /** Whether you can take the next step now. False at the end of the ramp. */
  ready: boolean
  blockers: Array<DmarcBlocker>
  /** The record in effect, as found by the last check. If the policy of a parent domain covers this domain, it has the parent domain's name. Null if there is none. */
  current_record: DmarcDnsRecord | null
  /** The record to publish for the next stage; null at the end of the ramp. */
  next_record: DmarcDnsRecord | null
  evidence: DmarcEvidence
}

export interface DmarcRampList {
  data: Array<DmarcRamp>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** An address that sends mail as one of your domains, with what receivers reported about it. */
export interface DmarcSource {
  /** A mail source named in DMARC reports. */
  id: string
  /** A sending domain. */
  domain_id: string
  domain: string
  /** IPv4, or IPv6 in the form of RFC 5952. */
  address: string
  /** The reverse DNS name of the address, if that name resolves back to it; null if none is known (yet). */
  hostname: string | null
  /** The registered domain of that name, such as `google.com`. */
  network: string | null
  /** The domain of the From field. */
  header_from: string
  kind: DmarcSourceKind
  /** Whether this service sends from the address. */
  ours: boolean
  messages: number
  /** Messages with at least one valid DKIM signature, of any domain. */
  dkim_pass: number
  /** Messages with a valid DKIM signature that is aligned with the From field. */
  dkim_aligned: number
  spf_pass: number
  spf_aligned: number
  /** Messages that passed DMARC by aligned DKIM or SPF. */
  dmarc_pass: number
  dispositions: DmarcDispositions
  /** The start of the first report that names the source. */
  first_seen_at: string
  /** The end of the last report that names the source. */
  last_seen_at: string
  review: 'authorized' | 'unauthorized' | null
  review_note: string | null
  reviewed_at: string | null
}

/** `ours`: an address that this service sends from. `forwarded`: another address, with mail whose DKIM signature by this service is still valid. `aligned`: another sender whose mail passes DMARC, so you have authorized it in your DNS. `unexplained`: anything else: a sender you have forgotten, or somebody who impersonates you. */
export type DmarcSourceKind = 'ours' | 'forwarded' | 'aligned' | 'unexplained'

export interface DmarcSourceList {
  data: Array<DmarcSource>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

/** A source that appeared during the evidence period and that nobody has explained. */
export interface DmarcUnexplainedSource {
  /** A mail source named in DMARC reports. */
  source_id: string
  address: string
  hostname: string | null
  header_from: string
  messages: number
}

/** A domain that the workspace sends from. */
export interface Domain {
  /** A sending domain. */
  id: string
  /** As A-labels in lower case. */
  name: string
  status: DomainStatus
  /** Whether the operator vouches for the domain, so that it is `verified` whatever its records are. */
  vouched: boolean
  created_at: string
  /** When the domain was last verified. */
  verified_at: string | null
  /** Set for a degraded or failed domain: when it became degraded. */
  degraded_since: string | null
  /** When a degraded domain fails unless it is fixed. */
  fails_at: string | null
  /** When the domain was last checked. */
  checked_at: string | null
  /** When the service next checks the domain on its own. */
  next_check_at: string
  dkim_keys: Array<DomainDkimKey>
  records: Array<DomainRecord>
  return_path: DomainReturnPath
  figures?: DomainFigures
}

export interface DomainDegradedEvent {
  /** An event. */
  id: string
  type: 'domain.degraded'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Always null, because a domain belongs to the workspace. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: DomainStatusData
}

/** A key that signs the domain's mail, will sign it, or used to. */
export interface DomainDkimKey {
  selector: string
  algorithm: 'rsa' | 'ed25519'
  /** `pending`: signs once its record is found. `active`: signs. `retiring`: no longer signs; keep its record until `retires_at`. */
  status: 'pending' | 'active' | 'retiring'
  created_at: string
  retires_at: string | null
}

export interface DomainFailedEvent {
  /** An event. */
  id: string
  type: 'domain.failed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Always null, because a domain belongs to the workspace. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: DomainStatusData
}

/**
 * What became of the mail whose sender is at exactly this domain, as a list of domains has it with `include=figures`. Each recipient
 * counts once in each figure, in the moment in which it happens, so mail that was accepted before `since` can count as delivered.
 * Counts outlast the retention of messages.
 */
export interface DomainFigures {
  /**
   * From when the figures count: midnight (UTC) 29 days before today, or the upgrade to the first version that counts them, if that was
   * later.
   */
  since: string
  /** Recipients of messages since then, whatever became of them. */
  accepted: number
  /** Recipients whose server took the mail. One whose mail bounced later counts here and in `bounced`. */
  delivered: number
  bounced: number
  /** Recipients whose complaint was verified. */
  complained: number
}

export interface DomainList {
  data: Array<Domain>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface DomainProblem {
  kind: DomainRecordKind
  name: string
  problem: string | null
  advice: string | null
}

/** A DNS record of the domain: what it should be and what was found. */
export interface DomainRecord {
  kind: DomainRecordKind
  /** `required`: without it the domain is not verified. `recommended`: receivers ask for it, or it improves delivery. `optional`: you can do without it. DMARC is recommended until the domain has sent more than 1,000 mails to one mailbox provider in a day, and required from then on. */
  need: 'required' | 'recommended' | 'optional'
  type: 'TXT' | 'MX' | 'CNAME'
  /** The record's name in the DNS. */
  name: string
  /** The DKIM selector; null for other kinds. */
  selector: string | null
  /** The value to publish: an MX as `10 mail.example`, a CNAME as its target; null if the value is your choice. Publish a TXT record longer than 255 octets as several strings. */
  expected: string | null
  /** The records that the last check found at that name, with the strings of each joined. */
  found: Array<string>
  status: DomainRecordStatus
  /** A stable code for the problem, such as `dkim_key_mismatch`. The list grows. */
  problem: string | null
  /** What to do, in a sentence; null if there is nothing to do. */
  advice: string | null
}

/** `dkim`: the public key that verifies signatures (RFC 6376). `spf`: who may send for the return path's domain (RFC 7208). `return_path_mx`: where bounces are sent. `return_path`: the domain's own return path, which makes SPF align. `dmarc`: the domain's policy (RFC 9989). `dmarc_reports`: permission for the policy's report address to receive reports for other domains (RFC 9990). `mta_sts`, `tls_rpt`: mail to the domain is sent encrypted, and reported on (RFC 8461, RFC 8460). `bimi`: the logo that mailboxes show. */
export type DomainRecordKind = 'dkim' | 'spf' | 'return_path_mx' | 'dmarc' | 'dmarc_reports' | 'mta_sts' | 'tls_rpt' | 'bimi' | 'return_path'

/** `ok`: the record is correct. `missing`: the DNS has no such record. `wrong`: there is a record, but it is not correct. `unknown`: the DNS did not answer, so the state is not known. `unchecked`: not checked yet. `not_needed`: this service's settings make the record unnecessary, for example because mail stays in the sink. */
export type DomainRecordStatus = 'ok' | 'missing' | 'wrong' | 'unknown' | 'unchecked' | 'not_needed'

/** The domain's own return path: the envelope sender domain of its mail, so that SPF aligns with the From field (RFC 9989). Its record has the kind `return_path`. */
export interface DomainReturnPath {
  /** The label before the domain in its name. */
  label: string
  /** The full name: the label and the domain. */
  domain: string
  status: ReturnPathStatus
  /** Since when it is `active` or `broken`; null for the other states. */
  since: string | null
}

export interface DomainRule {
  code: DomainRuleCode
  /** `enforced`: mail that breaks the rule is not sent. `warned`: it is sent, and providers may refuse it or deliver it to the spam folder. */
  enforcement: 'enforced' | 'warned'
  status: DomainRuleStatus
  /** What follows the rule or breaks it. May change at any time. */
  message: string
  /** What to do if the rule is broken or at risk. May change at any time. */
  advice: string | null
}

/** `dkim`: mail is signed as the domain. `spf`: SPF passes and aligns with the domain. `dmarc`: the domain has a policy of at least `p=none`. `reverse_dns`: the addresses that mail is sent from have names that resolve back to them. `tls`: mail is sent encrypted. `one_click`: unsubscribe links work with one click, over https (RFC 8058). `unsubscribe_link`: bulk mail shows the link in its body and has `List-Unsubscribe` and `List-Id`. `spam_rate`: fewer than 0.1 % of the recipients complain, and never 0.3 %. `sender_domain`: the domain does not belong to a mailbox provider. */
export type DomainRuleCode = 'dkim' | 'spf' | 'dmarc' | 'reverse_dns' | 'tls' | 'one_click' | 'unsubscribe_link' | 'spam_rate' | 'sender_domain'

/** `holds`: the domain's mail follows the rule. `broken`: it does not; `advice` says what to do. `unknown`: not known yet. `not_needed`: the rule does not apply here, for example because mail stays in the sink. */
export type DomainRuleStatus = 'holds' | 'broken' | 'unknown' | 'not_needed'

export interface DomainRules {
  /** A sending domain. */
  domain_id: string
  /** As A-labels in lower case. */
  domain: string
  /** Since when DMARC is required of the domain, because it has sent more than 1,000 mails to one mailbox provider in a day; null if it has not. This never reverts. */
  bulk_sender_since: string | null
  /** The largest number of mails that one mailbox provider accepted on one day of the last 30. */
  most_mails_to_a_provider: number
  /** In the order of the codes. */
  rules: Array<DomainRule>
}

/** `pending`: not verified yet. `verified`: every required record was found. `degraded`: a required record of a verified domain is missing or wrong; mail is still sent until `fails_at`. `failed`: that lasted for 24 hours; live projects cannot send from the domain until a check finds every required record again. You can send from `verified` and `degraded` domains. */
export type DomainStatus = 'pending' | 'verified' | 'degraded' | 'failed'

/** A domain whose status has changed. */
export interface DomainStatusData {
  /** A sending domain. */
  domain_id: string
  name: string
  status: DomainStatus
  previous_status: DomainStatus
  /** When the domain fails unless it is fixed. */
  fails_at: string | null
  /** The required records that are missing or wrong. */
  records: Array<DomainProblem>
}

export interface DomainVerifiedEvent {
  /** An event. */
  id: string
  type: 'domain.verified'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Always null, because a domain belongs to the workspace. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: DomainStatusData
}

/** How often this recipient opened the mail and clicked its links, as far as that is known. Null if the mail is not tracked. */
export interface Engagement {
  /** Loads of the image that may be by a person. */
  opens: number
  first_opened_at: string | null
  /** Clicks that may be by a person. */
  clicks: number
  first_clicked_at: string | null
  /** Loads by proxies and scanners, and loads too early to be by a person. */
  machine_opens: number
  /** Clicks by machines, and clicks too early to be by a person. */
  machine_clicks: number
}

/** The environment of the project. Mail of a test project goes to the bundled sink. */
export type Environment = 'live' | 'test'

/** How many objects of each kind were erased, deleted or anonymized so far. */
export interface ErasedCounts {
  contacts: number
  contact_events: number
  subscriptions: number
  /** Erased consents. A time and a keyed hash of each remain as proof. */
  consents: number
  /** Message logs that were kept without the address and the name. */
  message_logs: number
  /** Erased message bodies, with their subjects and metadata. */
  message_bodies: number
  attachments: number
  /** Queued or scheduled deliveries that were cancelled. */
  cancelled: number
  /** Events that were kept without the address and the name. */
  events: number
  /** Webhook deliveries whose recorded replies named the address. */
  webhook_deliveries: number
  /** Suppressions that now hold a keyed hash instead of the address. */
  suppressions: number
  /** Erased counters of consecutive bounces. */
  soft_bounces: number
  /** Erased replies stored for idempotency keys. */
  kept_replies: number
  /** Deleted inbound messages: those with the address in their envelope, or in From, Reply-To, To or Cc. */
  inbound_messages: number
  /** Deleted topic choices. */
  topic_consents: number
}

/**
 * A machine-readable error code. Version 1 may add codes; handle an unknown code by its HTTP status. No operation
 * lists these two codes: `method_not_allowed` (405) means that the path does not support the method, and
 * `expectation_failed` (417) means that the `Expect` header is not `100-continue`.
 */
export type ErrorCode = 'malformed_request' | 'missing_credentials' | 'invalid_credentials' | 'expired_credentials' | 'invalid_sign_in_link' | 'invalid_authorization' | 'sign_in_not_allowed' | 'insufficient_scope' | 'wrong_credential_kind' | 'project_not_allowed' | 'environment_not_allowed' | 'ip_not_allowed' | 'sender_not_allowed' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'idempotency_conflict' | 'idempotency_in_progress' | 'invalid_state' | 'webhook_exists_similarly' | 'recipient_suppressed' | 'recipient_complained' | 'address_suppressed' | 'content_gone' | 'payload_too_large' | 'unsupported_media_type' | 'expectation_failed' | 'validation_failed' | 'sender_domain_not_verified' | 'sender_at_mailbox_provider' | 'schedule_out_of_range' | 'template_not_found' | 'template_not_published' | 'template_render_failed' | 'segment_too_costly' | 'sending_halted' | 'rate_limited' | 'quota_exceeded' | 'internal_error' | 'unavailable' | 'invalid_passkey'

export interface ErrorDetail {
  /**
   * A JSON Pointer to the refused value, starting with `/body`, `/query` or `/headers`. For a missing value, it is
   * the path where the value belongs.
   */
  path: string
  /** The broken rule, as in `rule`, except that rules that are keywords of JSON Schema are in camelCase here: `minItems` for `min_items`. Use `rule` in new programs. */
  code: string
  rule?: ErrorRule
  /** What is wrong, as a phrase that follows the name of the field. May change at any time. */
  message: string
  /** In a template: the line of the mistake. */
  line?: number
  /** In a template: the column of the mistake. */
  column?: number
  /** In a template: the variable that the mistake is about. */
  variable?: string
  /** In a template: the layout or partial that has the mistake, if it is not the template itself. */
  template_id?: string
  /** With `webhook_exists_similarly`: the subscription that has a similar `url`. */
  webhook_id?: string
}

export interface ErrorError {
  code: ErrorCode
  /**A message for people. May change at any time.*/
  message: string
  /** A request. */
  request_id: string
  /**Up to 20 mistakes at once. Present when the request failed validation, and with `webhook_exists_similarly`.*/
  details?: Array<ErrorDetail>
}

/**
 * The rule that a refused value broke. The list grows in version 1; treat unknown rules as a refusal of the value
 * without a named reason.
 *
 * `additional_properties`: The operation has no field or parameter with this name. `address`: The text is not an IP
 * address. `address_refused`: The URL leads to an address that is not on the public internet. `base64`: The text is
 * not base64 with its padding. `beyond_retention`: The rule looks further back than events are kept.
 * `block_position`: A block of a template is in a place where blocks are not allowed, or occurs twice. `characters`:
 * The text has characters that are not allowed there, such as control characters. `cidr`: The text is not an IP
 * address or a range of them. `column`: The file does not have the named column. `columns`: The columns of the file
 * do not fit together, or one is missing. `conflict`: Two values contradict each other. `const`: Only one value is
 * allowed here, and this is a different one. `contact`: The request needs either an existing contact or an invented
 * one, not both. `content`: The content does not have the declared type. `credentials`: The URL has a user or a
 * password. `cursor`: The cursor does not come from this list. `cycle`: Segments refer to each other in a circle.
 * `depth`: The value is nested too deeply. `disabled`: The named object is disabled. `domain`: The text is not a
 * domain name, or not one that is allowed there. `domain_not_verified`: The domain is not a verified domain of the
 * workspace. `duplicate`: The value has to be unique and occurs twice. `empty`: The text has no visible character.
 * `encoding`: The service does not support the encoding of a query parameter or a file. `enum`: The value is not one
 * of the allowed values. `environment`: The environment is not the project's. `exclusive`: Two parameters cannot be
 * combined. `forbidden_header`: The service writes this header itself, or the header is unsafe. `format`: The text
 * does not have the required format, such as that of an e-mail address or a time. `fragment`: The URL has a
 * fragment. `host`: The URL has no valid host name. `ip_address`: The text is not an IP address. `label`: The text
 * is not one label of a domain name. `layout_position`: A template does not begin with its layout, or has two
 * layouts. `limit_exceeded`: Rendering the template takes too much time or memory. `line_break`: The text would have
 * a line break once it is rendered. `mailbox_provider`: The domain belongs to a mailbox provider. `max_items`: The
 * list has too many items. `max_length`: The text has too many characters. `max_properties`: The object has too many
 * fields. `maximum`: The number is too large. `media_type`: The text is not a media type, or not one that is
 * allowed. `metadata_key`: `metadata_value` is given without `metadata_key`. `min_items`: The list has too few
 * items. `min_length`: The text has too few characters, or none. `min_properties`: The object has too few fields.
 * `minimum`: The number is too small. `missing_argument`: The template uses a partial without a value that the
 * partial needs. `missing_variable`: The template uses a variable that has no value. `no_provider`: The address does
 * not answer as an OpenID provider. `no_words`: The search has no letters or digits. `not_allowed`: The value cannot
 * be combined with another one. `not_found`: The named object does not exist, or the credential cannot see it.
 * `one_of`: Exactly one of several fields is allowed. `out_of_range`: The duration is too short or too long.
 * `outside_block`: A template has content outside of the blocks of its layout. `passkey`: The passkey could not be
 * registered. `past`: The time has passed. `pattern`: The text does not match the pattern of its field.
 * `placeholder`: The text has an unknown placeholder, or lacks a required one. `port`: The URL has an invalid port.
 * `privileged`: The scope is granted to privileged keys only. `public_suffix`: Anyone can register domains below
 * this one. `range`: The period is empty, too long, or has too many parts. `recipient`: The text is neither an
 * address nor a pattern of addresses. `recipients`: Mail to a list must have exactly one recipient, in `to`.
 * `registration`: The registration is unknown, used or too old. `render`: The template cannot be rendered with these
 * values. `required`: The value is missing. `reserved`: The service uses the name itself. `scope`: A key of this
 * kind cannot have the scope. `sender`: The text is neither an address nor a domain. `sender_at_mailbox_provider`:
 * The sender is at a mailbox provider. `sender_domain_not_verified`: The domain of the sender is not verified.
 * `similar`: There already is a webhook with a similar URL. `syntax`: The template cannot be parsed. `taken`: The
 * name is already in use. `template_not_published`: The template, or its version, is not published. `time`: This
 * time does not exist. `too_far`: The time is too far ahead. `too_large`: The content is too large, including
 * everything it uses. `too_long`: The value is too long, possibly as JSON or once it is rendered. `too_many`: There
 * would be more than allowed. `too_many_words`: The search has too many words. `type`: The value has the wrong type,
 * such as a number instead of a text. `undeclared_variable`: The template uses a variable that it does not declare.
 * `unexpected`: The value belongs to a setting that is not used. `unknown`: The service does not know the named
 * object. `unknown_argument`: The template passes an argument that the partial does not accept. `unknown_block`: A
 * template has a block that its layout lacks. `unknown_contact_field`: The template uses a field that contacts do
 * not have. `unknown_op`: Values of this type cannot be compared like this. `unknown_template`: A template names a
 * layout or partial that is not published in the project. `unsubscribe_link_missing`: The body does not show how to
 * unsubscribe. `url`: The text is not a valid URL for this field. `variable_type`: The value of a variable has
 * another type than the template declares. `wider`: The key would get more permissions than before.
 */
export type ErrorRule = 'additional_properties' | 'address' | 'address_refused' | 'base64' | 'beyond_retention' | 'block_position' | 'characters' | 'cidr' | 'column' | 'columns' | 'conflict' | 'const' | 'contact' | 'content' | 'credentials' | 'cursor' | 'cycle' | 'depth' | 'disabled' | 'domain' | 'domain_not_verified' | 'duplicate' | 'empty' | 'encoding' | 'enum' | 'environment' | 'exclusive' | 'forbidden_header' | 'format' | 'fragment' | 'host' | 'ip_address' | 'label' | 'layout_position' | 'limit_exceeded' | 'line_break' | 'mailbox_provider' | 'max_items' | 'max_length' | 'max_properties' | 'maximum' | 'media_type' | 'metadata_key' | 'min_items' | 'min_length' | 'min_properties' | 'minimum' | 'missing_argument' | 'missing_variable' | 'no_provider' | 'no_words' | 'not_allowed' | 'not_found' | 'one_of' | 'out_of_range' | 'outside_block' | 'passkey' | 'past' | 'pattern' | 'placeholder' | 'port' | 'privileged' | 'public_suffix' | 'range' | 'recipient' | 'recipients' | 'registration' | 'render' | 'required' | 'reserved' | 'scope' | 'sender' | 'sender_at_mailbox_provider' | 'sender_domain_not_verified' | 'similar' | 'syntax' | 'taken' | 'template_not_published' | 'time' | 'too_far' | 'too_large' | 'too_long' | 'too_many' | 'too_many_words' | 'type' | 'undeclared_variable' | 'unexpected' | 'unknown' | 'unknown_argument' | 'unknown_block' | 'unknown_contact_field' | 'unknown_op' | 'unknown_template' | 'unsubscribe_link_missing' | 'url' | 'variable_type' | 'wider'

/** An event. Version 1 may add event types: an event of a type that this file does not list is an `OtherEvent`. An `inbound.received` event that a workspace session gets is also an `InboundReceivedEvent`. */
export type Event = KnownEvent | InboundReceivedEvent | OtherEvent

export interface EventList {
  data: Array<Event>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

export interface EventRecipient {
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
}

/** The type of the event. The list grows in version 1; ignore types you do not know. */
export type EventType = 'message.accepted' | 'message.scheduled' | 'message.deferred' | 'message.delivered' | 'message.bounced' | 'message.failed' | 'message.suppressed' | 'message.cancelled' | 'message.complained' | 'message.unsubscribed' | 'message.opened' | 'message.clicked' | 'subscription.requested' | 'subscription.confirmed' | 'suppression.added' | 'domain.verified' | 'domain.degraded' | 'domain.failed' | 'template.published' | 'contact.unsubscribed' | 'contact.resubscribed' | 'contact.topic_changed' | 'campaign.scheduled' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'automation.published' | 'automation.run_completed' | 'automation.run_failed' | 'automation.notified' | 'inbound.received' | 'webhook.disabled' | 'webhook.test'

export interface ExplainSegmentRequest {
  /** A contact. */
  contact_id: string
}

export interface FollowedEventPage {
  /** Oldest first. */
  data: Array<Event>
  /** Whether there is more to read right away. */
  has_more: boolean
  /** Pass it as `after` in the next request. */
  next_cursor: string
  window: Window
}

/** How many objects of each kind there are, counted up to 10,000. */
export interface FoundCounts {
  contacts: number
  contact_events: number
  subscriptions: number
  /** Message logs, which would be kept without the address and the name. */
  message_logs: number
  /** Queued or scheduled deliveries, which would be cancelled. */
  cancelled: number
  /** Suppressions, of which a keyed hash would be kept. 0 for a project, because suppressions belong to the workspace. */
  suppressions: number
  /** Inbound messages with the address in their envelope, or in From, Reply-To, To or Cc. */
  inbound_messages: number
}

/** Why sending is halted: the operator halted it; bounces passed 5 % or complaints 0.3 % of at least 500 live deliveries in 24 hours; Google reported a spam rate of 0.3 % or more to the operator; or the operator archived the workspace, which can be read but no longer sends. */
export type HaltReason = 'operator' | 'bounce_rate' | 'complaint_rate' | 'archived'

/** What the service has held for this workspace since it was restored from a backup: mail and webhooks that were queued then, and may have been sent after the backup. They wait until the service's operator releases or drops them. New mail is sent as usual, and `status` can be `active` meanwhile. Null if nothing is held. */
export interface HeldQueue {
  /** Recipients whose mail is held. */
  deliveries: number
  /** Webhook deliveries that are held. */
  webhooks: number
  /** When the restored service first started and held them. */
  since: string
}

export interface IdentityDomain {
  domain: string
  status: IdentityDomainStatus
  record: IdentityDomainRecord
  /** When the DNS was last checked. */
  checked_at: string | null
  /** What the last check did not find, in a sentence. */
  problem: string | null
}

/** The DNS record that proves that the domain belongs to the workspace. */
export interface IdentityDomainRecord {
  type: 'TXT'
  name: string
  value: string
}

/** `pending`: the record was not found yet. `verified`: the record was found. `failing`: the record was found before, but is no longer there; people with addresses of the domain cannot sign in with the provider. */
export type IdentityDomainStatus = 'pending' | 'verified' | 'failing'

/** The OpenID provider that people of the workspace sign in with, such as Keycloak, Okta or Entra ID. */
export interface IdentityProvider {
  /** The provider's issuer, as its own `/.well-known/openid-configuration` names it. It must be https, unless the operator allows its address (`POSTSEAL_ALLOWED_PROVIDER_CIDRS`). */
  issuer: string
  /** This service's client id at the provider. */
  client_id: string
  /** Whether a secret is set. It is never shown. */
  has_client_secret: boolean
  /** The redirect address to register with the provider, exactly as shown. */
  redirect_uri: string
  /** The e-mail domains that belong to people of the workspace. */
  domains: Array<IdentityDomain>
  assume_email_verified: boolean
  create_users: boolean
  role_claim: string | null
  roles: ClaimRoles
  default_role: NullableUserRole | null
  created_at: string
  updated_at: string
}

export interface InboundAddress {
  /** The name as the sender wrote it. */
  email: string
  name: string | null
}

/** How inbound mail reaches the service, and what is stored. */
export interface InboundArrival {
  /** The MX records to publish for each domain of a route. */
  mx: Array<InboundMxRecord>
  /** The port of the receiver. Mail servers connect to port 25, which has to be forwarded to it. */
  port: number
  /** The domains of the routes, sorted by name. */
  domains: Array<InboundDomain>
  storage: InboundStorage
}

export interface InboundAttachment {
  /** An attachment of an inbound message. */
  id: string
  /** The file name, without folders and control characters. */
  filename: string | null
  /** The media type that the sender declared. Do not trust it. */
  content_type: string
  /** The decoded size, in bytes. */
  size: number
  /** The content id, without angle brackets. HTML refers to it as `cid:`. */
  content_id: string | null
  disposition: 'attachment' | 'inline'
  /** The hash of the decoded content, in hexadecimal. */
  sha256: string
}

/** Whether the message really comes from the domains that it names. */
export interface InboundAuth {
  /** Whether the domain of the From field vouches for the message: it passes DMARC or, if the domain has no DMARC record, SPF or a signature passes for that domain or one of the same organization. True while live mail goes to the sink. */
  authenticated: boolean
  spf: InboundSpf
  /** The message's DKIM signatures, at most 5. */
  dkim: Array<InboundDkim>
  dmarc: InboundDmarc
}

/** As in RFC 8601. `not_checked`: live mail goes to the sink, so all mail comes from this machine. */
export type InboundAuthResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'policy' | 'none' | 'temperror' | 'permerror' | 'not_checked'

/** The kind of automatic mail, by RFC 3834 and older conventions. `none`: written by a person, according to the header. `auto_reply`: a vacation notice or similar. `auto_generated`: written by a program. `bounce`: a delivery report, or mail without a sender. `list`: a mailing list or newsletter. */
export type InboundAutomatic = 'none' | 'auto_reply' | 'auto_generated' | 'bounce' | 'list'

/** How automatic mail is handled, such as vacation notices, reports and newsletters. `deliver`: like mail from people. `keep`: stored, without an event, and starts no automation. `drop`: accepted but not stored. */
export type InboundAutomaticHandling = 'deliver' | 'keep' | 'drop'

/** `permerror` also marks a signature in a header that programs read differently: one with a line that is neither a field nor the continuation of one, with a blank before a colon, or with a NUL, vertical tab, form feed or bare CR. `policy` marks a signature that leaves out a From or Subject field that is shown, or a second field of a kind that it lists only once. It also marks a signature with `l=`, SHA-1, a short key, or a date in the past or the future. */
export interface InboundDkim {
  result: InboundAuthResult
  domain: string | null
  selector: string | null
}

export interface InboundDmarc {
  result: InboundAuthResult
  /** The domain of the From field. */
  domain: string | null
  /** `none`, `quarantine` or `reject`; null if the domain has no record. */
  policy: string | null
}

export interface InboundDomain {
  domain: string
  /** The number of its routes. */
  routes: number
  /** `published`: an MX record of the domain points to this service. `missing`: the domain has no MX record. `other`: its mail goes to other hosts. `unknown`: not checked, because the DNS gave no answer in time, or live mail goes to the sink. */
  mx: 'published' | 'missing' | 'other' | 'unknown'
  /** The hosts of its MX records, by priority. At most 10. */
  found: Array<string>
}

export interface InboundEnvelope {
  /** The envelope sender, empty for `<>`. */
  from: string
  /** The message's recipients on this route. */
  to: Array<string>
}

export interface InboundEventAttachment {
  /** An attachment of an inbound message. */
  id: string
  filename: string | null
  content_type: string
  size: number
  content_id: string | null
  disposition: 'attachment' | 'inline'
  sha256: string
  /** Returns the decoded content. */
  url: string
}

export interface InboundHeader {
  /** The name as the sender wrote it. */
  name: string
  /** Unfolded, with encoded words decoded. */
  value: string
}

/** The sent message that this one replies to. Null if it is not a reply to one. */
export interface InboundInReplyTo {
  /** A message. */
  message_id: string
  /** The log of the recipient who replied, if the sender is a recipient. */
  log_id: string | null
  /** `address`: it was sent to an address that the service created for that message and that nobody else can guess. `header`: its header names that message, which can be forged. */
  match: 'address' | 'header'
}

export interface InboundMessage {
  /** An inbound message. */
  id: string
  /** An inbound route. */
  route_id: string
  /** A project. */
  project_id: string
  environment: Environment
  envelope: InboundEnvelope
  /** The From field. It is not verified; `auth` has the results of the checks. */
  from: Array<InboundAddress>
  to: Array<InboundAddress>
  cc: Array<InboundAddress>
  reply_to: Array<InboundAddress>
  /** The decoded subject; empty if there is none. */
  subject: string
  /** The Message-ID, with angle brackets. */
  header_message_id: string | null
  /** The Date field. */
  header_date: string | null
  /** The size of the original message, in bytes. */
  size: number
  /** Whether something was truncated: text or HTML beyond 1 MiB, attachments beyond the hundredth, a header beyond 256 KiB. The original message is always complete. */
  truncated: boolean
  /** Whether the message could be parsed. If not, only the original message is available, and the rest is empty. */
  readable: boolean
  auth: InboundAuth
  automatic: InboundAutomatic
  in_reply_to: InboundInReplyTo | null
  /** The project's contact with the address of the From field. Null if there is none. */
  contact_id: string | null
  attachments: Array<InboundAttachment>
  received_at: string
  /** When the message is deleted. */
  expires_at: string
}

/** A message with its content. */
export interface InboundMessageDetail {
  /** An inbound message. */
  id: string
  /** An inbound route. */
  route_id: string
  /** A project. */
  project_id: string
  environment: Environment
  envelope: InboundEnvelope
  /** The From field. It is not verified; `auth` has the results of the checks. */
  from: Array<InboundAddress>
  to: Array<InboundAddress>
  cc: Array<InboundAddress>
  reply_to: Array<InboundAddress>
  /** The decoded subject; empty if there is none. */
  subject: string
  /** The Message-ID, with angle brackets. */
  header_message_id: string | null
  /** The Date field. */
  header_date: string | null
  /** The size of the original message, in bytes. */
  size: number
  /** Whether something was truncated: text or HTML beyond 1 MiB, attachments beyond the hundredth, a header beyond 256 KiB. The original message is always complete. */
  truncated: boolean
  /** Whether the message could be parsed. If not, only the original message is available, and the rest is empty. */
  readable: boolean
  auth: InboundAuth
  automatic: InboundAutomatic
  in_reply_to: InboundInReplyTo | null
  /** The project's contact with the address of the From field. Null if there is none. */
  contact_id: string | null
  attachments: Array<InboundAttachment>
  received_at: string
  /** When the message is deleted. */
  expires_at: string
  /** All header fields, in order. */
  headers: Array<InboundHeader>
  /** The plain text. Null if there is none. */
  text: string | null
  /** The original HTML. Never show it in a page of your own without sanitizing it. */
  html: string | null
  /** The text without quotations and without a signature, as far as they were detected. `text` has everything. Null if there is no text. */
  reply_text: string | null
}

export interface InboundMessageList {
  data: Array<InboundMessage>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

export interface InboundMxRecord {
  priority: number
  host: string
}

/** An inbound message as webhooks receive it. The members are those of `InboundMessage`. The links need no credential. They work for 7 days, or until the message is deleted; after that the reply is 404. */
export interface InboundReceivedData {
  /** An inbound message. */
  inbound_message_id: string
  /** An inbound route. */
  route_id: string
  envelope: InboundEnvelope
  from: Array<InboundAddress>
  to: Array<InboundAddress>
  cc: Array<InboundAddress>
  reply_to: Array<InboundAddress>
  subject: string
  header_message_id: string | null
  header_date: string | null
  size: number
  truncated: boolean
  readable: boolean
  auth: InboundAuth
  automatic: InboundAutomatic
  in_reply_to: InboundInReplyTo | null
  contact_id: string | null
  /** The first 32 kB of the plain text. `content_url` has the full text and the HTML. */
  text: string | null
  /** Whether `text` was truncated. */
  text_truncated: boolean
  /** Truncated at the same limit. */
  reply_text: string | null
  attachments: Array<InboundEventAttachment>
  /** Returns the `InboundMessageDetail` as JSON. */
  content_url: string
  /** Returns the original message (message/rfc822). */
  raw_url: string
  urls_expire_at: string
  received_at: string
  /** Whether `replayInboundMessage` sent the event again. */
  replayed: boolean
}

export interface InboundReceivedEvent {
  /** An event. */
  id: string
  type: 'inbound.received'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: InboundReceivedData
}

export interface InboundReplay {
  /** An inbound message. */
  inbound_message_id: string
  /** An event. */
  event_id: string
}

export interface InboundRoute {
  /** An inbound route. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  /** The address, with its domain in lower case. */
  recipient: string
  enabled: boolean
  automatic: InboundAutomaticHandling
  require_dmarc: boolean
  block: Array<string>
  retain_days: number | null
  created_at: string
  updated_at: string
}

export interface InboundRouteList {
  data: Array<InboundRoute>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** What the receiver would reply to this recipient. */
export interface InboundRouteTest {
  recipient: string
  accepted: boolean
  /** `no_route`: no route of the workspace accepts mail for the address. `storage_full`: the workspace has reached its limit for stored inbound mail. */
  reason: 'accepted' | 'no_route' | 'route_disabled' | 'sender_blocked' | 'storage_full'
  /** The SMTP reply, with its codes. */
  reply: string
  route: TestedInboundRoute | null
}

export interface InboundSpf {
  result: InboundAuthResult
  /** The domain of the envelope sender. */
  domain: string | null
}

export interface InboundStorage {
  /** The storage that the workspace's messages use. */
  bytes: number
  /** The storage limit. Above it, mail is answered with 452 until space is free. */
  max_bytes: number
  messages: number
}

/** What each element of a list can include beside its own properties: its figures. */
export type IncludedPart = 'figures'

/** The key's restrictions. Null or empty restricts nothing. */
export interface IssuedRestrictions {
  environment: 'live' | 'test' | null
  ip_cidrs: Array<string>
  sender_domains: Array<string>
  expires_at: string | null
}

export interface KeptAttachment {
  /** The name as it is sent. */
  filename: string
  /** A media type without parameters. */
  content_type: string
  /** The parameters of the media type, by name in lower case; empty if there are none. */
  content_type_parameters: { [key: string]: string; }
  content_id: string | null
  disposition: Disposition
  /** The size in bytes. */
  size: number
  content: string
}

/** `type` determines the shape of `data`. The `webhooks` section of this file uses the same schemas, except for `inbound.received`: webhooks receive all of its data. */
export type KnownEvent = MessageAcceptedEvent | MessageScheduledEvent | MessageDeferredEvent | MessageDeliveredEvent | MessageBouncedEvent | MessageFailedEvent | MessageSuppressedEvent | MessageCancelledEvent | MessageComplainedEvent | MessageUnsubscribedEvent | MessageOpenedEvent | MessageClickedEvent | SubscriptionRequestedEvent | SubscriptionConfirmedEvent | SuppressionAddedEvent | DomainVerifiedEvent | DomainDegradedEvent | DomainFailedEvent | TemplatePublishedEvent | ContactUnsubscribedEvent | ContactResubscribedEvent | ContactTopicChangedEvent | CampaignScheduledEvent | CampaignStartedEvent | CampaignPausedEvent | CampaignResumedEvent | CampaignSentEvent | CampaignCancelledEvent | AutomationPublishedEvent | AutomationRunCompletedEvent | AutomationRunFailedEvent | AutomationNotifiedEvent | RetrievedInboundReceivedEvent | WebhookDisabledEvent | WebhookTestEvent

/** At least one of `reply_contains`, `since` and `until` is required. */
export interface LiftSuppressionsRequest {
  /** Only suppressions whose `reply` contains this text, ignoring case. There are no wildcards. */
  reply_contains?: string | undefined
  reason?: BounceSuppressionReason | undefined
  /** Only suppressions whose reply would suppress an address today (true) or would not (false), as in `GET /v1/suppressions/replies`. With false, suppressions without a reply are kept. */
  still_suppresses?: boolean | undefined
  /** Only suppressions created at or after this time. */
  since?: string | undefined
  /** Only suppressions created before this time. */
  until?: string | undefined
  /** Lifts nothing and returns how many suppressions would be lifted. */
  dry_run?: boolean | undefined
  /** The maximum number to lift with this request. */
  limit?: number | undefined
  /** The `next_cursor` of the previous request. Keep the other properties unchanged. */
  cursor?: string | undefined
}

export interface LiftedSuppressions {
  dry_run: boolean
  /** The number of matching suppressions. */
  matched: number
  /** The number of suppressions that were lifted. 0 in a dry run. */
  lifted: number
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** Sets the `List-Unsubscribe` and `List-Unsubscribe-Post` headers (RFC 2369, RFC 8058). Mail programs then show a button that sends a `POST` to the address. Unsubscribe only on a `POST`, because scanners follow links. */
export interface ListUnsubscribe {
  /** An https address that accepts the one-click `POST`. */
  url: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email?: string | undefined
}

/** Why this is not counted as a person's action: `head` (only the head of the page was requested), `prefetch` (a browser loaded it ahead of time), `scanner` (a program that inspects mail or follows links), `proxy` (a service that loads every image for all of its users), `early` (too soon after the delivery for anybody to have read it). Null if it may be a person's action. */
export type MachineReason = 'head' | 'prefetch' | 'scanner' | 'proxy' | 'early'

export interface Message {
  /** A message. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  status: MessageStatus
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email: string
  from_name: string | null
  subject: string
  category: string | null
  /** Up to 20 pairs of your own, for finding the message. They are not sent. */
  metadata: { [key: string]: string; }
  created_at: string
  scheduled_at: string | null
  /** The subscriber list that the message is for; null if none. */
  list_id: string | null
  /** The campaign that sent the message; null if none did. */
  campaign_id: string | null
  /** The automation run that sent the message; null if none did. */
  automation_run_id: string | null
  /** The API key that the message was sent with, by HTTP or SMTP. Null for mail of sessions, campaigns and automations, and for mail from before the upgrade that added this field. */
  api_key_id: string | null
  template: MessageTemplate | null
  recipients: Array<Recipient>
}

export interface MessageAcceptedData {
  /** A message. */
  message_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email: string
  subject: string
  category: string | null
  /** Up to 20 pairs of your own, for finding the message. They are not sent. */
  metadata: { [key: string]: string; }
  recipients: Array<EventRecipient>
}

export interface MessageAcceptedEvent {
  /** An event. */
  id: string
  type: 'message.accepted'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: MessageAcceptedData
}

export interface MessageBouncedEvent {
  /** An event. */
  id: string
  type: 'message.bounced'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: DeliveryData
}

export interface MessageCancelledData {
  /** A message. */
  message_id: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  recipients: Array<EventRecipient>
}

export interface MessageCancelledEvent {
  /** An event. */
  id: string
  type: 'message.cancelled'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: MessageCancelledData
}

export interface MessageClickedEvent {
  /** An event. */
  id: string
  type: 'message.clicked'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: ClickedData
}

export interface MessageComplainedEvent {
  /** An event. */
  id: string
  type: 'message.complained'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: ComplaintData
}

/** The content that was sent, as given or rendered. */
export interface MessageContent {
  /** A message. */
  message_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email: string
  from_name: string | null
  to: Array<NamedAddress>
  cc: Array<NamedAddress>
  bcc: Array<NamedAddress>
  reply_to: Array<NamedAddress>
  subject: string
  text: string
  html: string | null
  /** Further header fields. Refused are fields that the service writes itself (addresses, subject, dates, ids, MIME, signatures, `Feedback-ID`, `List-Unsubscribe`), and line breaks anywhere. */
  headers: { [key: string]: string; }
  list_unsubscribe: MessageContentListUnsubscribe | null
  attachments: Array<KeptAttachment>
  /** Sent instead of `text`, `html` and `attachments`: the MIME entity (RFC 2045, section 2.4), with header fields and body, of a message that was submitted by SMTP signed or encrypted. `text` and `html` are its readable parts. Null for other messages. */
  mime_entity: string | null
  /** SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break, separated by a zero byte, with nothing for a missing HTML body. Line breaks at the end of a body do not count. A preview has the same hash as the message and as the decoded mail. */
  content_sha256: string
}

/** Null if the send gave none, or if the link is the service's own. */
export interface MessageContentListUnsubscribe {
  url: string
  /**Null if the send gave none.*/
  email: string | null
}

export interface MessageDeferredEvent {
  /** An event. */
  id: string
  type: 'message.deferred'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: DeferralData
}

export interface MessageDeliveredEvent {
  /** An event. */
  id: string
  type: 'message.delivered'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: DeliveryData
}

export interface MessageFailedEvent {
  /** An event. */
  id: string
  type: 'message.failed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: DeliveryData
}

export interface MessageList {
  data: Array<Message>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

/** One recipient of one message, and the result of its delivery. */
export interface MessageLog {
  /** One recipient's log of a message. */
  id: string
  /** A message. */
  message_id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  recipient_name: string | null
  kind: RecipientKind
  status: RecipientStatus
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email: string
  subject: string
  category: string | null
  /** Up to 20 pairs of your own, for finding the message. They are not sent. */
  metadata: { [key: string]: string; }
  /** When the first attempt is due, if the send was scheduled. */
  scheduled_at: string | null
  /** Every attempt to deliver, oldest first. */
  attempts: Array<DeliveryAttempt>
  /** The reply of the last attempt. Null if there was no attempt, or no reply to it. */
  last_reply: SmtpReply | null
  /** When a deferred delivery is retried. Null if it is held (`waiting_for` is `release`). */
  next_attempt_at: string | null
  created_at: string
  updated_at: string
  delivered_at: string | null
  /** Why the message was not sent, if the status is `suppressed`; an `UnsentReason`. */
  suppression_reason: string | null
  /** When the recipient's provider reported their complaint. */
  complained_at: string | null
  unverified_complaint: UnverifiedComplaint | null
  /** The campaign that sent the message; null if none did. */
  campaign_id: string | null
  /** The automation that sent the message; null if none did. */
  automation_id: string | null
  /** The API key that the message was sent with, by HTTP or SMTP. Null for mail of sessions, campaigns and automations, and for mail from before the upgrade that added this field. */
  api_key_id: string | null
  engagement: Engagement | null
  stream: Stream
  waiting_for: WaitingFor | null
  /** How often the delivery was retried with `POST /v1/message-logs/{id}/retry`. */
  retries: number
}

export interface MessageLogList {
  data: Array<MessageLog>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

export interface MessageOpenedEvent {
  /** An event. */
  id: string
  type: 'message.opened'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: OpenedData
}

export interface MessageScheduledData {
  /** A message. */
  message_id: string
  category: string | null
  scheduled_at: string
  recipients: Array<EventRecipient>
}

export interface MessageScheduledEvent {
  /** An event. */
  id: string
  type: 'message.scheduled'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: MessageScheduledData
}

/** Derived from the recipients: `scheduled` or `cancelled` if all of them are, `queued` while any of them waits, then `delivered` (all), `partially_delivered` (some) or `failed` (none). */
export type MessageStatus = 'scheduled' | 'queued' | 'delivered' | 'partially_delivered' | 'failed' | 'cancelled'

export interface MessageSuppressedEvent {
  /** An event. */
  id: string
  type: 'message.suppressed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: SuppressedData
}

/** The template that the message was rendered from; null if the send had its own subject and bodies. */
export interface MessageTemplate {
  /** A template. */
  template_id: string
  version: number
  /**The language of the content; null means the default content.*/
  locale: string | null
}

export interface MessageUnsubscribedEvent {
  /** An event. */
  id: string
  type: 'message.unsubscribed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: UnsubscribedData
}

export interface ModelError {
  error: ErrorError
}

export interface NamedAddress {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** The name shown beside an address, in any language. */
  name?: string | undefined
}

export type NullableUserRole = 'owner' | 'admin' | 'member'

/** The first load of the image in a mail, by a person or a machine. */
export interface OpenedData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  machine: MachineReason | null
  /** How the mail program or browser identifies itself. */
  user_agent: string | null
}

/** The envelope of every event. For event types that this file does not list, only these fields are known. */
export interface OtherEvent {
  /** An event. */
  id: string
  /** The type of the event. */
  type: string
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Null if the event concerns the workspace rather than a project. */
  project_id: string | null
  /** The project's environment. Null if the event belongs to no project and no environment. */
  environment: 'live' | 'test' | null
  data: { [key: string]: any; }
}

/** `smtp`: the receiving server's reply, or the lack of one. `dsn`: a delivery status notification (RFC 3464) that arrived after a server had accepted the message. Null if the operator ended the delivery. */
export type OutcomeSource = 'smtp' | 'dsn'

/** The language of the pages. `auto`, the default of a new project, uses the language of the reader's browser. */
export type PageLanguage = 'auto' | 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'da' | 'ja' | 'ar'

/** A key of a device or a password manager that signs a user in. */
export interface Passkey {
  /** A user's passkey. */
  id: string
  /** A user of the workspace. */
  user_id: string
  name: string
  /** Whether the passkey can be on several devices, as with password managers. Otherwise it is lost with its device. */
  synced: boolean
  created_at: string
  /** When the passkey was last used to sign in. */
  last_used_at: string | null
}

export interface PasskeyAssertionResponse {
  [key: string]: any | any
  clientDataJSON: string
  authenticatorData: string
  signature: string
  /** The passkey's user. The device returns the `user.id` of the registration. */
  userHandle: string
}

export interface PasskeyAttestationResponse {
  [key: string]: any | any
  clientDataJSON: string
  attestationObject: string
  /** How the browser reaches the passkey. */
  transports?: ReadonlyArray<string> | undefined
}

export interface PasskeyAuthenticatorSelection {
  residentKey: string
  requireResidentKey: boolean
  userVerification: string
}

/** The same for all users. */
export interface PasskeyChallenge {
  /** A challenge for signing in with a passkey. */
  id: string
  /** When the challenge expires. It can be used once. */
  expires_at: string
  options: PasskeyRequestOptions
}

/** The argument of `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`), for `navigator.credentials.create`. */
export interface PasskeyCreationOptions {
  /** Bytes in base64url without padding (RFC 4648, section 5). */
  challenge: string
  rp: PasskeyRelyingParty
  user: PasskeyUser
  pubKeyCredParams: Array<PasskeyParameters>
  /** In milliseconds. */
  timeout: number
  /** The user's existing passkeys. A device that has one of them creates no other. */
  excludeCredentials: Array<PasskeyDescriptor>
  authenticatorSelection: PasskeyAuthenticatorSelection
  attestation: string
}

export interface PasskeyDescriptor {
  type: string
  /** Bytes in base64url without padding (RFC 4648, section 5). */
  id: string
  transports: Array<string>
}

export interface PasskeyList {
  data: Array<Passkey>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface PasskeyParameters {
  type: string
  /** A COSE algorithm. */
  alg: number
}

export interface PasskeyRegistration {
  /** A passkey registration in progress. */
  id: string
  /** When the registration expires. It can be completed once. */
  expires_at: string
  options: PasskeyCreationOptions
}

export interface PasskeyRelyingParty {
  /** The host of the service. */
  id: string
  name: string
}

/** The argument of `PublicKeyCredential.parseRequestOptionsFromJSON` (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`), for `navigator.credentials.get`. */
export interface PasskeyRequestOptions {
  /** Bytes in base64url without padding (RFC 4648, section 5). */
  challenge: string
  /** The host of the service. */
  rpId: string
  /** In milliseconds. */
  timeout: number
  userVerification: string
}

export interface PasskeyUser {
  /** Bytes in base64url without padding (RFC 4648, section 5). */
  id: string
  /** The user's address and workspace. */
  name: string
  displayName: string
}

/** The campaign, with the number of mails that were being delivered when it stopped. Those may still arrive. */
export interface PausedCampaign {
  /** A campaign. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  status: CampaignStatus
  pause_reason: CampaignPauseReason | null
  blocked_by: CampaignBlockedBy | null
  template: TemplateOfCampaign
  /** Null means the template's. */
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  /** Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without a value here takes the contact's property of that name, or else the template's default. */
  variables: { [key: string]: any; }
  audience: AudienceOfCampaign
  rate_per_hour: number | null
  category: string | null
  scheduled_at: string | null
  max_delay_seconds: number
  started_at: string | null
  /** When the campaign was sent or cancelled. */
  completed_at: string | null
  /** The number of recipients. Null until all are found. */
  audience_total: number | null
  progress: CampaignProgress
  created_at: string
  updated_at: string
  /** The number of mails that were being delivered when the campaign stopped. */
  in_flight: number
  /** The key of the mail's topic. */
  topic: string | null
}

export interface PreviewCampaignRequest {
  /** A contact. */
  contact_id?: string | undefined
}

export interface PreviewSegmentRequest {
  /** A project. */
  project_id: string
  rule: SegmentRule
}

export interface PreviewTemplateContentRequest {
  /** The project that the template is for, which decides what it can use. Null or absent means every project. For a project key, absent means the key's project, and anything else is refused. */
  project_id?: string | null | undefined
  content: TemplateContent
  /** The requested language (BCP 47). If there is no content in it, the more general tag is tried (`de` for `de-AT`), then the default content. Defaults to the `locale` property of the contact. */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values for undeclared variables are ignored. */
  variables?: { [key: string]: any; } | undefined
  /** The contact that the mail is shown for. A key needs the scope `contacts:*` for this. */
  contact_id?: string | undefined
  /** Shows each missing value as its name in brackets, such as `[name]`, instead of returning an error. */
  fill_missing?: boolean | undefined
}

export interface PreviewTemplateRequest {
  /** A version's number, from 1. */
  version?: number | undefined
  /** The requested language (BCP 47). If there is no content in it, the more general tag is tried (`de` for `de-AT`), then the default content. Defaults to the `locale` property of the contact. */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values for undeclared variables are ignored. */
  variables?: { [key: string]: any; } | undefined
  /** The contact that the mail is shown for. A key needs the scope `contacts:*` for this. */
  contact_id?: string | undefined
  /** Shows each missing value as its name in brackets, such as `[name]`, instead of returning an error. */
  fill_missing?: boolean | undefined
}

export interface Project {
  /** A project. */
  id: string
  name: string
  environment: Environment
  tracking: Tracking
  created_at: string
  /** Since when the project is archived and can send nothing new. Null for a project in use. */
  archived_at: string | null
  pages: ProjectPages
}

export interface ProjectList {
  data: Array<Project>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** How the pages look on which recipients of the project's mail confirm, choose and unsubscribe. Null values use the service's defaults. */
export interface ProjectPages {
  /** The button colour. */
  accent_color: string | null
  /** The sender's name; null means the project's name. */
  name: string | null
  language: PageLanguage
  /** A `data:` URI. Lists of projects leave it out; replies about a single project include it. */
  logo?: string | null
}

/** How the pages look on which recipients of the project's mail confirm, choose and unsubscribe. Absent properties stay as they are; null resets everything, or the property, to the service's default. */
export interface ProjectPagesChoice {
  /** The button colour. The text on buttons is black or white, whichever is readable. For lines and on dark pages, the colour is made darker or lighter until it stands out. */
  accent_color?: string | null | undefined
  /** The sender's name that recipients see; null means the project's name. */
  name?: string | null | undefined
  language?: PageLanguage | undefined
  /** A `data:` URI of a PNG, JPEG, GIF or WebP image, at most 50 kB. It is shown above the heading, at most 160 by 48 CSS pixels, on white if the page is dark. */
  logo?: string | null | undefined
}

/** A string, a number or a boolean. */
export type PropertyValue = string | null | number | boolean

export interface PublishAutomationRequest {
  /** A version's number, from 1. */
  version: number
}

export interface PublishTemplateRequest {
  /** A version's number, from 1. */
  version: number
}

/** The result of verifying `Service-Signature`. `valid`: a secret of the subscription with this `url` signed these bytes within the five minutes before they arrived. `invalid`: there is no signature, or no correct one. `unknown`: no subscription of the workspace has this `url`, so there was no secret to verify with. */
export type ReceivedSignature = 'valid' | 'invalid' | 'unknown'

export interface Recipient {
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** Null if the send gave none. */
  name: string | null
  kind: RecipientKind
  status: RecipientStatus
}

/** The field of the send that named this recipient. */
export type RecipientKind = 'to' | 'cc' | 'bcc'

/** `scheduled`: waits for its time. `queued`: waits for its first attempt. `deferred`: refused for now, retried at `next_attempt_at`. `delivered`: the receiving server accepted it. `bounced`: the receiving server permanently refused it, or accepted it and later reported that it could not be delivered. `failed`: could not be delivered and is not retried. `suppressed`: not sent, because the workspace suppresses the address. `cancelled`: cancelled before its first attempt. */
export type RecipientStatus = 'scheduled' | 'queued' | 'deferred' | 'delivered' | 'bounced' | 'failed' | 'suppressed' | 'cancelled'

export interface RecordContactEventByAddressRequest {
  /** A project. */
  project_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Further data about the event. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** When the event happened. Defaults to now. */
  at?: string | undefined
}

export interface RecordContactEventRequest {
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Further data about the event. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** When the event happened. Defaults to now. */
  at?: string | undefined
}

export interface RejectedLine {
  /** The line number in the file, starting at 1. */
  line: number
  /** The broken rule, for programs. The list grows. */
  code: string
  /** The rule as a sentence. */
  message: string
}

export interface RequestSubscriptionRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** The name shown beside an address, in any language. */
  name?: string | undefined
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** Where the person opted in, in your words. */
  source?: string | undefined
  /** The person's IP address, version 4 or 6. */
  ip_address?: string | undefined
  /** The User-Agent of the person's browser. */
  user_agent?: string | undefined
}

/** The reply is the same for every address. */
export interface RequestedSignInLink {
  /** The address as given. */
  email: string
  /** How long a link is valid, in seconds. */
  valid_seconds: number
}

export interface RescheduleMessageRequest {
  /** When the message is sent; null means now. */
  scheduled_at: string | null
}

/** The campaign, with the number of recipients that are retried. */
export interface RetriedCampaign {
  /** A campaign. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  status: CampaignStatus
  pause_reason: CampaignPauseReason | null
  blocked_by: CampaignBlockedBy | null
  template: TemplateOfCampaign
  /** Null means the template's. */
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  /** Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without a value here takes the contact's property of that name, or else the template's default. */
  variables: { [key: string]: any; }
  audience: AudienceOfCampaign
  rate_per_hour: number | null
  category: string | null
  scheduled_at: string | null
  max_delay_seconds: number
  started_at: string | null
  /** When the campaign was sent or cancelled. */
  completed_at: string | null
  /** The number of recipients. Null until all are found. */
  audience_total: number | null
  progress: CampaignProgress
  created_at: string
  updated_at: string
  /** The number of recipients that are retried. */
  retried: number
  /** The key of the mail's topic. */
  topic: string | null
}

/** An inbound message as the API returns it. Workspace sessions get every member of `InboundReceivedData`. API keys get only the required ones: as with inbound messages, the text that others wrote, their addresses and the links are only for sessions, and for webhooks. */
export interface RetrievedInboundReceivedData {
  /** An inbound message. */
  inbound_message_id: string
  /** An inbound route. */
  route_id: string
  envelope?: InboundEnvelope
  from?: Array<InboundAddress>
  to?: Array<InboundAddress>
  cc?: Array<InboundAddress>
  reply_to?: Array<InboundAddress>
  subject?: string
  header_message_id?: string | null
  header_date?: string | null
  size: number
  truncated: boolean
  readable: boolean
  auth?: InboundAuth
  automatic: InboundAutomatic
  in_reply_to: InboundInReplyTo | null
  contact_id: string | null
  /** The first 32 kB of the plain text. `content_url` has the full text and the HTML. */
  text?: string | null
  /** Whether `text` was truncated. */
  text_truncated?: boolean
  /** Truncated at the same limit. */
  reply_text?: string | null
  attachments?: Array<InboundEventAttachment>
  /** Returns the `InboundMessageDetail` as JSON. */
  content_url?: string
  /** Returns the original message (message/rfc822). */
  raw_url?: string
  urls_expire_at?: string
  received_at: string
  /** Whether `replayInboundMessage` sent the event again. */
  replayed: boolean
}

/** `inbound.received`, as the API returns it. A webhook gets an `InboundReceivedEvent`. */
export interface RetrievedInboundReceivedEvent {
  /** An event. */
  id: string
  type: 'inbound.received'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: RetrievedInboundReceivedData
}

/** Which failed runs to retry. Without any filter, all. */
export interface RetryAutomationRunsRequest {
  /** A version's number, from 1. */
  version?: number | undefined
  /** Identifies the step within its version. */
  step_key?: string | undefined
  error_code?: string | undefined
}

/** `active`: the domain's mail uses it. `pending`: no check of the verified domain has found its record yet. `broken`: the record was found before, but not by the last check that had an answer; the domain's mail uses the service's return path until it is found again. `not_needed`: mail uses the service's return path anyway, because that is below the same registered domain, mail stays in the sink, or the name would be too long. */
export type ReturnPathStatus = 'active' | 'pending' | 'broken' | 'not_needed'

export interface ReviewDmarcSourceRequest {
  review: 'authorized' | 'unauthorized' | null
  /** A note for people. If left out, an existing note is removed. */
  note?: string | undefined
}

export interface RotateWebhookSecretRequest {
  /** How long the old secret keeps signing beside the new one. */
  overlap_seconds?: number | undefined
}

export interface SavedWebhook {
  webhook: WebhookSubscription
  /** The new signing secret: `whsec_` and 32 bytes in base64. The key of `Service-Signature` is the text exactly as shown here; the key of `webhook-signature` is the bytes. The secret is shown only in this reply and cannot be read again. A repeated request with the same idempotency key gets it again within 10 minutes of the first reply. Null in later replays, and if no secret was created. */
  secret: string | null
  secret_withheld?: SecretWithheld | null
}

export interface ScheduleCampaignRequest {
  /** When the campaign starts, up to a year ahead. Defaults to now. */
  scheduled_at?: string | undefined
}

export type Scope = 'messages:send' | 'reports:read' | 'domains:*' | 'webhooks:*' | 'suppressions:*' | 'contacts:*' | 'templates:*' | 'inbound:*' | 'campaigns:*'

/** Why `secret` is null. `shown_before`: this repeats a reply under its idempotency key, and the secret is only shown again within 10 minutes of that reply. `none_made`: the request created no secret; existing secrets remain valid. Null if the secret is present. The list grows in version 1. */
export type SecretWithheld = 'shown_before' | 'none_made'

export interface Segment {
  /** A segment. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  rule: SegmentRule
  count: SegmentCount | null
  counting: SegmentCounting | null
  /** The ids of the segments, unfinished campaigns and unarchived automations that use the segment. */
  used_by: Array<string>
  created_at: string
  updated_at: string
}

/** A field of the contact itself: `email_domain` (in lower case) and `name` are text, `created_at` is a time, `unsubscribed` is true or false. */
export interface SegmentContactCondition {
  field: 'email_domain' | 'name' | 'created_at' | 'unsubscribed'
  /** How the value is compared. Every type: `eq`, `ne`, `in` (a list of values), `exists` (`true` or `false`). Numbers: `gt`, `gte`, `lt`, `lte`. Text: `contains`, `starts_with`; case-sensitive. Times: `before`, `after` (a time with its offset, or a day in UTC), `within` (an ISO 8601 duration such as `P30D`: at most that long ago). */
  op: string
  value: SegmentValue
}

/** The number of contacts at the last count. Null before the first count, and after the rule was changed. */
export interface SegmentCount {
  value: number
  exact: boolean
  as_of: string
}

/** How many there must be. Defaults to at least one. */
export interface SegmentCountComparison {
  /** How the value is compared. Every type: `eq`, `ne`, `in` (a list of values), `exists` (`true` or `false`). Numbers: `gt`, `gte`, `lt`, `lte`. Text: `contains`, `starts_with`; case-sensitive. Times: `before`, `after` (a time with its offset, or a day in UTC), `within` (an ISO 8601 duration such as `P30D`: at most that long ago). */
  op: string
  value: number
}

/** The count in progress; null if there is none. */
export interface SegmentCounting {
  status: 'running' | 'failed'
  /**The contacts that were checked.*/
  scanned: number
  /**Why the count failed, such as `segment_too_costly`.*/
  error: string | null
}

/** How many contacts the rule selects. In a project of fewer than 20,000 contacts it is exact. Above that, it is estimated from a random sample: for 95 of 100 estimates, the true number is between `low` and `high`. */
export interface SegmentEstimate {
  value: number
  low: number
  high: number
  exact: boolean
}

/** Events of the contact, as recorded by `recordContactEvent`. The newest 1,000 events of the name are considered, within `within` if given. */
export interface SegmentEventCondition {
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  count?: SegmentCountComparison | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds. */
  within?: string | undefined
  /** Conditions on the properties of each counted event. All must hold. An empty list is the same as none. */
  where?: ReadonlyArray<SegmentPropertyCondition> | undefined
}

export interface SegmentExplanation {
  /** A segment. */
  segment_id: string
  /** A contact. */
  contact_id: string
  /** Whether the contact is in the segment. */
  included: boolean
  /** The time from which durations count back. */
  as_of: string
  /** Every node of the rule in the order of the text, including those of other segments. */
  nodes: Array<SegmentNodeResult>
}

export interface SegmentList {
  data: Array<Segment>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** The contact's subscription to a list of the project. */
export interface SegmentListCondition {
  /** A subscriber list. */
  list_id: string
  status: SubscriptionStatus
}

/** Mail of the project to the contact's address. The newest 1,000 messages within the retention window are considered. `replied` counts the contact's replies that inbound routes accepted, at the time they arrived, for as long as they are kept. Automatic replies do not count, nor do replies whose sender is not authenticated, unless they were sent to the message's reply address and do not fail DMARC. `opened` and `clicked` count messages that a person opened or whose links a person clicked; machines do not count. This is a lower bound: mail programs may load no images, and mail without tracking counts as not opened and not clicked. `within` counts back from when the mail was accepted. */
export interface SegmentMessageCondition {
  status: 'delivered' | 'bounced' | 'complained' | 'replied' | 'opened' | 'clicked'
  count?: SegmentCountComparison | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds. */
  within?: string | undefined
  /** A campaign. */
  campaign_id?: string | undefined
}

export interface SegmentNodeResult {
  /** A JSON Pointer to the node in `rule`. Nodes of another segment follow its `/segment`. */
  path: string
  kind: 'all' | 'any' | 'not' | 'property' | 'contact' | 'event' | 'message' | 'list' | 'topic' | 'segment'
  result: boolean
  /** Why there was nothing to compare, if that is so. */
  reason: 'missing' | 'wrong_type' | null
  /** The contact's value, if the node compares one value or a count. Null if there is none. */
  actual: any | null
}

export interface SegmentPreview {
  estimate: SegmentEstimate
  /** Some of the contacts. */
  sample: Array<Contact>
  /** The contacts that were checked. */
  scanned: number
  /** How long it took, in milliseconds. */
  ms: number
}

/** A property of the contact or, in `where`, of an event. */
export interface SegmentPropertyCondition {
  name: string
  /** How the value is compared. Every type: `eq`, `ne`, `in` (a list of values), `exists` (`true` or `false`). Numbers: `gt`, `gte`, `lt`, `lte`. Text: `contains`, `starts_with`; case-sensitive. Times: `before`, `after` (a time with its offset, or a day in UTC), `within` (an ISO 8601 duration such as `P30D`: at most that long ago). */
  op: string
  value: SegmentValue
}

/** The rule of another segment of the project, as it is at the time of use. */
export interface SegmentReference {
  /** A segment. */
  segment_id: string
}

/** A condition, or a combination of conditions: an object with exactly one of these keys. At most 6 levels deep, with at most 50 conditions, 10 of them about events or messages, including those of other segments. */
export interface SegmentRule {
  /** All of these hold. An empty list is the same as none. */
  all?: ReadonlyArray<SegmentRule> | undefined
  /** At least one of these holds. An empty list is the same as none. */
  any?: ReadonlyArray<SegmentRule> | undefined
  not?: SegmentRule | undefined
  property?: SegmentPropertyCondition | undefined
  contact?: SegmentContactCondition | undefined
  event?: SegmentEventCondition | undefined
  message?: SegmentMessageCondition | undefined
  list?: SegmentListCondition | undefined
  topic?: SegmentTopicCondition | undefined
  segment?: SegmentReference | undefined
}

/** A string, a number or a boolean. */
export type SegmentScalar = string | number | boolean

/** Whether the contact wants a topic of the project. If it has chosen nothing, the topic's default applies. */
export interface SegmentTopicCondition {
  /** The topic's key, unique in its project. It never changes. */
  topic: string
  is: 'subscribed' | 'unsubscribed'
}

/** The value to compare with. If the contact has no such value, or one of another type, the condition is false. `ne` is then true, since it is always the opposite of `eq`. */
export type SegmentValue = string | number | boolean | ReadonlyArray<SegmentScalar>

/** Either `subject` with `text`, `html` or both, or `template` instead of the bodies, where a `subject` replaces the template's. If there is only `html`, the service creates the text from it. `from_email` is required unless the template has a sender. */
export interface SendMessageRequest {
  /** A project. */
  project_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The recipients. `to`, `cc` and `bcc` together have at most 50 addresses, each only once. Each recipient gets a separate delivery and message log; those in `to` and `cc` are named in the message's headers. */
  to: ReadonlyArray<NamedAddress>
  cc?: ReadonlyArray<NamedAddress> | undefined
  /** Recipients that no header names. */
  bcc?: ReadonlyArray<NamedAddress> | undefined
  /** The Reply-To addresses, if replies should not go to the sender. An empty list is the same as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** The inbound route of the project that receives replies, instead of `reply_to`. The message gets its own Reply-To address, which links a reply to this message. The route must be enabled. */
  reply_route_id?: string | undefined
  template?: TemplateReference | undefined
  /** One line of text in any language. Required without `template`. With one, it replaces the template's subject. */
  subject?: string | undefined
  /** The plain-text body. Required without `template`. */
  text?: string | undefined
  /** The HTML body, sent beside the plain text. */
  html?: string | undefined
  attachments?: ReadonlyArray<Attachment> | undefined
  /** Further header fields. Refused are fields that the service writes itself (addresses, subject, dates, ids, MIME, signatures, `Feedback-ID`, `List-Unsubscribe`), and line breaks anywhere. */
  headers?: { [key: string]: string; } | undefined
  list_unsubscribe?: ListUnsubscribe | undefined
  /** The subscriber list that this mail is for, in the message's project. The mail must have exactly one recipient, in `to`, and is sent only while that recipient's subscription is confirmed; otherwise the log says `suppressed` with the reason `not_confirmed`. The service writes the `List-Unsubscribe` headers, so leave out `list_unsubscribe`. Put the subscription's `unsubscribe_url` into HTML and text. Mail without it is refused (422, `unsubscribe_link_missing`), because mailbox providers require it. */
  list_id?: string | undefined
  /** A label of your own, for search and statistics. */
  category?: string | undefined
  /** Up to 20 pairs of your own, for finding the message. They are not sent. */
  metadata?: { [key: string]: string; } | undefined
  tracking?: TrackingChoice | undefined
  /** `bulk` for mail that goes to many people who did not ask for it individually, such as your own newsletter, so that it is sent from the sources for such mail. Defaults to `transactional`. */
  stream?: Stream | undefined
  /** When to send the message, up to 30 days ahead. If absent or less than five minutes in the past, it is sent at once. You can cancel a message until a worker processes it. */
  scheduled_at?: string | undefined
}

/** Whether the workspace can send, and the figures that decide it. */
export interface SendingStatus {
  status: 'active' | 'halted'
  reason: HaltReason | null
  /** The operator's note about it, or the domain that Google complains about. */
  note: string | null
  halted_at: string | null
  /** Since when the operator has disabled the links in the workspace's mail: tracked links answer 410 instead of a redirect. Null if they work. Unsubscribe links always work. */
  links_ended_at: string | null
  window: SendingWindow
  held: HeldQueue | null
}

/** The results of live mail in the last 24 hours, or since sending was resumed. */
export interface SendingWindow {
  since: string
  /** Recipients whose mail was delivered or permanently refused. */
  settled: number
  bounced: number
  complained: number
  /** `bounced` as a share of `settled`. */
  bounce_rate: number
  /** `complained` as a share of `settled`. */
  complaint_rate: number
}

/** A user who is signed in. */
export interface Session {
  /** A user's session. */
  id: string
  /** Whether this is the session of this request. */
  current: boolean
  user: User
  workspace: SessionWorkspace
  origin: SessionOrigin
  role: UserRole
  program: SessionProgram | null
  /** The address that the user signed in from. */
  ip_address: string | null
  /** The browser or program, as it identified itself at sign-in. */
  user_agent: string | null
  created_at: string
  /** May be up to 5 minutes old. */
  last_used_at: string
  /** When the session ends if it is no longer used: 7 days after its last use, at the latest 30 days after it began. A program's session ends then even if it is used. */
  expires_at: string
}

export interface SessionList {
  data: Array<Session>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** How the session began: with a sign-in link, on the command line, with a passkey, or with an identity provider. */
export type SessionOrigin = 'link' | 'command_line' | 'passkey' | 'provider'

/** The settings of a program's session, such as that of a CI job, from the command line. Null if a person signed in. */
export interface SessionProgram {
  /** The name of the actor in the audit log. */
  name: string
  /** The groups of operations that the program can use: tags of this contract in lower case, with hyphens. Empty means all that its role allows. */
  only: Array<string>
  /** Only requests from these addresses are accepted. Empty means any address. */
  ip_cidrs: Array<string>
}

export interface SessionWorkspace {
  /** A workspace. */
  id: string
  name: string
}

export interface SignInAuthorization {
  /** The page of the provider to send the person to. */
  authorization_url: string
  /** Proves that the browser that returns is the one that was sent. Keep it in that browser, for example in its `sessionStorage`. */
  browser_key: string
  /** When the sign-in expires, after 10 minutes. */
  expires_at: string
}

/** The contact and the data to simulate with: `contact_id`, or `contact` for an invented one. Nothing is stored and nothing is sent. */
export interface SimulateAutomationRequest {
  /** The version to simulate. Defaults to the latest. */
  version?: number | undefined
  /** A contact. */
  contact_id?: string | undefined
  contact?: SimulatedContact | undefined
  /** The properties of the event that starts the run. At most 64 kB of JSON. */
  data?: { [key: string]: any; } | undefined
  /** When the run starts. Defaults to now. */
  at?: string | undefined
  /** What the contact does after the start. Events that a step waits for and that are not listed here do not happen. */
  events?: ReadonlyArray<SimulatedEvent> | undefined
}

export interface SimulatedContact {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  name?: string | null | undefined
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties?: { [key: string]: PropertyValue; } | undefined
  unsubscribed?: boolean | undefined
  /** The lists that the contact has confirmed. */
  confirmed_lists?: ReadonlyArray<string> | undefined
}

export interface SimulatedEvent {
  /** The event's name, chosen by you. If opens and clicks are tracked, the service itself records `message.opened` and `message.clicked` for contacts. */
  name: string
  /** Further data about the event. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  after?: string | undefined
}

export interface SimulatedStep {
  key: string
  kind: AutomationStepKind
  outcome: 'done' | 'skipped' | 'timed_out' | 'failed'
  reason: string | null
  detail: string | null
  taken: string | null
  /** When the step is reached. */
  at: string
  /** When the wait ends. */
  until: string | null
  mail: SimulatedStepMail | null
}

/** The mail that the step would send. Null for other steps. */
export interface SimulatedStepMail {
  /** A template. */
  template_id: string
  /** A version's number, from 1. */
  version: number
  subject: string
  /**The same hash as that of the mail once sent. See `TemplatePreview`.*/
  content_sha256: string
}

/** A receiving server's reply (RFC 5321, section 4.2). Null if there was none, for example because the connection was lost first. */
export interface SmtpReply {
  /** The three-digit reply code. */
  code: number
  /** The enhanced status code (RFC 3463), if the server gave one. */
  enhanced_code: string | null
  /** The text of the reply, without the codes. */
  text: string
  /** The server that replied. */
  host: string
}

export interface Statistics {
  interval: StatisticsInterval
  /** The start of the first period. */
  since: string
  /** The end of the last period. */
  until: string
  total: StatisticsCounts
  /** By period, oldest first. Empty periods are left out. */
  periods: Array<StatisticsPeriod>
  /** With `group_by`: the groups with the most accepted recipients, then the rest together. Empty without `group_by`. */
  groups: Array<StatisticsGroup>
}

/** The counts recorded in a span of time. */
export interface StatisticsCounts {
  /** Recipients of accepted messages, at the time of the request. */
  accepted: number
  /** Recipients whose server accepted the message, at the time of the delivery. */
  delivered: number
  /** Recipients whose server permanently refused the message, or reported a bounce later; the sum of `bounced_by_class`. */
  bounced: number
  /** Recipients whose delivery ended without a permanent refusal. */
  failed: number
  /** Recipients that nothing was sent to, because the address is suppressed. */
  suppressed: number
  /** Recipients of messages that were cancelled. */
  cancelled: number
  /** Recipients who marked the message as spam. */
  complained: number
  /** Attempts that a server deferred, or that reached no server. A recipient can have more than one. */
  deferred: number
  /** Bounces by `BounceClass`. Classes without bounces are left out. */
  bounced_by_class: { [key: string]: number; }
  time_to_delivery: TimeToDelivery
}

export interface StatisticsGroup {
  /** The project id, the category or the domain. Null for messages without a category or, with `other`, for the rest. */
  key: string | null
  /** Whether this is the rest: the groups beyond `max_groups`. */
  other: boolean
  /** The name of the project. */
  name: string | null
  total: StatisticsCounts
  /** By period, oldest first. Empty periods are left out. */
  periods: Array<StatisticsPeriod>
}

/** What the counts are grouped by: the project, the message's category, or the recipient's domain. */
export type StatisticsGrouping = 'project' | 'category' | 'destination'

/** The length of each period, in UTC. */
export type StatisticsInterval = 'hour' | 'day'

export interface StatisticsPeriod {
  /** When the period began. */
  at: string
  counts: StatisticsCounts
}

export interface StopApiKeyRequest {
  /** Leaves waiting mail as it is, so that it is still sent. The key is revoked anyway. */
  keep_mail?: boolean | undefined
}

export interface StoppedApiKey {
  api_key: ApiKey
  /** For a workspace key: the project keys that it issued, as far back as the audit log goes. They are revoked too, and their mail is treated the same way. */
  issued_keys: Array<ApiKey>
  /** For how many recipients this request cancelled mail. Earlier requests are not counted. */
  cancelled: number
  /** For how many recipients a worker was already processing mail. That mail cannot be cancelled now; if the receiving server defers it, the next request cancels it. */
  in_flight: number
  /** Whether none of their mail is waiting any longer. False if the time for this request ran out with mail left, or if a worker is processing some: repeat the request until it is true. With `keep_mail` it is true. */
  complete: boolean
  /** What these keys did, by operation: the successful ones among the newest 10,000 audit log entries of each key. The entries themselves are at `GET /v1/audit-events?actor_id={id}`. */
  changes: Array<ChangesOfKey>
}

/** The kind of mail, as mailbox providers and recipients see it. `transactional`: mail triggered by what the recipient did, such as a receipt. This covers sends, batches, opt-in mail, and transactional automations. `bulk`: campaigns, other automations, and sends with `stream: bulk`. The operator can send the streams from different addresses. */
export type Stream = 'transactional' | 'bulk'

/** An event type, or `*`. `webhook.test` is only sent by a test. */
export type SubscribableEventType = '*' | 'message.accepted' | 'message.scheduled' | 'message.deferred' | 'message.delivered' | 'message.bounced' | 'message.failed' | 'message.suppressed' | 'message.cancelled' | 'message.complained' | 'message.unsubscribed' | 'message.opened' | 'message.clicked' | 'subscription.requested' | 'subscription.confirmed' | 'suppression.added' | 'domain.verified' | 'domain.degraded' | 'domain.failed' | 'template.published' | 'contact.unsubscribed' | 'contact.resubscribed' | 'contact.topic_changed' | 'campaign.scheduled' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'automation.published' | 'automation.run_completed' | 'automation.run_failed' | 'automation.notified' | 'inbound.received' | 'webhook.disabled'

/** Confirmed subscriptions that have not ended. Counted up to 100,000. */
export interface SubscriberCount {
  value: number
  /** False if there are more than `value`. */
  exact: boolean
}

export interface SubscriberList {
  /** A subscriber list. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** The list's name for subscribers. It is shown on the pages for confirming and unsubscribing. */
  name: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email: string
  from_name: string | null
  confirmation: ConfirmationOfList
  created_at: string
  updated_at: string
  figures?: SubscriberListFigures
}

/** The number of subscribers, in lists of lists with `include=figures`. */
export interface SubscriberListFigures {
  confirmed: SubscriberCount
}

export interface SubscriberListList {
  data: Array<SubscriberList>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface Subscription {
  /** An address's subscription to a list. */
  id: string
  /** A subscriber list. */
  list_id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  status: SubscriptionStatus
  /** When its last opt-in mail was sent. */
  requested_at: string
  confirmed_at: string | null
  unsubscribed_at: string | null
  /** The unsubscribe page, for a link in your mail. It also accepts the one-click `POST` and never expires. Anyone with the link can unsubscribe the subscriber, so give it only to the subscriber. */
  unsubscribe_url: string
  /** Oldest first. */
  consents: Array<Consent>
  created_at: string
  updated_at: string
}

export interface SubscriptionConfirmedEvent {
  /** An event. */
  id: string
  type: 'subscription.confirmed'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: SubscriptionData
}

export interface SubscriptionData {
  /** A subscriber list. */
  list_id: string
  /** An address's subscription to a list. */
  subscription_id: string
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** Where the person opted in. */
  source: string | null
}

export interface SubscriptionList {
  data: Array<Subscription>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** The result of a request. */
export interface SubscriptionRequest {
  outcome: 'requested' | 'already_requested' | 'already_confirmed' | 'suppressed'
  /** The subscription. Null if the address is suppressed. */
  subscription: Subscription | null
  /** The opt-in mail that was sent for this request; null if none was. */
  message_id: string | null
  /** A `SuppressionReason` if the address is suppressed; null otherwise. */
  suppression_reason: string | null
}

export interface SubscriptionRequestedEvent {
  /** An event. */
  id: string
  type: 'subscription.requested'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** A project. */
  project_id: string
  environment: Environment
  data: SubscriptionData
}

/** `pending`: asked to confirm. `confirmed`: wants this list's mail. `unsubscribed`: no longer wants it. */
export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed'

/** A message that was not sent to one recipient because the address is suppressed. */
export interface SuppressedData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  category: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
  reason: UnsentReason
}

/** An address that no mail is sent to. */
export interface Suppression {
  /** A suppression. */
  id: string
  /** In lower case, as addresses are compared. Null if the address was erased. */
  email: string | null
  reason: SuppressionReason
  note: string | null
  /** The reply of the recipient's server, if the address was suppressed for a bounce: its code, its enhanced code if it has one, and its text, in one line. Null for other reasons, and if no server replied, as for a domain that does not exist. */
  reply: string | null
  /** The message log of the delivery that caused it. */
  log_id: string | null
  /** Set if the suppression applies only to this project, as with an erasure for a project. */
  project_id: string | null
  /** When the address was suppressed. An import can give a time before the import itself. */
  suppressed_at: string
  /** When this record was created. */
  created_at: string
}

export interface SuppressionAddedEvent {
  /** An event. */
  id: string
  type: 'suppression.added'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Always null, because a suppression belongs to the workspace. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: SuppressionData
}

/** An address that no mail is sent to from now on. */
export interface SuppressionData {
  /** A suppression. */
  suppression_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  reason: SuppressionReason
  note: string | null
  /** The message log of the delivery that caused it. */
  log_id: string | null
}

export interface SuppressionImport {
  /** Addresses that are now suppressed and were not before. */
  imported: number
  /** Addresses that were suppressed before, or by an earlier line of the file. */
  already_present: number
  /** The total number of lines that were not imported. */
  rejected: number
  /** The first 10,000 of them. */
  rejected_lines: Array<RejectedLine>
}

export interface SuppressionList {
  data: Array<Suppression>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** Why an address is suppressed. `hard_bounce`: a server said that the address does not exist. `soft_bounce`: five messages in a row could not be delivered over at least 72 hours. `complaint`: the recipient marked a message as spam. `unsubscribe`, `manual` and `import`: somebody requested it. `erasure`: the data about the address was erased. */
export type SuppressionReason = 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | 'erasure'

/** Suppressions whose replies say the same. */
export interface SuppressionReplyGroup {
  /** The common text of the replies. `<address>`, `<host>`, `<ip>`, `<link>`, `<number>` and `<id>` stand for parts that differ between recipients. */
  reply: string
  reason: BounceSuppressionReason
  class: BounceClass | null
  /** Whether a bounce with this reply would suppress an address today. False means that this version reads the reply differently, so these addresses were suppressed by mistake. */
  still_suppresses: boolean
  /** The number of suppressions in the group. */
  count: number
  /** When the oldest of them was created. */
  first_created_at: string
  /** When the newest of them was created. */
  last_created_at: string
  sample: Suppression
}

export interface SuppressionReplyGroups {
  /** Largest group first. */
  data: Array<SuppressionReplyGroup>
  /** The number of groups, including those beyond the `limit`. */
  total_groups: number
  /** The number of suppressions in all groups. */
  total_suppressions: number
  /** The start of the counted span: `since`, or a later time if `is_complete` is false. To count the time before, repeat the request with this as `until`. */
  counted_since: string
  /** Whether the whole span was counted. A request counts the newest 20,000 of the matching suppressions. */
  is_complete: boolean
}

export interface Template {
  /** A template. */
  id: string
  /** Null means every project of the workspace. */
  project_id: string | null
  name: string
  /** The name for code that sends can give instead of the id. Null if it has none. */
  alias: string | null
  kind: TemplateKind
  /** The version that sends use by default. Null until a version is published. */
  published_version: number | null
  /** A version's number, from 1. */
  latest_version: number
  created_at: string
  updated_at: string
  figures?: TemplateFigures
}

/** The content of a version. A message needs `subject`, and `html` or `text`. A layout or a partial has `html`, `text` or both, and neither subject nor sender. */
export interface TemplateContent {
  /** The subject, in Liquid. Nothing in it is escaped. */
  subject?: string | undefined
  /** The HTML body, in Liquid. Every value is escaped; the filter `raw` leaves a value unescaped. */
  html?: string | undefined
  /** The plain-text body, in Liquid. Nothing in it is escaped. If absent, the text is created from the rendered HTML. */
  text?: string | undefined
  /** What an inbox shows beside the subject, in Liquid. It is hidden in the HTML body. */
  preheader?: string | undefined
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The Reply-To addresses for sends that give none. An empty list is the same as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** The variables that the content can use, each named once, with defaults of at most 64 kB of JSON together. Content that uses other names is refused. `contact` and the words of Liquid, such as `empty`, cannot be declared. */
  variables?: ReadonlyArray<TemplateVariable> | undefined
  /** The content in further languages, by language tag (BCP 47). */
  locales?: { [key: string]: TemplateLocale; } | undefined
  /** Whether the rules of `<style>` are written into the `style` attributes of the elements, once per version. Media queries, fonts and the like stay in `<style>`. Defaults to true. Nothing is ever fetched. */
  inline_css?: boolean | undefined
}

/**
 * How much mail was made from it, as a list of templates has it with `include=figures`. Each recipient counts once, in the moment in
 * which the message is accepted. Counts outlast the retention of messages. Layouts and partials have none of their own.
 */
export interface TemplateFigures {
  /**
   * From when the figures count: midnight (UTC) 29 days before today, or the upgrade to the first version that counts them, if that was
   * later.
   */
  since: string
  /** Recipients of messages since then, whatever became of them. */
  accepted: number
  /** When mail was made from it last, within 400 days. Null if none was, or only before the service counted it. */
  last_accepted_at: string | null
}

/** `message`: a complete mail that can be sent. `layout`: the frame around messages, with `{% block %}` for their content. `partial`: a reusable piece that other templates show with `{% render %}`. */
export type TemplateKind = 'message' | 'layout' | 'partial'

export interface TemplateList {
  data: Array<Template>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** The content in one language. It takes nothing from the default content and has the same requirements: the content of a message has `subject`, and `html` or `text`. */
export interface TemplateLocale {
  /** The subject, in Liquid. Nothing in it is escaped. */
  subject?: string | undefined
  /** The HTML body, in Liquid. Every value is escaped; the filter `raw` leaves a value unescaped. */
  html?: string | undefined
  /** The plain-text body, in Liquid. Nothing in it is escaped. If absent, the text is created from the rendered HTML. */
  text?: string | undefined
  /** What an inbox shows beside the subject, in Liquid. It is hidden in the HTML body. */
  preheader?: string | undefined
}

export interface TemplateOfCampaign {
  /** A template. */
  template_id: string
  /** Null until the campaign is scheduled, if no version was given. */
  version: number | null
}

/** A layout or partial, in the version that was published when this version was created. */
export interface TemplatePin {
  /** A template. */
  template_id: string
  /** A version's number, from 1. */
  version: number
}

/** The mail as a send with these values would store and send it. */
export interface TemplatePreview {
  /** Null for unsaved content. */
  version: number | null
  /** The language of the content; null means the default content. */
  locale: string | null
  subject: string
  html: string | null
  text: string
  /** The header fields that the template determines, decoded. */
  headers: { [key: string]: string; }
  /** Size of the HTML in UTF-8. */
  html_bytes: number
  /** SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break, separated by a zero byte, with nothing for a missing HTML body. Line breaks at the end of a body do not count. A preview has the same hash as the message and as the decoded mail. */
  content_sha256: string
  /** At most 50. */
  warnings: Array<TemplateWarning>
}

/** Sends now use another version of a template. */
export interface TemplatePublishedData {
  /** A template. */
  template_id: string
  name: string
  /** A version's number, from 1. */
  version: number
  /** The previous version; null if this is the first. */
  previous_version: number | null
}

export interface TemplatePublishedEvent {
  /** An event. */
  id: string
  type: 'template.published'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** The template's project; null means every project. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: TemplatePublishedData
}

/** A template instead of `text` and `html`, by either `template_id` or `alias`. It is rendered when the message is accepted, so later changes to the template or the contact do not affect the message. */
export interface TemplateReference {
  /** A template. */
  template_id?: string | undefined
  /** The template's alias, instead of `template_id`. The project's own template with it comes before that of every project. A process can know a changed alias up to 5 seconds late. */
  alias?: string | undefined
  /** The version. Defaults to the published one. A live project can only send versions that are or were published. */
  version?: number | undefined
  /** The requested language (BCP 47). If there is no content in it, the more general tag is tried (`de` for `de-AT`), then the default content. Defaults to the `locale` property of the contact. */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values for undeclared variables are ignored. */
  variables?: { [key: string]: any; } | undefined
}

export interface TemplateUser {
  /** A template. */
  template_id: string
  name: string
  /** Whether the published version of that object uses it. */
  published: boolean
  /** Whether the latest version of that object uses it. */
  latest: boolean
}

/** What uses the template. At most 100 of each kind. */
export interface TemplateUses {
  templates: Array<TemplateUser>
  campaigns: Array<CampaignUser>
  automations: Array<AutomationUser>
}

export interface TemplateVariable {
  name: string
  type?: TemplateVariableType | undefined
  /** Whether sends without the variable are refused. Defaults to true, or to false for a variable with a `default`. */
  required?: boolean | undefined
  /** The value where a send gives none, of the variable's type. Null or absent is no default. */
  default?: any | null | undefined
}

/** The JSON type of the value. `any` takes a value of each type. */
export type TemplateVariableType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any'

/** A version. It never changes. */
export interface TemplateVersion {
  /** A template. */
  template_id: string
  /** A version's number, from 1. */
  version: number
  subject: string | null
  html: string | null
  text: string | null
  preheader: string | null
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  variables: Array<DeclaredVariable>
  /** The content in further languages, by language tag (BCP 47). */
  locales: { [key: string]: TemplateLocale; }
  inline_css: boolean
  /** The layouts and partials that it uses. */
  pins: Array<TemplatePin>
  created_at: string
  /** The user or the API key that created the version. */
  created_by: string
  /** When the version was last published; null if it never was. */
  published_at: string | null
}

export interface TemplateVersionList {
  data: Array<TemplateVersionSummary>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** A version without its bodies. */
export interface TemplateVersionSummary {
  /** A version's number, from 1. */
  version: number
  subject: string | null
  /** The language tags that have content of their own. */
  locales: Array<string>
  created_at: string
  /** The user or the API key that created the version. */
  created_by: string
  published_at: string | null
}

export interface TemplateWarning {
  code: TemplateWarningCode
  /** A message for people. May change at any time. */
  message: string
  /** The variable that an `unused_variable` is about; null for other codes. */
  variable: string | null
  /** The address that the warning is about, shortened to 200 characters; null if it is about none. */
  url: string | null
}

/** Version 1 may add codes. */
export type TemplateWarningCode = 'gmail_clipping' | 'no_text' | 'image_without_alt' | 'relative_url' | 'insecure_url' | 'unsafe_url' | 'unused_variable'

export interface TestCampaignRequest {
  /** A recipient of the campaign. Each gets a message of their own. */
  to: ReadonlyArray<string>
  /** A contact. */
  contact_id?: string | undefined
}

export interface TestInboundRouteRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  recipient: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  sender?: string | undefined
}

/** The route that accepts or would accept the mail. Null if there is none. */
export interface TestedInboundRoute {
  /** An inbound route. */
  id: string
  name: string
  recipient: string
}

/** The time from the request, or from `scheduled_at`, until the receiving server accepted the message, in milliseconds. It is kept as a histogram with buckets 12 per cent wide, so a value is off by at most 6 per cent, plus half a millisecond of rounding. Null if nothing was delivered. */
export interface TimeToDelivery {
  p50_ms: number | null
  p95_ms: number | null
}

/** Sessions that failed for the same reason. */
export interface TlsFailure {
  /** Why the sessions failed (RFC 8460, section 4.3): `starttls-not-supported`, `certificate-host-mismatch`, `certificate-expired`, `certificate-not-trusted`, `validation-failure`, `tlsa-invalid`, `dnssec-invalid`, `dane-required`, `sts-policy-fetch-error`, `sts-policy-invalid`, `sts-webpki-invalid`. Other values are shown as the reporter wrote them. */
  result_type: string
  /** The type of the policy that was applied. */
  policy_type: string
  /** The MX host that mail was sent to; null if the report does not name it. */
  receiving_mx: string | null
  sessions: number
  /** The reporters, those with the most sessions first, at most ten. */
  reporters: Array<string>
  /** The addresses that the reporters sent from, according to their latest reports, at most ten. */
  sending_addresses: Array<string>
  /** The end of the last report that names the failure. */
  last_seen_at: string
}

/** The sessions to which a policy was applied. */
export interface TlsPolicySessions {
  /** `sts`: an MTA-STS policy (RFC 8461). `tlsa`: DANE records of the MX host (RFC 7672). `no-policy-found`: neither, so mail that cannot be encrypted is still sent. Other values are shown as the reporter wrote them. */
  policy_type: string
  /** The domain of the policy: your domain or a subdomain. */
  policy_domain: string
  successful_sessions: number
  failed_sessions: number
}

/** What TLS reports say about mail to a domain. */
export interface TlsReportSummary {
  /** A sending domain. */
  domain_id: string
  domain: string
  reports: number
  /** The senders of the reports in lower case, those with the most reports first, at most ten. */
  reporters: Array<string>
  /** Sessions that were encrypted as the policy requires. */
  successful_sessions: number
  failed_sessions: number
  /** The policies that senders found, those with the most sessions first, at most twenty. */
  policies: Array<TlsPolicySessions>
  /** Why sessions failed, most frequent reason first, at most fifty. Their sum can be less than `failed_sessions`, because reporters need not give reasons. */
  failures: Array<TlsFailure>
  /** The end of the last report. */
  last_seen_at: string
}

export interface TlsReportSummaryList {
  data: Array<TlsReportSummary>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

export interface Topic {
  /** A topic. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** The topic's key, unique in its project. It never changes. */
  key: string
  name: string
  description: string | null
  /** Whether contacts that have chosen nothing receive the topic. */
  default_subscribed: boolean
  /** The name and the description in other languages, by language tag. */
  translations: { [key: string]: TranslationOfTopic; }
  created_at: string
  updated_at: string
}

/** Proof of a person's choice. */
export interface TopicConsent {
  /** The topic's key, unique in its project. It never changes. */
  topic: string
  action: 'subscribed' | 'unsubscribed'
  at: string
  /** Your own words, or `api` if a request gave none. `page`: the page that the mail links to. `one_click`: the button of the mail program (RFC 8058). */
  source: string | null
  ip_address: string | null
  user_agent: string | null
}

export interface TopicConsentList {
  data: Array<TopicConsent>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TopicList {
  data: Array<Topic>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TopicTranslation {
  /** The topic's name for contacts. It is shown on the unsubscribe page. */
  name: string
  /** What contacts receive, in a sentence. Null means no description. */
  description?: string | null | undefined
}

/** Whether opens and clicks of HTML mail are recorded. Opens are a lower bound, since many mail programs load no images. Programs open and click too; they are distinguished from people as far as possible. */
export interface Tracking {
  opens: boolean
  clicks: boolean
}

/** Whether opens and clicks of HTML mail are tracked. Absent properties keep their value: off in a new project, and the project's setting in a message. */
export interface TrackingChoice {
  /** Adds an image to the HTML, which mail programs load. */
  opens?: boolean | undefined
  /** Routes the links of the HTML through the service. Links with `data-no-track`, `mailto:` links and unsubscribe links stay as they are. */
  clicks?: boolean | undefined
}

export interface TranslationOfTopic {
  name: string
  description: string | null
}

export interface TriggerAutomationRequest {
  /** A contact. */
  contact_id: string
  /** Takes the place of the properties of the event that would otherwise start a run. At most 64 kB of JSON. */
  data?: { [key: string]: any; } | undefined
  /** Takes the place of the value of the property named by `reentry.key`. */
  key?: string | undefined
}

/** Why a recipient got no mail. A `SuppressionReason`; `not_confirmed` if the mail was to a list and the subscription was not, or no longer, confirmed; `opted_out` if the mail was from a campaign or an automation and the contact has unsubscribed from the project's campaigns and automations; `topic_unsubscribed` if the contact does not want the mail's topic. */
export type UnsentReason = 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | 'erasure' | 'not_confirmed' | 'opted_out' | 'topic_unsubscribed'

export interface UnsubscribeRequest {
  /** Where the person opted in, in your words. */
  source?: string | undefined
  /** The person's IP address, version 4 or 6. */
  ip_address?: string | undefined
  /** The User-Agent of the person's browser. */
  user_agent?: string | undefined
}

/** A subscriber who no longer wants a list's mail. */
export interface UnsubscribedData {
  /** A subscriber list. */
  list_id: string
  /** An address's subscription to a list. */
  subscription_id: string
  /** A contact. */
  contact_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** `page`, `one_click`, or the text that the API request gave; `api` if it gave none. */
  source: string
  /** The message whose link was used, if any. */
  message_id: string | null
  log_id: string | null
  /** The campaign that sent the mail; null if none did. */
  campaign_id: string | null
  /** The automation that sent the mail; null if none did. */
  automation_id: string | null
}

/** An unverified complaint: an abuse report that neither names the delivery's own return path nor is authenticated mail of a known feedback loop. Anyone could have written it, so it suppresses no address and does not count as a complaint. The log keeps only the first unverified complaint. Null if there is none. */
export interface UnverifiedComplaint {
  received_at: string
  /** The feedback type that the report claims (RFC 5965, section 3.1). */
  feedback_type: 'abuse' | 'fraud' | 'virus' | 'opt-out' | 'other'
  /** The domain in the report's From field, unverified; null if there is none. */
  from_domain: string | null
}

export interface UpdateApiKeyRequest {
  /** A description for people. */
  name?: string | undefined
  /** The scopes that the key keeps. All must be among its current scopes. If absent or empty, the scopes stay as they are. */
  scopes?: ReadonlyArray<Scope> | undefined
  restrictions?: ApiKeyRestrictions | undefined
}

export interface UpdateAutomationRequest {
  /** A name for people, in any language. Recipients do not see it. */
  name: string
}

export interface UpdateCampaignRequest {
  /** A name for people, in any language. Recipients do not see it. */
  name?: string | undefined
  template?: CampaignTemplate | undefined
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** The Reply-To addresses. If absent or empty, the template's apply. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without a value here takes the contact's property of that name, or else the template's default. */
  variables?: { [key: string]: any; } | undefined
  audience?: CampaignAudience | undefined
  /** The maximum number of mails queued per hour. If null or absent, mail is sent as fast as it can be delivered. */
  rate_per_hour?: number | null | undefined
  /** A label of your own, for search and statistics. */
  category?: string | undefined
  /** The longest acceptable delay of the start, in seconds. If the service is down for longer, the campaign is paused instead. Defaults to 3,600. */
  max_delay_seconds?: number | undefined
  /** The key of the mail's topic. Contacts that do not want the topic are left out, and the unsubscribe link ends only that topic. Null or absent means no topic. */
  topic?: string | null | undefined
}

export interface UpdateContactRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email?: string | undefined
  /** The contact's name, in any language. Null removes it. */
  name?: string | null | undefined
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** Whether the contact is opted out of the project's campaigns and automations. Transactional mail is still sent, and subscriptions to lists stay as they are. Setting it to true again keeps the first `unsubscribed_at`. */
  unsubscribed?: boolean | undefined
}

export interface UpdateDomainRequest {
  /** The label before the domain in the name of its own return path, such as `bounces` in `bounces.shop.example`: a DNS label, or several separated by dots. It is stored in lower case. Defaults to `bounces`. */
  return_path_label: string
}

/** Absent properties stay as they are. `recipient` and `project_id` cannot be changed; create another route instead. */
export interface UpdateInboundRouteRequest {
  /** A name for people, in any language. */
  name?: string | undefined
  enabled?: boolean | undefined
  automatic?: InboundAutomaticHandling | undefined
  require_dmarc?: boolean | undefined
  block?: ReadonlyArray<string> | undefined
  /** Applies to messages received from then on. */
  retain_days?: number | null | undefined
}

export interface UpdatePasskeyRequest {
  /** The user's name for the passkey. */
  name: string
}

export interface UpdateProjectRequest {
  /** A description for people. */
  name?: string | undefined
  /** Archives the project, or restores it. */
  archived?: boolean | undefined
  tracking?: TrackingChoice | undefined
  pages?: ProjectPagesChoice | null | undefined
}

export interface UpdateSegmentRequest {
  /** A name for people, in any language. */
  name?: string | undefined
  rule?: SegmentRule | undefined
}

export interface UpdateSubscriberListRequest {
  /** The list's name for subscribers. It is shown on the pages for confirming and unsubscribing. */
  name?: string | undefined
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  from_email?: string | undefined
  /** The name shown beside the address. Null removes it. */
  from_name?: string | null | undefined
  confirmation?: ConfirmationMail | undefined
}

/** The changes, at least one. */
export interface UpdateTemplateRequest {
  /** A name for the people of the workspace. Recipients never see it. */
  name?: string | undefined
  /** The new alias. Null removes it. */
  alias?: string | null | undefined
}

export interface UpdateTopicRequest {
  /** The topic's name for contacts. It is shown on the unsubscribe page. */
  name?: string | undefined
  /** What contacts receive, in a sentence. Null means no description. */
  description?: string | null | undefined
  /** Whether contacts that have chosen nothing receive the topic. */
  default_subscribed?: boolean | undefined
  /** The name and the description in other languages, by language tag. */
  translations?: { [key: string]: TopicTranslation; } | undefined
}

export interface UpdateUserRequest {
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email?: string | undefined
  /** Null removes the name. */
  name?: string | null | undefined
  role?: UserRole | undefined
}

export interface UpdateWebhookReceiverRequest {
  /** The HTTP status of its replies from now on. */
  reply_status: number
}

/** `id` or `url` identifies the subscription; `id` is used if both are given. */
export interface UpdateWebhookRequest {
  /** A webhook subscription. */
  id?: string | undefined
  /** The address that events are sent to, by `POST`. An `http` or `https` address without credentials or fragment. */
  url?: string | undefined
  /** The event types to send. `*` means all types, including future ones. If absent or empty, they stay as they are. */
  events?: ReadonlyArray<SubscribableEventType> | undefined
  /** Only events of this project. Null means any project. */
  project_id?: string | null | undefined
  /** Only events of this environment. Null means both; with a project, it is the project's environment. */
  environment?: 'live' | 'test' | null | undefined
  /** The shape of the webhooks, see `WebhookFormat`. The event types must have a translation in the new format: the others are refused (422, `not_allowed`). */
  format?: 'postseal' | 'resend' | 'postmark' | 'sendgrid' | 'mailgun' | undefined
  /** A description for people. */
  description?: string | null | undefined
  /** Whether events are sent. */
  enabled?: boolean | undefined
  /** Allows a `url` that is similar to another subscription's. Without it, such a `url` is refused (409, `webhook_exists_similarly`). It applies only to this request and is not stored. */
  allow_similar?: boolean | undefined
}

export interface UpdateWorkspaceRequest {
  name?: string | undefined
  /** A shorter window hides older data at once and deletes it within the hour, or somewhat later if the history is large. A longer window does not bring deleted data back. */
  retention_days?: number | undefined
  /** False turns off sign-in by mailed links: no links are sent, and links that were already sent stop working. This requires an identity provider with a proven domain, or an owner's passkey, so that somebody can still sign in. The operator's command line can still create links. */
  sign_in_links?: boolean | undefined
}

export interface UpsertContactBatchRequest {
  /** A project. */
  project_id: string
  /** The contacts, created or updated one after the other. An address may occur several times. */
  contacts: ReadonlyArray<ContactInBatch>
}

export interface UpsertContactRequest {
  /** A project. */
  project_id: string
  /** An e-mail address (RFC 5321 mailbox, RFC 6531 if it is international), without a display name. The domain can be in any script; it is stored as its A-labels (`xn--…`). */
  email: string
  /** The contact's name, in any language. Null removes it. */
  name?: string | null | undefined
  /** Up to 100 properties of your own, for segments and templates. Null removes a property. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** Whether the contact is opted out of the project's campaigns and automations. Transactional mail is still sent, and subscriptions to lists stay as they are. Setting it to true again keeps the first `unsubscribed_at`. */
  unsubscribed?: boolean | undefined
}

export interface UpsertIdentityProviderRequest {
  /** The provider's issuer, as its own `/.well-known/openid-configuration` names it. It must be https, unless the operator allows its address (`POSTSEAL_ALLOWED_PROVIDER_CIDRS`). */
  issuer: string
  /** This service's client id at the provider. */
  client_id: string
  /** The secret that the provider issued for `client_id`. If absent, the secret stays, as long as issuer and `client_id` stay the same. Null means a client without a secret. */
  client_secret?: string | null | undefined
  /** E-mail domains. Each must be proven by a DNS record. */
  domains: ReadonlyArray<string>
  /** Treats an address as verified if the provider does not say whether it is, as with Entra ID. Addresses that the provider calls not verified are still refused. */
  assume_email_verified?: boolean | undefined
  /** Adds a user for each person who signs in with the provider and has none yet. Otherwise you have to add users first. */
  create_users?: boolean | undefined
  /** The claim of the ID token or the user information that decides the role: a text or a list of texts. Dots lead into objects, as in `realm_access.roles`. If null or absent, users start with `default_role`, and owners and admins can change it. */
  role_claim?: string | null | undefined
  roles?: ClaimRolesRequest | undefined
  /** The role of people to whom `roles` grants none. Null refuses them. Defaults to `member`. */
  default_role?: NullableUserRole | null | undefined
}

export interface UpsertWebhookRequest {
  /** A webhook subscription. */
  id?: string | undefined
  /** The address that events are sent to, by `POST`. An `http` or `https` address without credentials or fragment. */
  url: string
  /** The event types to send. `*` means all types, including future ones. */
  events: ReadonlyArray<SubscribableEventType>
  /** Only events of this project. Null means any project. */
  project_id?: string | null | undefined
  /** Only events of this environment. Null means both; with a project, it is the project's environment. */
  environment?: 'live' | 'test' | null | undefined
  /** The shape of the webhooks, see `WebhookFormat`. A format other than `postseal` has a translation for some event types only: `*` then means all of these, and any other type is refused (422, `not_allowed`). */
  format?: 'postseal' | 'resend' | 'postmark' | 'sendgrid' | 'mailgun' | undefined
  /** A description for people. */
  description?: string | null | undefined
  /** Whether events are sent. */
  enabled?: boolean | undefined
  /** Allows a `url` that is similar to another subscription's. Without it, such a `url` is refused (409, `webhook_exists_similarly`). It applies only to this request and is not stored. */
  allow_similar?: boolean | undefined
}

/** How much of its limits a workspace uses. */
export interface Usage {
  measured_at: string
  recipients_today: UsageOfPeriod
  recipients_this_month: UsageOfPeriod
  contacts: UsageOfLimit
  domains: UsageOfLimit
  inbound_bytes: UsageOfLimit
  /** The requested days, oldest first. Days without messages are included. */
  days: Array<UsageOfDay>
  /** The requested months, oldest first. The first can be incomplete, because counts are kept for 400 days. */
  months: Array<UsageOfMonth>
}

/** The recipients of messages accepted on a day. */
export interface UsageOfDay {
  date: string
  /** Of live projects. */
  live: number
  /** Of test projects. */
  test: number
}

/** How much of a limit is used. */
export interface UsageOfLimit {
  used: number
  /** The limit that the operator set. Null if there is no limit. */
  limit: number | null
  /** What is left of the limit; 0 if it is exceeded. */
  left: number | null
}

/** The recipients of messages accepted in a calendar month. */
export interface UsageOfMonth {
  month: string
  /** Of live projects. */
  live: number
  /** Of test projects. */
  test: number
}

/** The number of recipients of live messages accepted in this day or month. */
export interface UsageOfPeriod {
  used: number
  /** The limit that the operator set. Null if there is no limit. */
  limit: number | null
  /** What is left of the limit; 0 if it is exceeded. */
  left: number | null
  /** When the next day or month begins. */
  resets_at: string
}

/** The result of the credential's `toJSON()` (WebAuthn, `AuthenticationResponseJSON`). Further fields are ignored. */
export interface UsedPasskeyCredential {
  [key: string]: any | any
  id: string
  rawId: string
  /** Always `public-key`. */
  type: string
  response: PasskeyAssertionResponse
}

/** A user of the workspace. */
export interface User {
  /** A user of the workspace. */
  id: string
  /** Where sign-in links are sent, in lower case. */
  email: string
  name: string | null
  role: UserRole
  created_at: string
  last_signed_in_at: string | null
}

export interface UserList {
  data: Array<User>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** What a user can do. A `member` reads and prepares. An `admin` also changes, sends, and manages members and admins. The `owner` does everything. Each operation names the minimum role. */
export type UserRole = 'owner' | 'admin' | 'member'

/** What the recipient's mail is waiting for, if not for another attempt after a refusal. No attempt is counted for it. `warm_up`: the sources are new and have sent the provider their daily maximum. `provider`: the provider accepts nothing from the sources for now. `source`: no source is available. `release`: the service was restored from a backup and holds previously queued mail until its operator releases or drops it; `next_attempt_at` is null, and events never have this value. Null otherwise. The list grows in version 1. */
export type WaitingFor = 'warm_up' | 'provider' | 'source' | 'release'

export interface WebhookAttempt {
  /** When the attempt began. */
  at: string
  /** The HTTP status of the reply; null if there was none. */
  status: number | null
  /** Milliseconds from the start of the attempt to the reply. */
  duration_ms: number
  error: WebhookAttemptError | null
  /** The beginning of the reply's body, at most 2 kB. Null if it had none. */
  response_body: string | null
  /** The header fields of the request in the order they were sent, or as they would have been sent if there was no connection. `Connection` is left out. Together with the body, the signatures verify; in the format `postseal`, the body is the event as canonical JSON (RFC 8785). Null if there was no request, for attempts made by version 0.1.0, and after an erasure has changed the event, because the signature would help to guess the erased data. */
  request_headers: Array<WebhookRequestHeader> | null
}

/** Why the attempt failed. Null if it did not. */
export interface WebhookAttemptError {
  code: WebhookErrorCode
  /** A message for people. May change at any time. */
  message: string
}

/** The delivery of one event to one subscription. */
export interface WebhookDelivery {
  /** One event's delivery to one subscription. */
  id: string
  /** A webhook subscription. */
  webhook_id: string
  /** An event. */
  event_id: string
  event_type: EventType
  /** The event's project. */
  project_id: string | null
  /** The event's environment. */
  environment: 'live' | 'test' | null
  status: WebhookDeliveryStatus
  /** Oldest first. */
  attempts: Array<WebhookAttempt>
  /** When the next attempt is due; null if there is none, or while the subscription is disabled. If an endpoint does not answer, its deliveries wait a little longer. */
  next_attempt_at: string | null
  /** The status of the last attempt, once the delivery has ended. */
  final_response_status: number | null
  created_at: string
  ended_at: string | null
}

export interface WebhookDeliveryList {
  data: Array<WebhookDelivery>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

/** `pending`: waits for its next attempt. `delivering`: an attempt is in progress. `delivered`: the endpoint answered 2xx. `failed`: ended without further attempts, because of a failed test, an endpoint that is gone, or a deleted subscription. `dead_letter`: every scheduled attempt failed. You can replay a delivery in any state but `delivering`. */
export type WebhookDeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed' | 'dead_letter'

/** A subscription that no longer receives events. */
export interface WebhookDisabledData {
  /** A webhook subscription. */
  webhook_id: string
  url: string
  /** `failing`: every attempt failed for five days. `gone`: the endpoint answered 410. */
  reason: 'failing' | 'gone'
  failing_since: string | null
  consecutive_failures: number
}

export interface WebhookDisabledEvent {
  /** An event. */
  id: string
  type: 'webhook.disabled'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** The project that the subscription is for; null means any project. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: WebhookDisabledData
}

/** Why no events are sent: somebody disabled the subscription, every attempt failed for five days, or the endpoint answered 410. */
export type WebhookDisabledReason = 'requested' | 'failing' | 'gone'

/** Why an attempt failed. `address_refused`: the name resolves to an address that is not on the public internet. `dns_failed`: the name has no address, or the DNS gave no answer. `connection_failed`: no connection. `tls_failed`: the certificate or the handshake failed. `timed_out`: no reply within 15 seconds. `connection_lost`: the connection was lost before the reply. `invalid_response`: the reply is not HTTP. `redirected`: 3xx, which is not followed. `gone`: 410. `refused`: any other status that is not 2xx. `event_gone`: the event is no longer retained. `not_in_format`: the subscription's format has no translation of the event. `subscription_deleted`: nothing was sent. The list grows in version 1. */
export type WebhookErrorCode = 'address_refused' | 'dns_failed' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'connection_lost' | 'invalid_response' | 'redirected' | 'gone' | 'refused' | 'event_gone' | 'not_in_format' | 'subscription_deleted'

/** The shape of the webhooks. `postseal`: the event, as this file describes it. `resend`, `postmark`, `sendgrid` and `mailgun`: the body, the header fields and the signature that applications for these services expect. The list grows in version 1. */
export type WebhookFormat = 'postseal' | 'resend' | 'postmark' | 'sendgrid' | 'mailgun'

export interface WebhookHealth {
  /** A webhook subscription. */
  webhook_id: string
  url: string
  /** When the subscription was created. */
  webhook_created_at: string
  status: WebhookHealthStatus
  /** Attempts in the last 24 hours. */
  attempts: number
  /** Successful attempts in the last 24 hours. */
  succeeded: number
  /** `succeeded` as a share of `attempts`; null if there were no attempts. */
  success_rate: number | null
  /** The 95th percentile of reply times in the last 24 hours, accurate to 15 per cent; null if there were no replies. */
  p95_ms: number | null
  /** Failed attempts since the last success. */
  consecutive_failures: number
  /** The time of the first of these failures. */
  failing_since: string | null
  last_success_at: string | null
  last_failure_at: string | null
  /** Deliveries waiting to be sent to this subscription, counted up to 100,000. */
  pending: number
  disabled_reason: WebhookDisabledReason | null
  disabled_at: string | null
}

export interface WebhookHealthList {
  data: Array<WebhookHealth>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** `failing`: the last attempt failed. */
export type WebhookHealthStatus = 'healthy' | 'failing' | 'disabled'

export interface WebhookList {
  data: Array<WebhookSubscription>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WebhookReceiver {
  /** A webhook receiver. */
  id: string
  /** The address that receives requests, by `POST`: use it as the `url` of a subscription. Anyone with the address can send to it, but cannot read what it received. */
  url: string
  /** The environment to which the key that created the receiver is restricted. Null if the key is not restricted. */
  environment: 'live' | 'test' | null
  /** The HTTP status of its replies. */
  reply_status: number
  created_at: string
  /** When the receiver ends and its requests are deleted. */
  expires_at: string
}

export interface WebhookReceiverList {
  data: Array<WebhookReceiver>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WebhookReceiverRequest {
  /** One request received by a webhook receiver. */
  id: string
  received_at: string
  /** The header fields, by name in lower case. Repeated values are joined by a comma. Fields that concern only one connection (RFC 9110, section 7.6.1) and those with credentials (`Authorization`, `Proxy-Authorization`, `Cookie`) are not kept. */
  headers: { [key: string]: string; }
  /** The decompressed body as text, at most the first 256 kB. U+FFFD replaces invalid UTF-8 and U+0000. */
  body: string
  /** Whether the body was longer than `body`. */
  body_cut: boolean
  /** The HTTP status of the reply. */
  replied_status: number
  /** The subscription that had the receiver's `url` when the request arrived; null if there was none. */
  webhook_id: string | null
  signature: ReceivedSignature
}

export interface WebhookReceiverRequestList {
  data: Array<WebhookReceiverRequest>
  /** Whether there are more rows. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WebhookRequestHeader {
  name: string
  value: string
}

/** A signing secret, but not its value. */
export interface WebhookSecret {
  created_at: string
  /** When an old secret expires; null for the newest. */
  expires_at: string | null
}

export interface WebhookSubscription {
  /** A webhook subscription. */
  id: string
  /** The address in its normal form (WHATWG URL). */
  url: string
  events: Array<SubscribableEventType>
  /** The project whose events are sent; null means any project. */
  project_id: string | null
  environment: 'live' | 'test' | null
  format: WebhookFormat
  description: string | null
  enabled: boolean
  disabled_reason: WebhookDisabledReason | null
  disabled_at: string | null
  /** The secrets in use for signing, newest first. */
  secrets: Array<WebhookSecret>
  /** The public key that verifies the signatures of the format `sendgrid`, as its libraries take it: P-256, a `SubjectPublicKeyInfo` in base64. It is derived from the newest secret, so a rotation changes it. Null in any other format, and if the service cannot read the secret. */
  verification_key: string | null
  created_at: string
  updated_at: string
}

/** A test of a subscription. Nothing else happened. */
export interface WebhookTestData {
  /** A webhook subscription. */
  webhook_id: string
}

export interface WebhookTestEvent {
  /** An event. */
  id: string
  type: 'webhook.test'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** The project that the subscription is for; null means any project. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: WebhookTestData
}

/** The span that was searched, after clamping to the retention window. */
export interface Window {
  /** Inclusive. */
  since: string
  /** Exclusive; null if the span is open-ended. */
  until: string | null
}

export interface Workspace {
  /** A workspace. */
  id: string
  name: string
  /** How many days messages, logs and events can be read. */
  retention_days: number
  created_at: string
  limits: WorkspaceLimits
  /** Whether people can sign in with a mailed link. */
  sign_in_links: boolean
  /** Whether the workspace has an identity provider. Admins can read it at `/v1/identity-provider`. */
  has_identity_provider: boolean
}

/** The limits that the operator set. They are shown here and cannot be changed with this API. */
export interface WorkspaceLimits {
  /** Messages sent by the workspace. */
  sends_per_minute: number
  /** Other requests with each credential. */
  requests_per_minute: number
  /** DNS checks of the workspace. */
  checks_per_minute: number
  /** Recipients of live messages accepted per day (UTC). Null if there is no limit. */
  recipients_per_day: number | null
  /** Recipients of live messages accepted per calendar month (UTC). Null if there is no limit. */
  recipients_per_month: number | null
  /** Contacts of all projects. Null if there is no limit. */
  contacts: number | null
  /** Domains of the workspace. */
  domains: number
  /** Bytes of inbound mail that is stored. */
  inbound_bytes: number
  /** The longest retention that an owner can set. */
  retention_days: number
}

/** Parameters of `listApiKeys`. */
export interface ListApiKeysRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only keys of this kind. */
  kind?: ApiKeyKind | undefined
  /** Returns only keys of this project. */
  project_id?: string | undefined
  /** Returns only revoked keys, or only keys that are not revoked. */
  revoked?: boolean | undefined
}

/** Parameters of `exportAuditEvents`. */
export interface ExportAuditEventsRequest {
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only entries of the user or key with this id. */
  actor_id?: string | undefined
  /** Returns only entries of this kind of actor. */
  actor_kind?: AuditActorKind | undefined
  /** Returns only entries of these kinds of actors. Repeat the parameter for several. Cannot be combined with `actor_kind`. */
  actor_kinds?: ReadonlyArray<AuditActorKind> | undefined
  /** Returns only entries of this operation. */
  operation?: string | undefined
  /** Returns only entries about the object with this id. */
  resource_id?: string | undefined
  /** Returns only entries with this outcome. */
  outcome?: AuditOutcome | undefined
  /** Returns only entries with one of these outcomes. Repeat the parameter for several. Cannot be combined with `outcome`. */
  outcomes?: ReadonlyArray<AuditOutcome> | undefined
}

/** Parameters of `listAuditEvents`. */
export interface ListAuditEventsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only entries of the user or key with this id. */
  actor_id?: string | undefined
  /** Returns only entries of this kind of actor. */
  actor_kind?: AuditActorKind | undefined
  /** Returns only entries of these kinds of actors. Repeat the parameter for several. Cannot be combined with `actor_kind`. */
  actor_kinds?: ReadonlyArray<AuditActorKind> | undefined
  /** Returns only entries of this operation. */
  operation?: string | undefined
  /** Returns only entries about the object with this id. */
  resource_id?: string | undefined
  /** Returns only entries with this outcome. */
  outcome?: AuditOutcome | undefined
  /** Returns only entries with one of these outcomes. Repeat the parameter for several. Cannot be combined with `outcome`. */
  outcomes?: ReadonlyArray<AuditOutcome> | undefined
}

/** Parameters of `listAutomationRuns`. */
export interface ListAutomationRunsRequest {
  /** An automation's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only runs with this status. */
  status?: AutomationRunStatus | undefined
  /** Returns only runs with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<AutomationRunStatus> | undefined
  /** Returns only runs of this contact. */
  contact_id?: string | undefined
}

/** Parameters of `listAutomationVersions`. */
export interface ListAutomationVersionsRequest {
  /** An automation's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listAutomations`. */
export interface ListAutomationsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only automations of this project. */
  project_id?: string | undefined
  /** Returns only automations with this status. */
  status?: AutomationStatus | undefined
  /** Returns only automations with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<AutomationStatus> | undefined
  /** What each element includes beside its own properties. `figures` are counted for the page, so a list without them is faster. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `listCampaignRecipients`. */
export interface ListCampaignRecipientsRequest {
  /** A campaign's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only recipients whose contact was created at or after this time, by `contact_created_at`. */
  since?: string | undefined
  /** Returns only recipients whose contact was created before this time, by `contact_created_at`. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only recipients with this status. */
  status?: CampaignRecipientStatus | undefined
  /** Returns only recipients with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<CampaignRecipientStatus> | undefined
}

/** Parameters of `listCampaigns`. */
export interface ListCampaignsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only automations of this project. */
  project_id?: string | undefined
  /** Returns only campaigns with this status. */
  status?: CampaignStatus | undefined
  /** Returns only campaigns with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<CampaignStatus> | undefined
  /** What each element includes beside its own properties. `figures` are counted for the page, so a list without them is faster. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `exportContacts`. */
export interface ExportContactsRequest {
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only contacts with this address, ignoring case. */
  email?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `importContacts`. */
export interface ImportContactsRequest {
  /** The project that the contacts belong to. */
  project_id: string
  /** A list of the project to subscribe the contacts to. Requires `consent`. */
  list_id?: string | undefined
  /** How the contacts consented to the list. */
  consent?: 'proof' | 'opt_in' | undefined
  /** What to import columns as, each as `target=header`, such as `email=E-mail` or `properties.seats:number=Seats`. Without a type, a property is a text. `ignore=Notes` skips a column. */
  columns?: ReadonlyArray<string> | undefined
}

/** Parameters of `listContactEvents`. */
export interface ListContactEventsRequest {
  /** A contact's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only events with this name. */
  name?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listContactImports`. */
export interface ListContactImportsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
}

/** Parameters of `listContactRuns`. */
export interface ListContactRunsRequest {
  /** A contact's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listContactSubscriptions`. */
export interface ListContactSubscriptionsRequest {
  /** A contact's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listContacts`. */
export interface ListContactsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only contacts with this address, ignoring case. */
  email?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listTopicConsents`. */
export interface ListTopicConsentsRequest {
  /** A contact's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listDmarcRamps`. */
export interface ListDmarcRampsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only the ramps of domains created at or after this time, by `domain_created_at`. */
  since?: string | undefined
  /** Returns only the ramps of domains created before this time, by `domain_created_at`. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listDmarcSources`. */
export interface ListDmarcSourcesRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows reported for the day of this time (UTC) or a later one. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows reported for days that began before this time. */
  until?: string | undefined
  /** Returns only sources of this domain. */
  domain_id?: string | undefined
  /** Returns only this address, IPv4 or IPv6. */
  address?: string | undefined
  /** Returns only mail whose From field has this domain. */
  header_from?: string | undefined
  /** Returns only sources of this kind. */
  kind?: DmarcSourceKind | undefined
  /** Returns only addresses that this service sends from, or only other addresses. */
  ours?: boolean | undefined
  /** Returns only sources with this review; `none` returns sources without one. */
  review?: 'authorized' | 'unauthorized' | 'none' | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listDeletions`. */
export interface ListDeletionsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only deletions with this status. */
  status?: 'running' | 'completed' | undefined
}

/** Parameters of `listDomains`. */
export interface ListDomainsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only domains with this status. */
  status?: DomainStatus | undefined
  /** Returns only domains with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<DomainStatus> | undefined
  /** Returns only the domain with this name. */
  name?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** What each element includes beside its own properties. `figures` are counted for the page, so a list without them is faster. */
  include?: ReadonlyArray<IncludedPart> | undefined
  /** The project whose mail `figures` count. Without it they count that of all projects. It does not narrow the list. */
  figures_project_id?: string | undefined
}

/** Parameters of `exportEvents`. */
export interface ExportEventsRequest {
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only events of this type. */
  type?: EventType | undefined
  /** Returns only events of one of these types. Repeat the parameter for several. Cannot be combined with `type`. */
  types?: ReadonlyArray<EventType> | undefined
  /** Returns only events about this message. */
  message_id?: string | undefined
  /** Returns only events about mail to this address, or about the person who has it, ignoring case: its `recipient` or `email`, or one of its `recipients`. */
  recipient?: string | undefined
  /** Returns only events that name this campaign. */
  campaign_id?: string | undefined
  /** Returns only events that name this automation. */
  automation_id?: string | undefined
  /** Returns only events that name this contact. Message events name an address instead; use `recipient` for them. */
  contact_id?: string | undefined
  /** Returns only events about messages in this category. */
  category?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `followEvents`. */
export interface FollowEventsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** The `next_cursor` of the previous reply. It takes precedence over `since`. */
  after?: string | undefined
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** How many seconds to wait if there are no events. */
  wait?: number | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only events of this type. */
  type?: EventType | undefined
  /** Returns only events of one of these types. Repeat the parameter for several. Cannot be combined with `type`. */
  types?: ReadonlyArray<EventType> | undefined
  /** Returns only events about this message. */
  message_id?: string | undefined
  /** Returns only events about mail to this address, or about the person who has it, ignoring case: its `recipient` or `email`, or one of its `recipients`. */
  recipient?: string | undefined
  /** Returns only events that name this campaign. */
  campaign_id?: string | undefined
  /** Returns only events that name this automation. */
  automation_id?: string | undefined
  /** Returns only events that name this contact. Message events name an address instead; use `recipient` for them. */
  contact_id?: string | undefined
  /** Returns only events about messages in this category. */
  category?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listEvents`. */
export interface ListEventsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only events of this type. */
  type?: EventType | undefined
  /** Returns only events of one of these types. Repeat the parameter for several. Cannot be combined with `type`. */
  types?: ReadonlyArray<EventType> | undefined
  /** Returns only events about this message. */
  message_id?: string | undefined
  /** Returns only events about mail to this address, or about the person who has it, ignoring case: its `recipient` or `email`, or one of its `recipients`. */
  recipient?: string | undefined
  /** Returns only events that name this campaign. */
  campaign_id?: string | undefined
  /** Returns only events that name this automation. */
  automation_id?: string | undefined
  /** Returns only events that name this contact. Message events name an address instead; use `recipient` for them. */
  contact_id?: string | undefined
  /** Returns only events about messages in this category. */
  category?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listInboundMessages`. */
export interface ListInboundMessagesRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only messages of this route. */
  route_id?: string | undefined
  /** Returns only messages whose From field has this address, ignoring case. */
  email?: string | undefined
  /** Returns only runs of this contact. */
  contact_id?: string | undefined
  /** Returns only replies to this sent message. */
  message_id?: string | undefined
  /** Returns only messages of this kind. */
  automatic?: InboundAutomatic | undefined
  /** Returns only messages whose subject contains this text, ignoring case. */
  subject?: string | undefined
}

/** Parameters of `listInboundRoutes`. */
export interface ListInboundRoutesRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
}

/** Parameters of `exportMessageLogs`. */
export interface ExportMessageLogsRequest {
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only the recipients of this message. */
  message_id?: string | undefined
  /** Returns only mail of this campaign. Cannot be combined with `automation_id`. */
  campaign_id?: string | undefined
  /** Returns only mail of this automation's runs. Cannot be combined with `campaign_id`. */
  automation_id?: string | undefined
  /** Returns only logs of this address, ignoring case. */
  recipient?: string | undefined
  /** Returns only recipients with this status. */
  status?: RecipientStatus | undefined
  /** Returns only recipients with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<RecipientStatus> | undefined
  /** Returns only mail that a person opened, or in which a person clicked a link, as far as that is known. Machines do not count; mail without tracking is never included. */
  engagement?: 'opened' | 'clicked' | undefined
  /** Returns only messages in this category. */
  category?: string | undefined
  /** Returns only messages whose subject contains this text, ignoring case. */
  subject?: string | undefined
  /** Returns only messages with this key in their metadata. */
  metadata_key?: string | undefined
  /** The complete value of `metadata_key`. */
  metadata_value?: string | undefined
  /** Returns only logs that contain all of these words, in any order and ignoring case: in the subject, the recipient's address and name, the sender's address, the category, and the metadata's keys and values. A word also matches longer words that begin with it. A term without white space, such as `A-1042` or `ada@example.com`, is matched as written. Up to 10 words. */
  q?: string | undefined
  /** Returns only recipients at this domain or a subdomain, in any case or script. */
  recipient_domain?: string | undefined
  /** Returns only messages from this address, ignoring case. */
  from_email?: string | undefined
  /** Only messages from an address at exactly this domain, written in any case or script. */
  from_domain?: string | undefined
  /** Returns only mail to subscribers of this list. */
  list_id?: string | undefined
  /** Returns only messages that were rendered from this template, in any version. */
  template_id?: string | undefined
  /** Returns only messages that were sent with this API key, even if it has been revoked since. */
  api_key_id?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listMessageLogs`. */
export interface ListMessageLogsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only the recipients of this message. */
  message_id?: string | undefined
  /** Returns only mail of this campaign. Cannot be combined with `automation_id`. */
  campaign_id?: string | undefined
  /** Returns only mail of this automation's runs. Cannot be combined with `campaign_id`. */
  automation_id?: string | undefined
  /** Returns only logs of this address, ignoring case. */
  recipient?: string | undefined
  /** Returns only recipients with this status. */
  status?: RecipientStatus | undefined
  /** Returns only recipients with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<RecipientStatus> | undefined
  /** Returns only mail that a person opened, or in which a person clicked a link, as far as that is known. Machines do not count; mail without tracking is never included. */
  engagement?: 'opened' | 'clicked' | undefined
  /** Returns only messages in this category. */
  category?: string | undefined
  /** Returns only messages whose subject contains this text, ignoring case. */
  subject?: string | undefined
  /** Returns only messages with this key in their metadata. */
  metadata_key?: string | undefined
  /** The complete value of `metadata_key`. */
  metadata_value?: string | undefined
  /** Returns only logs that contain all of these words, in any order and ignoring case: in the subject, the recipient's address and name, the sender's address, the category, and the metadata's keys and values. A word also matches longer words that begin with it. A term without white space, such as `A-1042` or `ada@example.com`, is matched as written. Up to 10 words. */
  q?: string | undefined
  /** Returns only recipients at this domain or a subdomain, in any case or script. */
  recipient_domain?: string | undefined
  /** Returns only messages from this address, ignoring case. */
  from_email?: string | undefined
  /** Only messages from an address at exactly this domain, written in any case or script. */
  from_domain?: string | undefined
  /** Returns only mail to subscribers of this list. */
  list_id?: string | undefined
  /** Returns only messages that were rendered from this template, in any version. */
  template_id?: string | undefined
  /** Returns only messages that were sent with this API key, even if it has been revoked since. */
  api_key_id?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listMessages`. */
export interface ListMessagesRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only messages with this recipient, ignoring case. */
  recipient?: string | undefined
  /** Returns only messages with this status. */
  status?: MessageStatus | undefined
  /** Returns only messages with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<MessageStatus> | undefined
  /** Returns only messages in this category. */
  category?: string | undefined
  /** Returns only messages with this key in their metadata. */
  metadata_key?: string | undefined
  /** The complete value of `metadata_key`. */
  metadata_value?: string | undefined
  /** Returns only messages whose subject contains this text, ignoring case. */
  subject?: string | undefined
  /** Returns only mail of this campaign. Cannot be combined with `automation_id`. */
  campaign_id?: string | undefined
  /** Returns only mail of this automation's runs. Cannot be combined with `campaign_id`. */
  automation_id?: string | undefined
  /** Returns only messages from this address, ignoring case. */
  from_email?: string | undefined
  /** Only messages from an address at exactly this domain, written in any case or script. */
  from_domain?: string | undefined
  /** Returns only mail to subscribers of this list. */
  list_id?: string | undefined
  /** Returns only messages that were rendered from this template, in any version. */
  template_id?: string | undefined
  /** Returns only messages that were sent with this API key, even if it has been revoked since. */
  api_key_id?: string | undefined
  /** Returns only rows of projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listPasskeys`. */
export interface ListPasskeysRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** The passkeys of this user. For a user other than yourself, you must be an admin or the owner. */
  user_id?: string | undefined
}

/** Parameters of `listProjects`. */
export interface ListProjectsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only archived projects, or only projects in use. */
  archived?: boolean | undefined
}

/** Parameters of `listSegmentContacts`. */
export interface ListSegmentContactsRequest {
  /** A segment's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listSegments`. */
export interface ListSegmentsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only automations of this project. */
  project_id?: string | undefined
}

/** Parameters of `listSessions`. */
export interface ListSessionsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** The sessions of this user. For a user other than yourself, you must be an admin or the owner. */
  user_id?: string | undefined
  /** Returns only sessions of programs, or only sessions of people. */
  program?: boolean | undefined
}

/** Parameters of `retrieveStatistics`. */
export interface RetrieveStatisticsRequest {
  /** The length of each period. Default: `hour`. */
  interval?: StatisticsInterval | undefined
  /** Starts at the period that contains this time. */
  since?: string | undefined
  /** Ends with the period that contains this time, or that ends at it. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only counts of projects of this environment. */
  environment?: Environment | undefined
  /** Returns only messages in this category. */
  category?: string | undefined
  /** Returns only recipients at this domain, in any case or script. */
  destination?: string | undefined
  /** Also groups the counts. */
  group_by?: StatisticsGrouping | undefined
  /** The maximum number of groups. All other groups are returned as one more group. Multiplied by the number of periods, it can be at most 20,000. */
  max_groups?: number | undefined
}

/** Parameters of `listSubscriberLists`. */
export interface ListSubscriberListsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** What each element includes beside its own properties. `figures` are counted for the page, so a list without them is faster. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `listSubscriptions`. */
export interface ListSubscriptionsRequest {
  /** A subscriber list's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only subscriptions with this status. */
  status?: SubscriptionStatus | undefined
  /** Returns only subscriptions with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<SubscriptionStatus> | undefined
  /** Returns only the subscription of this address, ignoring case. */
  email?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `deleteSuppression`. */
export interface DeleteSuppressionRequest {
  /** A suppression's id. */
  id: string
  /** Also removes a complaint or an erasure. */
  force?: boolean | undefined
}

/** Parameters of `exportSuppressions`. */
export interface ExportSuppressionsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only this address, ignoring case. */
  email?: string | undefined
  /** Returns only suppressions with this reason. */
  reason?: SuppressionReason | undefined
  /** Returns only suppressions with one of these reasons. Repeat the parameter for several. Cannot be combined with `reason`. */
  reasons?: ReadonlyArray<SuppressionReason> | undefined
  /** Returns only addresses suppressed for a bounce whose `reply` contains this text, ignoring case. There are no wildcards. */
  reply_contains?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listSuppressionReplies`. */
export interface ListSuppressionRepliesRequest {
  /** The maximum number of groups. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only addresses suppressed for a bounce whose `reply` contains this text, ignoring case. There are no wildcards. */
  reply_contains?: string | undefined
  /** Returns only suppressions with this reason. */
  reason?: BounceSuppressionReason | undefined
}

/** Parameters of `listSuppressions`. */
export interface ListSuppressionsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only this address, ignoring case. */
  email?: string | undefined
  /** Returns only suppressions with this reason. */
  reason?: SuppressionReason | undefined
  /** Returns only suppressions with one of these reasons. Repeat the parameter for several. Cannot be combined with `reason`. */
  reasons?: ReadonlyArray<SuppressionReason> | undefined
  /** Returns only addresses suppressed for a bounce whose `reply` contains this text, ignoring case. There are no wildcards. */
  reply_contains?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listTlsReports`. */
export interface ListTlsReportsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows reported for the day of this time (UTC) or a later one. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows reported for days that began before this time. */
  until?: string | undefined
  /** Returns only this domain. */
  domain_id?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listTemplateVersions`. */
export interface ListTemplateVersionsRequest {
  /** A template's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listTemplates`. */
export interface ListTemplatesRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only templates that sends of this project can use: its own and those of every project. */
  project_id?: string | undefined
  /** Returns only templates with this alias. */
  alias?: string | undefined
  /** Returns only messages of this kind. */
  kind?: TemplateKind | undefined
  /** Returns only templates of one of these kinds. Repeat the parameter for several. Cannot be combined with `kind`. */
  kinds?: ReadonlyArray<TemplateKind> | undefined
  /** What each element includes beside its own properties. `figures` are counted for the page, so a list without them is faster. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `listTopics`. */
export interface ListTopicsRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listUsers`. */
export interface ListUsersRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only users with this role. */
  role?: UserRole | undefined
  /** Returns only the user with this address, ignoring case. */
  email?: string | undefined
}

/** Parameters of `listWebhookReceiverRequests`. */
export interface ListWebhookReceiverRequestsRequest {
  /** A webhook receiver's id. */
  id: string
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only messages received at or after this time, by `received_at`. */
  since?: string | undefined
  /** Returns only messages received before this time, by `received_at`. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listWebhookReceivers`. */
export interface ListWebhookReceiversRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. Clamped to the workspace's retention window; `window.since` in the reply shows the time that was used. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only rows of this project. A project key always sees only its own project and cannot ask for another (403 `project_not_allowed`). */
  project_id?: string | undefined
  /** Returns only deliveries of this subscription. */
  webhook_id?: string | undefined
  /** Returns only deliveries of this event. */
  event_id?: string | undefined
  /** Returns only deliveries of events of this type. */
  event_type?: EventType | undefined
  /** Returns only deliveries of events of one of these types. Repeat the parameter for several. Cannot be combined with `event_type`. */
  event_types?: ReadonlyArray<EventType> | undefined
  /** Returns only subscriptions with this status. */
  status?: WebhookDeliveryStatus | undefined
  /** Returns only subscriptions with one of these statuses. Repeat the parameter for several. Cannot be combined with `status`. */
  statuses?: ReadonlyArray<WebhookDeliveryStatus> | undefined
}

/** Parameters of `listWebhookHealth`. */
export interface ListWebhookHealthRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only subscriptions created at or after this time, by `webhook_created_at`. */
  since?: string | undefined
  /** Returns only subscriptions created before this time, by `webhook_created_at`. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
}

/** Parameters of `listWebhooks`. */
export interface ListWebhooksRequest {
  /** The maximum number of rows to return. */
  limit?: number | undefined
  /** Returns only rows created at or after this time. */
  since?: string | undefined
  /** Returns only rows created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the previous page. Keep the other parameters unchanged. */
  cursor?: string | undefined
  /** Returns only subscriptions that are limited to this project. */
  project_id?: string | undefined
}

/** Parameters of `retrieveUsage`. */
export interface RetrieveUsageRequest {
  /** How many days, ending today. */
  days?: number | undefined
  /** How many calendar months, ending with the current one. */
  months?: number | undefined
}
