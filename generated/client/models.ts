// Made from openapi/ by openapi-generator (npm run generate). Do not edit.

/** What a send answers. Delivery comes later; follow it by the logs or events. */
export interface AcceptedMessage {
  /** A message. */
  id: string
  status: MessageStatus
  created_at: string
  /** When it is sent; null where that is at once. */
  scheduled_at: string | null
  recipients: Array<Recipient>
  /** There where the send had `html` without `text`, so the service made the text from it. */
  text_from_html?: true
}

export interface ApiKey {
  /** An API key. */
  id: string
  kind: ApiKeyKind
  name: string
  /** The start and the end of the secret, to tell keys apart. */
  hint: string
  /** The project of a project key; null for a workspace key. */
  project_id: string | null
  scopes: Array<Scope>
  restrictions: IssuedRestrictions
  created_at: string
  revoked_at: string | null
  /**
   * When a request was last admitted with the key, whatever the reply to it was. Requests that were refused because
   * the key was revoked or expired, was used from another address, or may not do the operation, do not count. May be
   * up to 5 minutes old. Null if the key has not been used; uses before the upgrade that brought this field are not
   * known.
   */
  last_used_at: string | null
}

/** A project key is limited to one project; a workspace key acts for all of them. */
export type ApiKeyKind = 'project' | 'workspace'

export interface ApiKeyList {
  data: Array<ApiKey>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** What narrows a key. An absent or null value does not narrow it. */
export interface ApiKeyRestrictions {
  /** Only projects of this environment. For workspace keys; a project key has its project's. */
  environment?: 'live' | 'test' | null | undefined
  /** Only requests from these addresses, IPv4 or IPv6, single or as ranges (RFC 4632). Empty is any. */
  ip_cidrs?: ReadonlyArray<string> | undefined
  /**
   * Only senders of these domains, not of their subdomains. Empty is any. The key may not reschedule or cancel mail
   * of other senders, nor change their subscriber lists (403 `sender_not_allowed`).
   */
  sender_domains?: ReadonlyArray<string> | undefined
  /** From this time on the key answers 401 `expired_credentials`. */
  expires_at?: string | null | undefined
}

/** The version of the envelope and the data. */
export type ApiVersion = 'v1'

export interface Attachment {
  /** The name for the reader. Folders and control characters are taken out of it. */
  filename: string
  /** The bytes in base64 (RFC 4648, section 4), with or without padding. */
  content: string
  /**
   * A media type (RFC 2045, section 5.1), with parameters where readers need them, as in `text/calendar; method=REQUEST`.
   * The service writes `name` itself, and `charset=utf-8` for text that is UTF-8 and names none. `multipart` and
   * `message` types are refused.
   */
  content_type?: string | undefined
  /** Names the part for the HTML body; each once in a message. Without angle brackets. */
  content_id?: string | undefined
  disposition?: Disposition | undefined
}

/**
 * The server that the attempt was connected to: a mail exchange of the recipient's domain, the relay, or the sink. Of
 * several that were tried, the server that the outcome is of. Null where there was no connection, where the attempt is
 * a report, and where it was recorded by version 0.1.0 of the service.
 */
export interface AttemptServer {
  /** Its host name, or its IP address where it is configured by that. */
  name: string
  /** The IP address. Null where the connection ended before it was read. */
  address: string | null
  port: number
}

/**
 * The source that the mail left from, of those that the operator has added. Null where the service has none, or the
 * mail goes by a relay; where there was no attempt at a connection; and where an earlier version recorded the
 * attempt.
 */
export interface AttemptSource {
  /** The IP address that receivers see. */
  address: string
  /** The host name that it says in EHLO. */
  name: string
}

/**
 * How the connection was encrypted when the outcome came. Null where it was not, where there was no connection, where
 * the attempt is a report, and where it was recorded by version 0.1.0 of the service.
 */
export interface AttemptTls {
  /** The protocol. */
  version: string
  /** The cipher suite by its name in IANA's registry. */
  cipher: string
  /**
   * How the server proved who it is. `dane`: by its TLSA records (RFC 7672). `mta_sts`: by a certificate that the
   * domain's MTA-STS policy demands (RFC 8461). `certificate`: by a certificate of an authority trusted here, for
   * the server's name. `none`: not at all; the connection is encrypted, but whoever answered may have been somebody
   * else. The list grows in version 1; treat one that you do not know as `none`.
   */
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
  /** The address that the user had then, or the name that the key has now. Null where the address was erased. */
  name: string | null
  session_id: string | null
}

/**
 * What did it: a user's session (or a passkey that was to begin one), an API key, the operator's command line, somebody with the link of a mail (sign-in,
 * confirmation or unsubscription), or the service by itself.
 */
export type AuditActorKind = 'session' | 'project_key' | 'workspace_key' | 'command_line' | 'link' | 'service'

/** A mutation, or an attempt at one, or the call of a tool by an agent, and who made it. It holds no bodies and no secrets. */
export interface AuditEvent {
  /** An entry of the audit log. */
  id: string
  created_at: string
  actor: AuditActor
  /** Where the request came from. Null on the command line and for the service. */
  ip_address: string | null
  /** The first 200 characters of the header `User-Agent`. */
  user_agent: string | null
  /** The `operationId` of a request. For the others `cli.` and the command (`cli.domain.add`), `link.` and the act on a page that mail leads to, `mcp.` and the operation that an agent called as a tool, or `service.` and the work. */
  operation: string
  resource: AuditEventResource | null
  outcome: AuditOutcome
  /** The status of the reply. Null where there was no request. */
  status: number | null
  /** The code of the error reply. */
  error_code: string | null
  /** The id of the request. */
  request_id: string | null
  /** The project that the key belongs to, or that the resource is of where that is known. */
  project_id: string | null
  /** How many things it was done to, where it was more than one at once. */
  count: number | null
}

export interface AuditEventList {
  data: Array<AuditEvent>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** What it was done to. Null where it is about more than one thing, or made nothing. */
export interface AuditEventResource {
  /**What kind of thing it is, in snake_case.*/
  type: string
  id: string
}

/**
 * `succeeded`: it was done. `refused`: a 4xx reply, or a batch of which no message was accepted, and nothing changed.
 * `failed`: a 5xx reply.
 */
export type AuditOutcome = 'succeeded' | 'refused' | 'failed'

export interface Automation {
  /** An automation. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  name: string
  status: AutomationStatus
  /** The version that new runs follow. Null until a version is published. */
  published_version: number | null
  /** A version's number, from 1. */
  latest_version: number
  retry: AutomationRetry | null
  created_at: string
  updated_at: string
  figures?: AutomationFigures
}

/** Takes the steps of the first case whose rule holds, or else those of `else`. */
export interface AutomationBranch {
  cases: ReadonlyArray<AutomationCase>
  /** Steps inside of a step. After the last one it goes on behind that step. */
  _else?: ReadonlyArray<AutomationStep> | undefined
}

export interface AutomationCase {
  _if: SegmentRule
  /** Steps inside of a step. After the last one it goes on behind that step. */
  steps: ReadonlyArray<AutomationStep>
}

/** An event of the contact, as recorded by `recordContactEvent` or by a step. */
export interface AutomationEventCondition {
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What the properties of the event are like. All must hold. An empty list is as none. */
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
  /** For people. */
  reason?: string | undefined
}

/** How many runs there are, as a list of automations has it with `include=figures`. */
export interface AutomationFigures {
  runs: AutomationRunCounts
}

export interface AutomationIgnoredCount {
  reason: AutomationIgnoredReason
  count: number
}

/**
 * Why no run was started. `automation_paused`: the automation is paused. `entry_rule`: its rule does not let the contact in.
 * `already_entered`, `already_running`, `min_interval`: its `reentry` does not. `too_many_runs`: the contact began 10 runs of it
 * within 24 hours. `too_old`: the event happened more than 24 hours before it was recorded. `max_depth`: the event was
 * recorded by a step, five of which had caused each other.
 */
export type AutomationIgnoredReason = 'automation_paused' | 'entry_rule' | 'already_entered' | 'already_running' | 'min_interval' | 'too_many_runs' | 'too_old' | 'max_depth'

/**
 * An inbound route of the project takes a mail from the contact. Automatic mail counts where the route delivers it; mail that fails
 * DMARC never does. The data of the run is `inbound_message_id`, `route_id`, `subject`, `text` (without the quotation, as far as it
 * could be found, and at most 2,000 characters), `automatic` and `authenticated`.
 */
export interface AutomationInboundCondition {
  /** An inbound route. */
  route_id?: string | undefined
  /**
   * Whether only mail whose sender is authenticated (`auth.authenticated`) starts a run. With `false`, anybody can start one in the
   * name of a contact whose domain has no DMARC record.
   */
  require_authenticated?: boolean | undefined
}

export interface AutomationList {
  data: Array<Automation>
  /** Whether older rows follow. */
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

/** A step tells your servers. */
export interface AutomationNotifiedData {
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  /** A run of an automation. */
  run_id: string
  /** A contact. */
  contact_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  step_key: string
  /** The name that the step gives. */
  name: string
  /** What the step says. */
  data: { [key: string]: any; }
  /** The data that started the run. Where that is an inbound message, the API returns its `subject` and `text` to sessions alone. */
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

/** Tells your servers, by the event `automation.notified` through your webhooks. */
export interface AutomationNotify {
  name: string
  /** At most 16 kB of JSON. */
  data?: { [key: string]: any; } | undefined
}

/** New runs follow another version of an automation from now on. */
export interface AutomationPublishedData {
  /** An automation. */
  automation_id: string
  name: string
  /** A version's number, from 1. */
  version: number
  /** The version before; null if this is the first. */
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

/** Records an event of the contact. It can start other runs; those can record events again, up to 5 in a row. */
export interface AutomationRecordEvent {
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What else is to be known of it. */
  properties?: { [key: string]: PropertyValue; } | undefined
}

/** How often a contact may go through. */
export interface AutomationReentry {
  /** `once`: ever. `after_exit`: one run at a time, which is what is meant where it is absent. `always`: any number at a time. */
  mode?: 'once' | 'after_exit' | 'always' | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  min_interval?: string | undefined
  /** A property of the event, such as `cart_id`. `mode` and `min_interval` then hold for each of its values apart. */
  key?: string | undefined
}

/** The last retry of many runs, and how far it is. Null where there was none. */
export interface AutomationRetry {
  requested_at: string
  /**How many runs had failed then.*/
  total: number
  retried: number
  /**Those that may not run again, because the contact has another run under way or is erased.*/
  skipped: number
  /**Null while it is under way.*/
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
  /** The value of `reentry.key`, where there is one. */
  key: string | null
  /** How many runs have caused each other before it. */
  depth: number
  /** The step that it is at, or was at when it ended. Null behind the last one. */
  step_key: string | null
  wait: AutomationRunWait | null
  /** What keeps it from its next step. It goes on by itself once that is over. */
  blocked_by: 'automation_paused' | 'sending_halted' | 'quota_exceeded' | null
  /** Failed attempts at the step. */
  attempts: number
  /** When a step that failed for now is tried again. */
  next_attempt_at: string | null
  error: AutomationRunError | null
  /**
   * Why it ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`, `max_depth`, `manual`,
   * `automation_archived`, or `contact_erased` where its contact was erased or deleted.
   */
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

/** A run of an automation that has ended. */
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
  /** Why it ended before its last step: see `AutomationRun`. */
  ended_reason: string | null
  /** The step that it was at. */
  step_key: string | null
  error: AutomationRunError | null
}

/** A run with the data that started it and its steps. */
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
  /** The value of `reentry.key`, where there is one. */
  key: string | null
  /** How many runs have caused each other before it. */
  depth: number
  /** The step that it is at, or was at when it ended. Null behind the last one. */
  step_key: string | null
  wait: AutomationRunWait | null
  /** What keeps it from its next step. It goes on by itself once that is over. */
  blocked_by: 'automation_paused' | 'sending_halted' | 'quota_exceeded' | null
  /** Failed attempts at the step. */
  attempts: number
  /** When a step that failed for now is tried again. */
  next_attempt_at: string | null
  error: AutomationRunError | null
  /**
   * Why it ended before its last step: `exit_step`, `exit_event`, `exit_list`, `exit_rule`, `max_depth`, `manual`,
   * `automation_archived`, or `contact_erased` where its contact was erased or deleted.
   */
  ended_reason: string | null
  started_at: string
  ended_at: string | null
  /** The data that started it. */
  data: { [key: string]: any; }
  /** The first first. */
  steps: Array<AutomationRunStep>
}

/** Why the step failed, the last time. Null where it did not. */
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
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * `running`: at a step, or about to be. `waiting`: in a wait. `completed`: behind its last step. `exited`: ended by an exit.
 * `failed`: a step could not be done; it can be retried. `cancelled`: ended from outside.
 */
export type AutomationRunStatus = 'running' | 'waiting' | 'completed' | 'exited' | 'failed' | 'cancelled'

export interface AutomationRunStep {
  key: string
  kind: AutomationStepKind
  /**
   * `skipped`: there was nothing to do, for the `reason`. `timed_out`: the awaited event did not come. `waiting`, `blocked`,
   * `retrying`: it is at this step now.
   */
  outcome: 'done' | 'skipped' | 'timed_out' | 'waiting' | 'blocked' | 'retrying' | 'failed'
  /** A stable code, such as `opted_out`. */
  reason: string | null
  /** The same for people. */
  detail: string | null
  /** Which steps inside of it were taken: `cases/0`, `else`, `on_timeout`. */
  taken: string | null
  /** The mail that it sent. */
  message_id: string | null
  /** Failed attempts. */
  attempts: number
  started_at: string
  ended_at: string | null
}

export interface AutomationRunTrigger {
  kind: 'event' | 'list' | 'contact_created' | 'manual' | 'inbound'
  /** The event of the contact that started it, where it was one. */
  contact_event_id: string | null
  /** The mail of the contact that started it, where it was one. */
  inbound_message_id: string | null
  /** When that happened. */
  at: string
}

/** What it waits for. Null where it does not. */
export interface AutomationRunWait {
  until: string
  /** The name of the event; null where it waits for a time alone. */
  event: string | null
}

/**
 * Sends a mail to the contact. A contact that has opted out, is suppressed, has not confirmed the list or does not want the topic
 * gets none, and the run goes on. With `topic`, the link to unsubscribe ends that topic alone; `transactional` mail has none.
 */
export interface AutomationSend {
  /** A template. */
  template_id: string
  /** The version. Where it is absent, the one that is published when the step is reached. */
  version?: number | undefined
  /**
   * Values of the template's variables, at most 64 kB of JSON. A variable without one gets the value of that name of the data
   * that started the run, then the contact's property of that name, then the template's default.
   */
  variables?: { [key: string]: any; } | undefined
  /**
   * Whether the mail is one that the contact asked for, such as a receipt. Then it goes to a contact that has opted out too,
   * and needs no link to unsubscribe. Defaults to false.
   */
  transactional?: boolean | undefined
  /** Names the topic within its project. It never changes. */
  topic?: string | undefined
}

/** The sender of its mail, where it is not as the template says. */
export interface AutomationSender {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** Where answers go. An empty list is as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /** A label of your own, to search and count by. */
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
  /** Why not: `trigger` or `entry_rule`. */
  reason: string | null
  /** How it ends. Null where it does not begin. */
  status: 'completed' | 'exited' | 'failed' | null
  ended_reason: string | null
  steps: Array<SimulatedStep>
}

/** How many runs there are, of one moment within the last 5 seconds. */
export interface AutomationStats {
  /** An automation. */
  automation_id: string
  as_of: string
  runs: AutomationRunCounts
  /** Triggers that started no run, by reason, the most frequent first. */
  ignored: Array<AutomationIgnoredCount>
  /** Where the runs are that have not ended, and those that have failed. */
  steps: Array<AutomationStepCounts>
}

/**
 * `draft`: no version was published. `active`: starts runs, and goes on with them. `paused`: starts none, and holds those
 * that are under way until it is resumed. `archived`: over for good; its runs are cancelled.
 */
export type AutomationStatus = 'draft' | 'active' | 'paused' | 'archived'

/** A `key`, and exactly one of the others. */
export interface AutomationStep {
  /** Names the step within its version. */
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

/** Asks the contact to confirm the list, by the list's opt-in mail. */
export interface AutomationSubscribe {
  /** A subscriber list. */
  list_id: string
}

/** Until the clock next shows this time. Where a change of the clocks leaves this time out, it is later by as much as the clocks go forward. */
export interface AutomationTimeOfDay {
  time: string
  /** A name of the IANA time zone database. */
  timezone: string
}

/**
 * What starts a run: an object with exactly one of these keys. `manual` starts with `triggerAutomation` alone; that works for
 * the others too.
 */
export interface AutomationTrigger {
  event?: AutomationEventCondition | undefined
  list?: AutomationListCondition | undefined
  /** There is nothing to choose. */
  contact_created?: object | undefined
  inbound?: AutomationInboundCondition | undefined
  /** There is nothing to choose. */
  manual?: object | undefined
}

export interface AutomationTriggered {
  outcome: 'started' | 'ignored'
  /** Why it was ignored, an `AutomationIgnoredReason`. Null where it was not. */
  reason: string | null
  /** The run that was started. Null where it was ignored. */
  run: AutomationRun | null
}

/** Ends the subscription to the list. Without one, the contact opts out of the project's campaigns and automations. */
export interface AutomationUnsubscribe {
  /** A subscriber list. */
  list_id?: string | undefined
}

/**
 * Until the time in a property of the contact or, where the data that started the run has one of that name, in that. A day
 * alone is its beginning in UTC. Where there is none the step is skipped.
 */
export interface AutomationUntilProperty {
  name: string
  /** An ISO 8601 duration that is added; with a minus ahead it is subtracted. */
  offset?: string | undefined
}

/** Changes the contact. Properties are merged; null removes one. */
export interface AutomationUpdateContact {
  name?: string | null | undefined
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties?: { [key: string]: PropertyValue; } | undefined
}

export interface AutomationUser {
  /** An automation. */
  automation_id: string
  name: string
  status: AutomationStatus
}

/** A version, as it was given. It never changes. */
export interface AutomationVersion {
  /** An automation. */
  automation_id: string
  /** A version's number, from 1. */
  version: number
  trigger: AutomationTrigger
  /** A `SegmentRule`. Null lets every contact in. */
  entry_rule: { [key: string]: any; } | null
  reentry: AutomationReentry
  /** What ends a run wherever it is. Events and lists end it at once, rules before its next step. */
  exit_on: Array<AutomationExit>
  sender: AutomationSender
  /** One after another. At most 100 in all, those inside of others included, and 5 levels deep. */
  steps: Array<AutomationStep>
  created_at: string
  /** Who made it. */
  created_by: string
  /** When it was first published. */
  published_at: string | null
}

export interface AutomationVersionList {
  data: Array<AutomationVersion>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** An object with exactly one of these keys. What is in the past does not wait. */
export interface AutomationWait {
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  _for?: string | undefined
  until?: string | undefined
  until_property?: AutomationUntilProperty | undefined
  time_of_day?: AutomationTimeOfDay | undefined
}

/**
 * Until the contact has an event that happened since the run began, at most for `timeout`. Then the steps of `on_timeout`
 * are taken.
 */
export interface AutomationWaitForEvent {
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What the properties of the event are like. All must hold. An empty list is as none. */
  where?: ReadonlyArray<SegmentPropertyCondition> | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds, at most 365 days. */
  timeout: string
  /** Steps inside of a step. After the last one it goes on behind that step. */
  on_timeout?: ReadonlyArray<AutomationStep> | undefined
}

/**
 * Exactly one of `message` and `template`. What is wrong with either rejects this item alone.
 *
 * `message` is what `sendMessage` takes as its body. `template` is a send of a template, with `template_id`, `version`, `locale`
 * and `variables` beside `project_id`, `to` and the other fields; `sendMessage`'s form, which has these four in a `template`
 * of its own, does as well.
 */
export interface BatchItem {
  /**
   * Makes the item safe to repeat, as `Idempotency-Key` does for a single send: 1 to 255 printable ASCII
   * characters.
   */
  idempotency_key: string
  message?: SendMessageRequest | undefined
  template?: BatchTemplate | undefined
}

/** The error that a single send would have returned. */
export interface BatchItemError {
  /** The HTTP status that a single send would have returned. */
  status: number
  code: ErrorCode
  /** For people. May change at any time. */
  message: string
  /**
   * Up to 20 mistakes of the item. Paths begin at the request's body, as in every error: for the fourth item such as
   * `/body/items/3/message/to/0/email`. Once the batch has reported 200 mistakes in total, each further item reports
   * only its first.
   */
  details?: Array<ErrorDetail>
}

export interface BatchItemResult {
  /** The item's position in the request. */
  index: number
  idempotency_key: string
  status: BatchItemStatus
  /** There where an earlier request with this key was accepted and nothing was sent again. */
  replayed?: true
  message?: AcceptedMessage
  error?: BatchItemError
}

/**
 * `accepted`: stored and queued, now or by an earlier request with this key. `rejected`: nothing was stored,
 * and the same key may be used again.
 */
export type BatchItemStatus = 'accepted' | 'rejected'

export interface BatchRequest {
  /** Each with an `idempotency_key` of its own, unique in the batch. */
  items: ReadonlyArray<BatchItem>
}

export interface BatchResult {
  /** One result an item, in the order of the request. */
  data: Array<BatchItemResult>
  accepted: number
  rejected: number
}

/**
 * A send that has a template, in either of two forms: with `template_id`, `version`, `locale` and `variables` beside `to`, or as
 * `sendMessage` takes it, with the four within `template`. `subject`, `text` and `html` are left out, and `from_email` where the
 * template has a sender.
 */
export interface BatchTemplate {
  /** A project. */
  project_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /**
   * The recipients. `to`, `cc` and `bcc` together hold each address once and at most 50. Each recipient gets
   * a delivery and a message log of its own; those in `to` and `cc` stand in the message's headers.
   */
  to: ReadonlyArray<NamedAddress>
  cc?: ReadonlyArray<NamedAddress> | undefined
  /** Recipients that no header names. */
  bcc?: ReadonlyArray<NamedAddress> | undefined
  /** Where answers go, if not to the sender. An empty list is as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /**
   * The inbound route of the project that takes the answers, in place of `reply_to`. The message gets a Reply-To
   * address of its own, by which an answer is known to be one to this message. The route has to be enabled.
   */
  reply_route_id?: string | undefined
  template?: TemplateReference | undefined
  /** One line of text in any language. Required without `template`. */
  subject?: string | undefined
  /** The plain-text body. Required without `template`. */
  text?: string | undefined
  /** The HTML body, sent beside the plain text. */
  html?: string | undefined
  attachments?: ReadonlyArray<Attachment> | undefined
  /**
   * Further header fields. Refused are those that the service writes itself (addresses, subject, dates, ids,
   * MIME, signatures, `Feedback-ID`, `List-Unsubscribe`), and line breaks anywhere.
   */
  headers?: { [key: string]: string; } | undefined
  list_unsubscribe?: ListUnsubscribe | undefined
  /**
   * The subscriber list that this mail is to, one of the message's project. It then has one recipient, in `to`, and
   * goes out only while that one's subscription is confirmed; otherwise the log says `suppressed`, for the reason
   * `not_confirmed`. The service writes the `List-Unsubscribe` headers, so `list_unsubscribe` is left out. Put
   * `unsubscribe_url` of the subscription into HTML and text: mail without it is refused (422,
   * `unsubscribe_link_missing`), as mailbox providers demand it.
   */
  list_id?: string | undefined
  /** A label of your own, to search and count by. */
  category?: string | undefined
  /** Up to 20 pairs of your own, to find the message by. They are not sent. */
  metadata?: { [key: string]: string; } | undefined
  tracking?: TrackingChoice | undefined
  /**
   * `bulk` where it is one of many that nobody has asked for, such as a newsletter of your own, so that it leaves
   * by the sources for such mail; `transactional` where it is absent.
   */
  stream?: Stream | undefined
  /**
   * When to send, up to 30 days ahead; at once where it is absent or less than five minutes past. A message
   * can be cancelled until a worker has taken it.
   */
  scheduled_at?: string | undefined
  /** The template, where there is no `template`. */
  template_id?: string | undefined
  /** The version. Defaults to the published one. A live project can send only versions that are or were published. */
  version?: number | undefined
  /**
   * The language asked for (BCP 47). Without content in it the more general tag is tried (`de` for `de-AT`), then the default
   * content. If absent, the `locale` property of the contact is used.
   */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values that the template does not declare are ignored. */
  variables?: { [key: string]: any; } | undefined
}

/**
 * Why mail was refused, read from the reply. Null where the mail was delivered, and where the failure was the
 * service's own. The list grows in version 1; treat one you do not know as `other`.
 *
 * About the recipient: `unknown_user`, `unknown_domain` (the domain does not exist or takes no mail),
 * `mailbox_disabled`, `mailbox_full`, `recipient_policy` (this recipient does not take it from this sender).
 * About the message: `content` (its content was refused), `too_large`, `unsupported` (the server lacks an extension it
 * needs). About the sender: `authentication` (SPF, DKIM or DMARC), `reputation` (a block list, or the provider's own),
 * `rate_limited`, `sender_policy` (another rule about the sender). Neither: `network` (DNS, connection, TLS or a
 * time-out), `server` (the server's own trouble, or not understood), `other`.
 */
export type BounceClass = 'unknown_user' | 'unknown_domain' | 'mailbox_disabled' | 'mailbox_full' | 'recipient_policy' | 'content' | 'too_large' | 'unsupported' | 'authentication' | 'reputation' | 'rate_limited' | 'sender_policy' | 'network' | 'server' | 'other'

/** A `SuppressionReason` that bounces make. */
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
  /** Null is as the template says. */
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  /**
   * Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without one
   * gets the contact's property of that name, then the template's default.
   */
  variables: { [key: string]: any; }
  audience: AudienceOfCampaign
  rate_per_hour: number | null
  category: string | null
  scheduled_at: string | null
  max_delay_seconds: number
  started_at: string | null
  /** When it was sent or cancelled. */
  completed_at: string | null
  /** How many recipients it has. Null until all are found. */
  audience_total: number | null
  progress: CampaignProgress
  created_at: string
  updated_at: string
  /** The key of the topic that its mail is of. */
  topic: string | null
  figures?: CampaignFigures
}

/**
 * The contacts of the project that the campaign is to: with `list_id` those that confirmed the list, else all that
 * have not unsubscribed. `segment_id` leaves those that are in a segment, `exclude_segment_id` those that are not in
 * another.
 */
export interface CampaignAudience {
  /** A subscriber list. */
  list_id?: string | undefined
  /** A segment. */
  segment_id?: string | undefined
  /** A segment. */
  exclude_segment_id?: string | undefined
}

/**
 * What keeps it from sending although its status is `sending`: the workspace's sending is halted, or its recipients of the day or
 * month are used up. It goes on by itself.
 */
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

/**
 * Each contact of the project is counted once: among those who would get the mail, or by the first reason that keeps
 * it from them. In a project of fewer than 20,000 contacts the counts are exact. Above, they are estimated from one
 * random sample.
 */
export interface CampaignCheck {
  /** What `scheduleCampaign` would answer now, in the form of its error. Null if it could be scheduled. */
  problem: CampaignProblem | null
  /** Everything that keeps it from being scheduled, at once. Empty if it could be scheduled. */
  problems: Array<CampaignProblem>
  sample: CampaignCheckSample
  contacts: SegmentEstimate
  reached: SegmentEstimate
  /** The most frequent reason first. */
  left_out: Array<CampaignLeftOut>
  /** The contacts that were looked at. */
  scanned: number
  /** When they were looked at. */
  as_of: string
}

/** Mail that was rendered for contacts of the audience, up to 100 of them. */
export interface CampaignCheckSample {
  /**Contacts whose mail was rendered.*/
  contacts: number
  /**Those of them whose mail cannot be rendered.*/
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
  /** Why it is paused, where it is: see `Campaign`. */
  pause_reason: string | null
  scheduled_at: string | null
  progress: CampaignProgress
}

export interface CampaignDestinationCount {
  /** Null is all others. */
  destination: string | null
  count: number
  by_status: CampaignCounts
}

/**
 * What became of its mail, as a list of campaigns has it with `include=figures`. Each recipient counts once in each figure. Opens and
 * clicks are those of people, and 0 where they are not tracked.
 */
export interface CampaignFigures {
  /** Recipients whose server took the mail. One whose mail bounced later counts here and in `bounced`. */
  delivered: number
  bounced: number
  complained: number
  /** How many used its link to unsubscribe. */
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
  /** Recipients who followed a link for the first time. */
  clicked: number
}

export interface CampaignLeftOut {
  /** `not_in_segment`, `excluded_by_segment`, or an `UnsentReason` such as `not_confirmed`, `opted_out` or `hard_bounce`. */
  reason: string
  estimate: SegmentEstimate
}

export interface CampaignList {
  data: Array<Campaign>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * `manual`: somebody paused it. `missed_schedule`: the service could not start it within `max_delay_seconds`.
 * `render_failures`: too many of its mails could not be rendered. `bounce_rate`, `complaint_rate`: too many bounced
 * or were complained about. `domain_not_verified`: the sender's domain may not be sent from. `segment_too_costly`:
 * its segment took too long. `segment_invalid`: a rule no longer holds, such as one that looks further back than the
 * retention. `restored`: the service was started on a restored database, so a part of its mail may have been sent
 * before. Null where it is not paused.
 */
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

/**
 * The mail as the contact would get it or, without `contact_id`, as some contact of the audience would. The link to
 * unsubscribe in it works for nobody.
 */
export interface CampaignPreview {
  mail: TemplatePreview
  recipient: CampaignPreviewRecipient | null
}

/** Whether the contact gets it, and what decides. Null where no contact was named and the audience is empty. */
export interface CampaignPreviewRecipient {
  /** A contact. */
  contact_id: string
  included: boolean
  /**Why not: `not_in_segment`, `excluded_by_segment`, or an `UnsentReason` such as `opted_out`,
`topic_unsubscribed`, `not_confirmed` or `hard_bounce`. Null where it gets it.
*/
  reason: string | null
  /**A JSON Pointer into the rule of the segment, to the node that decides. Null where no rule does.*/
  path: string | null
}

/** Something that keeps a campaign from being scheduled, in the form of an error. */
export interface CampaignProblem {
  code: string
  message: string
  details: Array<ErrorDetail>
}

/**
 * How far it is. `walked` is the sum of the others: the recipients that were found, of which some have a mail in the
 * queue or beyond it, some were skipped for a reason, some failed before they had one, and the rest is pending.
 */
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
  /**
   * Why it was skipped, an `UnsentReason` or `erased`, or why its mail could not be made, `missing_variable` or
   * `render_failed`. Null where it was neither.
   */
  reason: string | null
  /** More about the reason, such as the names of the missing variables. Null where there is no more. */
  detail: string | null
  message_id: string | null
  log_id: string | null
}

export interface CampaignRecipientList {
  data: Array<CampaignRecipient>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * `pending`: no mail yet. `skipped`: gets none, for the `reason`. `failed`: its mail could not be made, or was given
 * up. The others are those of a message's recipient.
 */
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

/** What became of the recipients, of one moment within the last 5 seconds. */
export interface CampaignStats {
  /** A campaign. */
  campaign_id: string
  as_of: string
  /** All recipients, the sum of `by_status`. */
  recipients: number
  by_status: CampaignCounts
  /** Why recipients were skipped or failed before their first attempt, the most frequent first. */
  by_reason: Array<CampaignReasonCount>
  /**
   * What became of queued mail by the domain of the address: the 20 domains with most recipients, then the rest
   * together without a name.
   */
  by_destination: Array<CampaignDestinationCount>
  /** Outcomes by the hour, the oldest first; hours without any are left out. */
  over_time: Array<CampaignHour>
  complained: number
  /** How many used its link to unsubscribe. */
  unsubscribed: number
  /**
   * Recipients who opened the mail, each once. It is a lower bound, since many readers load no images; 0 where
   * opens are not tracked.
   */
  opened: number
  /** Recipients who followed a link, each once; 0 where clicks are not tracked. */
  clicked: number
  /** Recipients whose mail a machine opened. */
  machine_opened: number
  /** Recipients whose links a machine followed. */
  machine_clicked: number
}

/**
 * `draft`: being written. `scheduled`: starts at `scheduled_at`. `sending`: finds its audience, then queues its
 * mail. `paused`: sends nothing until it is resumed; `pause_reason` says why. `sent`: every recipient has a mail
 * that was tried at least once, or a reason. `cancelled`: sends nothing more.
 */
export type CampaignStatus = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'

export interface CampaignTemplate {
  /** A template. */
  template_id: string
  /** The version. Where it is absent, the one that is published when the campaign is scheduled. */
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

/** Why it was not cancelled. Null where it was. */
export interface CancelError {
  /** As the status of a reply to a single request. */
  status: number
  code: ErrorCode
  /** For people. May change at any time. */
  message: string
}

export interface CancelMessagesRequest {
  /** Each is cancelled by itself; a message that is named twice is cancelled once. */
  message_ids: ReadonlyArray<string>
}

export interface CancelledMessage {
  /** A message. */
  message_id: string
  status: 'cancelled' | 'rejected'
  error: CancelError | null
}

/** What became of each message, in the order of the request. */
export interface CancelledMessages {
  data: Array<CancelledMessage>
  cancelled: number
  rejected: number
}

export interface ChangesOfKey {
  /** As the audit log names it. */
  operation: string
  /** The number of requests. */
  count: number
  /** When it was last done. */
  last_at: string
}

export interface ChooseContactTopicRequest {
  /** Whether the contact wants mail of the topic. */
  subscribed: boolean
  /** Where the person said so, in your words. */
  source?: string | undefined
  /** The person's IP address, version 4 or 6. */
  ip_address?: string | undefined
  /** The User-Agent of the person's browser. */
  user_agent?: string | undefined
}

/** Values of `role_claim` that give a role; the highest counts. */
export interface ClaimRoles {
  owner: Array<string>
  admin: Array<string>
  member: Array<string>
}

/**
 * Values of `role_claim` that give a role; the highest counts. Where the claim decides, a user's role changes with each sign-in, but
 * that the last owner stays one.
 */
export interface ClaimRolesRequest {
  owner?: ReadonlyArray<string> | undefined
  admin?: ReadonlyArray<string> | undefined
  member?: ReadonlyArray<string> | undefined
}

/** The first time that a link of a mail was followed, by a person or by a machine. */
export interface ClickedData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  category: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
  machine: MachineReason | null
  /** What the reader or browser says it is. */
  user_agent: string | null
  /** Where the link leads. */
  url: string
}

/** A report (RFC 5965) that a recipient complained about a message. */
export interface ComplaintData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  category: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
  /** What the reporter says it is: mostly `abuse`. */
  feedback_type: string
  /** The reporter's software. */
  user_agent: string | null
  /** Whether the address is suppressed from now on because of this. */
  suppressed: boolean
}

/** The mail that asks to confirm. `{{confirm_url}}` and `{{list_name}}` are filled in. */
export interface ConfirmationMail {
  subject: string
  /** Must hold `{{confirm_url}}`. */
  text: string
  /** Must hold `{{confirm_url}}` where it is given. */
  html?: string | null | undefined
}

/** The mail that asks to confirm. `{{confirm_url}}` and `{{list_name}}` are filled in. */
export interface ConfirmationOfList {
  subject: string
  text: string
  /** Null where the mail is plain text. */
  html: string | null
}

/** Proof of what a person said. */
export interface Consent {
  action: 'requested' | 'confirmed' | 'unsubscribed'
  at: string
  /**
   * Your own words, or `api` where a request gave none. `page`: the button of the page that the mail led to. `one_click`: the
   * button of the mail reader (RFC 8058).
   */
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
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  name: string | null
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties: { [key: string]: PropertyValue; }
  /** Since when the contact gets no mail of the project's campaigns and automations. Null where it gets them. */
  unsubscribed_at: string | null
  created_at: string
  updated_at: string
  /**
   * The topics that the contact has chosen something about, by their keys: whether it wants them. The others are as each topic's
   * `default_subscribed` says.
   */
  topics: { [key: string]: boolean; }
}

/** The error that `PUT /v1/contacts` would have returned. */
export interface ContactBatchItemError {
  /** The HTTP status that `PUT /v1/contacts` would have returned. */
  status: number
  code: ErrorCode
  /** For people. May change at any time. */
  message: string
  /**
   * Up to 20 mistakes of the contact. Paths begin at the request's body, as in every error: for the fourth contact such as
   * `/body/contacts/3/email`. Once the batch has reported 200 mistakes in total, each further contact reports only its first.
   */
  details?: Array<ErrorDetail>
}

export interface ContactBatchItemResult {
  /** The contact's position in the request. */
  index: number
  status: ContactBatchItemStatus
  contact?: Contact
  error?: ContactBatchItemError
}

/** `created` and `updated`: what 201 and 200 of `PUT /v1/contacts` say. `rejected`: nothing of this item was stored. */
export type ContactBatchItemStatus = 'created' | 'updated' | 'rejected'

export interface ContactBatchResult {
  /** One result for each contact, in the order of the request. */
  data: Array<ContactBatchItemResult>
  created: number
  updated: number
  rejected: number
}

export interface ContactEvent {
  /** Something that a contact did. */
  id: string
  /** A contact. */
  contact_id: string
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What else is to be known of it. */
  properties: { [key: string]: PropertyValue; }
  /** When it happened. */
  at: string
  /** When it was recorded. */
  created_at: string
}

export interface ContactEventList {
  data: Array<ContactEvent>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** A file of contacts, and how far its import has come. */
export interface ContactImport {
  /** An import of contacts. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  /** The list that the contacts are subscribed to. */
  list_id: string | null
  /** By what: the proof in the file, or an opt-in mail. Null without a list. */
  consent: 'proof' | 'opt_in' | null
  status: ContactImportStatus
  columns: Array<ContactImportColumn>
  /** The size of the file, decompressed. */
  bytes: number
  /** How much of it is imported. */
  bytes_read: number
  /** Records read. The next four add up to them. */
  lines: number
  /** New contacts. */
  created: number
  /** Contacts that were there and have been changed. */
  updated: number
  /** Lines that say nothing new of their contact. */
  unchanged: number
  /** Lines that cannot be imported, by the report of lines. */
  rejected: number
  /** Newly subscribed to the list, or asked to confirm by a mail. */
  subscribed: number
  /** Contacts that were saved and not subscribed, since they are suppressed or have unsubscribed from the list. The report of lines names them. */
  not_subscribed: number
  /** The first 20 lines of the report of lines. */
  first_lines: Array<ContactImportLine>
  error: ContactImportError | null
  created_at: string
  /** When it ended, in whichever way. */
  completed_at: string | null
}

/** What a column of the file is taken for. */
export interface ContactImportColumn {
  /** The name that the first line gives the column. Empty in a file of addresses alone. */
  header: string
  /** As in the parameter `columns`: `email`, `name`, `properties.company_size:text`. `ignore` where the column is left alone. */
  target: string
}

/** Why it has failed. */
export interface ContactImportError {
  /**The list grows. `too_many_refused`: by `line`, too many lines were refused to go on.*/
  code: string
  /**The reason in words.*/
  message: string
  /**With `too_many_refused`: the first line of the file that was not tried.*/
  line?: number | null
}

/** A line of the file that was not imported, or not wholly. It holds nothing of the line itself. */
export interface ContactImportLine {
  /** The line number in the file, starting at 1. */
  line: number
  /** The rule that it broke. The list grows. With `suppressed` and `unsubscribed` the contact is saved and not subscribed. */
  code: string
  /** The header of the column that it is about. */
  column: string | null
  /** The rule in words. */
  message: string
}

export interface ContactImportList {
  data: Array<ContactImport>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** `running` also while it waits for its turn. `failed`: it could not go on, for the reason in `error`. What was imported by then stays. */
export type ContactImportStatus = 'running' | 'completed' | 'failed' | 'cancelled'

/** What `upsertContact` takes as its body, without the `project_id`. What is wrong with it rejects this contact alone. */
export interface ContactInBatch {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** For people, in any language. Null removes it. */
  name?: string | null | undefined
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /**
   * Whether the contact gets no mail of the project's campaigns and automations. Transactional mail still goes, and subscriptions to lists
   * stay as they are. True again keeps the first `unsubscribed_at`.
   */
  unsubscribed?: boolean | undefined
}

export interface ContactList {
  data: Array<Contact>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** A contact who had opted out of the project's campaigns and automations and wants them again. */
export interface ContactResubscribedData {
  /** A contact. */
  contact_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** The page of the link, or a request to the API. */
  source: 'page' | 'api'
  /** The campaign whose link was used, where it was one. */
  campaign_id: string | null
  /** The automation whose link was used, where it was one. */
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
  /** Names the topic within its project. It never changes. */
  key: string
  name: string
  /** What the contact has chosen, or else the default of the topic. */
  subscribed: boolean
  /** When the contact chose. Null where it has chosen nothing. */
  chosen_at: string | null
}

/** A contact who wants mail of a topic, or does not want it any more. */
export interface ContactTopicChangedData {
  /** A contact. */
  contact_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** Names the topic within its project. It never changes. */
  topic: string
  subscribed: boolean
  /** As in `TopicConsent`: your own words or `api`, or else `page` or `one_click`. */
  source: string
  /** The campaign whose link was used, where it was one. */
  campaign_id: string | null
  /** The automation whose link was used, where it was one. */
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

/** What a contact wants of the topics of its project. */
export interface ContactTopics {
  /** A contact. */
  contact_id: string
  /** Since when the contact gets no mail of campaigns and automations at all, whatever its topics. Null where it gets them. */
  unsubscribed_at: string | null
  /** All topics of the project, the oldest first. */
  topics: Array<ContactTopic>
}

/** A contact who wants no mail of the project's campaigns and automations any more. */
export interface ContactUnsubscribedData {
  /** A contact. */
  contact_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** The page of the link, a mail program (RFC 8058), a request to the API, or a step of an automation. */
  source: 'page' | 'one_click' | 'api' | 'automation'
  /** The campaign whose link was used, where it was one. */
  campaign_id: string | null
  /** The automation whose link was used, or whose step it was. Null where it was none. */
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
  /** For people. */
  name: string
  /** A project. */
  project_id?: string | undefined
  /**
   * What the key may do. A project key takes `messages:send`, `reports:read` and `contacts:*`.
   * `suppressions:*` acts across the whole workspace and needs `privileged: true` as well.
   */
  scopes: ReadonlyArray<Scope>
  restrictions?: ApiKeyRestrictions | undefined
  /** Say yes to issuing a key that can suppress recipients for the whole workspace. */
  privileged?: boolean | undefined
}

export interface CreateAutomationRequest {
  /** A project. */
  project_id: string
  /** For people, in any language. Recipients do not see it. */
  name: string
  trigger: AutomationTrigger
  entry_rule?: SegmentRule | undefined
  reentry?: AutomationReentry | undefined
  /** What ends a run wherever it is. Events and lists end it at once, rules before its next step. */
  exit_on?: ReadonlyArray<AutomationExit> | undefined
  sender?: AutomationSender | undefined
  /** One after another. At most 100 in all, those inside of others included, and 5 levels deep. */
  steps: ReadonlyArray<AutomationStep>
}

export interface CreateAutomationVersionRequest {
  trigger: AutomationTrigger
  entry_rule?: SegmentRule | undefined
  reentry?: AutomationReentry | undefined
  /** What ends a run wherever it is. Events and lists end it at once, rules before its next step. */
  exit_on?: ReadonlyArray<AutomationExit> | undefined
  sender?: AutomationSender | undefined
  /** One after another. At most 100 in all, those inside of others included, and 5 levels deep. */
  steps: ReadonlyArray<AutomationStep>
}

export interface CreateCampaignRequest {
  /** A project. */
  project_id: string
  /** For people, in any language. Recipients do not see it. */
  name: string
  template: CampaignTemplate
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** Where answers go. Absent is as the template says, and an empty list is as absent. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /**
   * Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without one
   * gets the contact's property of that name, then the template's default.
   */
  variables?: { [key: string]: any; } | undefined
  audience?: CampaignAudience | undefined
  /** The max number of mails that are queued in an hour. Null or absent is as many as can be delivered. */
  rate_per_hour?: number | null | undefined
  /** A label of your own, to search and count by. */
  category?: string | undefined
  /** How late it may start, in seconds. Where the service is away for longer, it is paused instead. Defaults to 3,600. */
  max_delay_seconds?: number | undefined
  /**
 * The key of the topic that the mail is of. Contacts that do not want it are left out, and its link to unsubscribe ends that topic alone.
 * Null or absent is none.
 */
  topic?: string | null | undefined
}

export interface CreateDeletionRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** A project. */
  project_id?: string | undefined
}

export interface CreateDomainRequest {
  /** A domain such as `shop.example`, in any script. It is kept as its A-labels (`xn--…`) in lower case. */
  name: string
  /** Whether mail is signed with an Ed25519 key too. */
  ed25519?: boolean | undefined
  /**
   * What stands before the domain in the name of its own return path, such as `bounces` in `bounces.shop.example`: a
   * label of the DNS, or several with dots between them. It is kept in lower case, and is `bounces` where nobody has
   * said otherwise.
   */
  return_path_label?: string | undefined
}

export interface CreateInboundRouteRequest {
  /** A project. */
  project_id: string
  /** For people, in any language. */
  name: string
  /**
   * The addresses that a route takes mail for: one address, `support+*@domain` for whatever follows the plus, or `*@domain` for the
   * rest of the domain. The most specific route takes a message. Case does not matter.
   */
  recipient: string
  /** A route that is not enabled refuses its mail with 550. */
  enabled?: boolean | undefined
  /** What becomes of automatic mail. See `InboundAutomaticHandling`. */
  automatic?: 'deliver' | 'keep' | 'drop' | undefined
  /** Whether mail that does not pass DMARC is refused with 550. Not looked at while live mail goes to the sink. */
  require_dmarc?: boolean | undefined
  /** Whose mail is refused with 550, by the sender of the envelope or of the message. */
  block?: ReadonlyArray<string> | undefined
  /** How long messages are kept, in days. Null is as long as the workspace's retention window, and no message is kept longer than that. */
  retain_days?: number | null | undefined
}

export interface CreatePasskeyRequest {
  /** A registration of a passkey that has begun. */
  registration_id: string
  /** What the user calls it. */
  name: string
  credential: CreatedPasskeyCredential
}

export interface CreatePasskeySessionRequest {
  /** A challenge to sign in with a passkey. */
  challenge_id: string
  credential: UsedPasskeyCredential
}

export interface CreateProjectRequest {
  /** For people. */
  name: string
  /** Mail of a test project goes to the bundled sink. */
  environment?: 'live' | 'test' | undefined
  tracking?: TrackingChoice | undefined
  pages?: ProjectPagesChoice | null | undefined
}

export interface CreateProviderSessionRequest {
  browser_key: string
  /** The query of the address that the provider has sent the browser back to, without the `?`. */
  query: string
}

export interface CreateSegmentRequest {
  /** A project. */
  project_id: string
  /** For people, in any language. */
  name: string
  rule: SegmentRule
}

export interface CreateSessionRequest {
  /** What follows `#` in the link of a sign-in mail. */
  token: string
}

export interface CreateSignInAuthorizationRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
}

export interface CreateSignInLinkRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
}

export interface CreateSubscriberListRequest {
  /** A project. */
  project_id: string
  /** What subscribers know it by. It stands on the pages that they confirm and unsubscribe on. */
  name: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email: string
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  confirmation?: ConfirmationMail | undefined
}

export interface CreateSuppressionRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** A `SuppressionReason`. An erasure is asked for by `POST /v1/compliance/deletions`. */
  reason?: 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | undefined
  /** One line for people. */
  note?: string | undefined
}

export interface CreateTemplateRequest {
  /** The project whose sends can name it. Null or absent is every project of the workspace. */
  project_id?: string | null | undefined
  /** For the people of the workspace. Recipients never see it. */
  name: string
  kind?: TemplateKind | undefined
  /** The subject, in Liquid. Nothing in it is escaped. */
  subject?: string | undefined
  /** The HTML body, in Liquid. Every value is escaped; the filter `raw` leaves a value as it is. */
  html?: string | undefined
  /** The plain-text body, in Liquid. Nothing in it is escaped. Without it, the text is made from the rendered HTML. */
  text?: string | undefined
  /** What an inbox shows beside the subject, in Liquid. It is hidden in the HTML body. */
  preheader?: string | undefined
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** Where answers go, for sends that do not say. An empty list is as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /**
   * The names that the content may use, each once, with their defaults at most 64 kB of JSON. Content that uses another name
   * is refused. `contact` and the words of Liquid, such as `empty`, cannot be declared.
   */
  variables?: ReadonlyArray<TemplateVariable> | undefined
  /** The content in further languages, by language tag (BCP 47). */
  locales?: { [key: string]: TemplateLocale; } | undefined
  /**
   * Whether the rules of `<style>` are written into the `style` attributes of the elements, once for the version. Media
   * queries, fonts and the like stay in `<style>`. Defaults to true. Nothing is ever fetched.
   */
  inline_css?: boolean | undefined
}

export interface CreateTopicRequest {
  /** A project. */
  project_id: string
  /** Names the topic within its project. It never changes. */
  key: string
  /** What contacts know it by. It stands on the page that they unsubscribe on. */
  name: string
  /** What contacts get, in a sentence. Null is none. */
  description?: string | null | undefined
  /** Whether a contact that has chosen nothing gets it. Defaults to true. */
  default_subscribed?: boolean | undefined
  /** The name and the description in other languages, by language tag. */
  translations?: { [key: string]: TopicTranslation; } | undefined
}

export interface CreateUserRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  name?: string | undefined
  role: UserRole
  /** Send a mail with a link to sign in. */
  send_link?: boolean | undefined
}

export interface CreateWebhookReceiverRequest {
  /** The HTTP status of its replies. A status that is not 2xx shows how a subscription fares when its endpoint fails. */
  reply_status?: number | undefined
}

export interface CreatedApiKey {
  api_key: ApiKey
  /**
   * The key itself. It is shown in this one reply and cannot be read again. A repeated request with the same
   * idempotency key gets it again within 10 minutes of the first reply; null in a later replay.
   */
  secret: string | null
  secret_withheld?: SecretWithheld | null
}

/** What `toJSON()` of the credential returns (WebAuthn, `RegistrationResponseJSON`). Further fields are let be. */
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
  /** The session's token, for `Authorization: Bearer`. It is shown in this one reply. Null where the session is in a cookie. */
  token: string | null
}

export interface DeclaredVariable {
  name: string
  type: TemplateVariableType
  required: boolean
  /** The value where a send gives none. Null where there is no default. */
  default: any | null
}

/** A refusal for now, or a mail that has to wait. */
export interface DeferralData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  category: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
  /** The number of the attempt that was refused; where it waits, of the one that it waits for. */
  attempt: number
  reply: SmtpReply | null
  class: BounceClass | null
  error: string | null
  next_attempt_at: string
  /**
   * Null where an attempt was refused. Otherwise none was made: `reply`, `class` and `error` are null, and the event
   * comes once until there is an attempt. Events that were recorded by earlier versions of the service lack it.
   */
  waiting_for?: WaitingFor | null
}

/** The erasure of one address. It never names it. */
export interface Deletion {
  /** The erasure of an address. */
  id: string
  /** `running`: goes on by itself. Deliveries that are in the middle of an SMTP session are waited for. */
  status: 'running' | 'completed'
  /** The project it is held to; null is the whole workspace. */
  project_id: string | null
  created_at: string
  completed_at: string | null
  erased: ErasedCounts
}

export interface DeletionList {
  data: Array<Deletion>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface DeletionPreview {
  /** The project it would be held to; null is the whole workspace. */
  project_id: string | null
  found: FoundCounts
}

export interface DeliveryAttempt {
  /** When the attempt ended, or its report came. */
  at: string
  outcome: 'delivered' | 'deferred' | 'bounced' | 'failed'
  via: OutcomeSource | null
  reply: SmtpReply | null
  class: BounceClass | null
  /** What failed, or a note about the attempt, when no SMTP reply explains it. */
  error: string | null
  server: AttemptServer | null
  tls: AttemptTls | null
  /**
   * How long the attempt took, in milliseconds: from looking up the destination to the outcome, without the time
   * that it waited for its turn. Null where it ended before its turn, where it is a report, and where it was
   * recorded by version 0.1.0 of the service.
   */
  duration_ms: number | null
  /**
   * The SMTP dialogue, line by line. `C: ` begins a line of the service, `S: ` a line of the server, and `* ` what
   * happened beside that, such as a new connection or its encryption. Instead of the message there is one line with
   * its size, and credentials are not in it. A connection that carries several messages has its beginning in the
   * attempt that opened it. At most 4,096 bytes of UTF-8: lines that are left out of the middle have a line in their
   * place, and a line that was cut ends with `…`.
   *
   * Only `GET /v1/message-logs/{id}` has it; in lists it is null. Kept for 24 hours where the attempt delivered, and
   * otherwise as long as the log. Null where nothing was said or is kept any more.
   */
  conversation: string | null
  source: AttemptSource | null
}

/** What an attempt to deliver to one recipient came to. */
export interface DeliveryData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  category: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
  /** The number of this attempt, starting at 1. */
  attempt: number
  via: OutcomeSource | null
  reply: SmtpReply | null
  class: BounceClass | null
  /** Whether the address is suppressed from now on because of this; false where it was delivered. */
  suppressed: boolean
  /** What failed, or a note about the delivery, when no SMTP reply explains it. */
  error: string | null
}

/**
 * `inline` shows the part within the HTML body, which names it as `cid:` and its `content_id`. The default
 * is `inline` where there is a `content_id` and `attachment` otherwise.
 */
export type Disposition = 'attachment' | 'inline'

/** Why the next step is too early. */
export interface DmarcBlocker {
  /**
   * `too_few_messages`, `aligned_share_too_low` and `unexplained_source` are about the evidence; `not_checked`: the domain's DNS
   * was not looked up yet; `record_broken`: its DMARC record has to be mended first. The list grows.
   */
  code: 'too_few_messages' | 'aligned_share_too_low' | 'unexplained_source' | 'not_checked' | 'record_broken'
  /** What is in the way and what to do. */
  message: string
}

/** What receivers did, in messages. */
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

/** What receivers reported for the last 14 days and for today, by whole days in UTC. */
export interface DmarcEvidence {
  since: string
  until: string
  reports: number
  /** Who sent them, those with the most reports first, ten at most. */
  reporters: Array<string>
  /** Messages from all sources, except those reviewed as unauthorized. */
  messages: number
  /** Messages that passed DMARC. */
  aligned: number
  /** Rounded down to three places; null where there was no message. */
  aligned_share: number | null
  dkim_aligned: number
  spf_aligned: number
  /** Messages from sources that were reviewed as unauthorized. */
  unauthorized: number
  /** Those that block the ramp, the largest first, ten at most. */
  unexplained_sources: Array<DmarcUnexplainedSource>
}

export interface DmarcRamp {
  /** A sending domain. */
  domain_id: string
  domain: string
  /** When the domain was created. */
  domain_created_at: string
  /** Null where no DMARC record is in effect. */
  stage: 'monitor' | 'quarantine_testing' | 'quarantine' | 'reject_testing' | 'reject' | null
  /** Null at the end of the ramp. */
  next_stage: 'monitor' | 'quarantine_testing' | 'quarantine' | 'reject_testing' | 'reject' | null
  /** Whether the next step can be taken now. False at the end of the ramp. */
  ready: boolean
  blockers: Array<DmarcBlocker>
  /**
   * The record in effect as the last check found it. Its name is that of a domain above where that one's policy covers this
   * domain. Null where there is none.
   */
  current_record: DmarcDnsRecord | null
  /** The record to publish for the next stage; null at the end of the ramp. */
  next_record: DmarcDnsRecord | null
  evidence: DmarcEvidence
}

export interface DmarcRampList {
  data: Array<DmarcRamp>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** An address that sends as one of your domains, with what receivers reported of it. */
export interface DmarcSource {
  /** A source of mail that DMARC reports name. */
  id: string
  /** A sending domain. */
  domain_id: string
  domain: string
  /** IPv4, or IPv6 as RFC 5952 writes it. */
  address: string
  /** The name of the address by reverse DNS, where that name leads back to it; null where none is known (yet). */
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
  /** The beginning of the first report that names it. */
  first_seen_at: string
  /** The end of the last report that names it. */
  last_seen_at: string
  review: 'authorized' | 'unauthorized' | null
  review_note: string | null
  reviewed_at: string | null
}

/**
 * `ours`: an address that this service sends from. `forwarded`: another address, with mail whose DKIM signature by this service
 * still holds. `aligned`: another sender whose mail passes DMARC, so that you have authorized it by your DNS. `unexplained`: anything
 * else: a sender that you have forgotten, or somebody who pretends to be you.
 */
export type DmarcSourceKind = 'ours' | 'forwarded' | 'aligned' | 'unexplained'

export interface DmarcSourceList {
  data: Array<DmarcSource>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

/** A source that turned up within the evidence's time and that nobody can explain. */
export interface DmarcUnexplainedSource {
  /** A source of mail that DMARC reports name. */
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
  /** Whether the operator vouches for it, so that it is `verified` whatever its records say. */
  vouched: boolean
  created_at: string
  /** When it was verified last. */
  verified_at: string | null
  /** Of a degraded or failed domain. */
  degraded_since: string | null
  /** When a degraded domain fails, if nobody mends it. */
  fails_at: string | null
  /** When it was checked last. */
  checked_at: string | null
  /** When the service checks it by itself. */
  next_check_at: string
  dkim_keys: Array<DomainDkimKey>
  records: Array<DomainRecord>
  return_path: DomainReturnPath
}

export interface DomainDegradedEvent {
  /** An event. */
  id: string
  type: 'domain.degraded'
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Null: a domain is the workspace's. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: DomainStatusData
}

/** A key that signs the domain's mail, will or did. */
export interface DomainDkimKey {
  selector: string
  algorithm: 'rsa' | 'ed25519'
  /**
   * `pending`: signs once its record is found. `active`: signs. `retiring`: signs no more; leave its record until
   * `retires_at`.
   */
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
  /** Null: a domain is the workspace's. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: DomainStatusData
}

export interface DomainList {
  data: Array<Domain>
  /** Whether older rows follow. */
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

/** A DNS record that has to do with the domain, what it should be and what was found. */
export interface DomainRecord {
  kind: DomainRecordKind
  /**
   * `required`: without it the domain is not verified. `recommended`: receivers ask for it, or mail fares better
   * with it. `optional`: worth a thought. DMARC is recommended until the domain has sent more than 1,000 mails to
   * one mailbox provider in a day, and required from then on.
   */
  need: 'required' | 'recommended' | 'optional'
  type: 'TXT' | 'MX' | 'CNAME'
  /** Where it stands in the DNS. */
  name: string
  /** The DKIM selector; null for other kinds. */
  selector: string | null
  /**
   * What to publish, an MX as `10 mail.example` and a CNAME as the name that it leads to; null where that is yours
   * to say. A TXT record longer than 255 octets is published in several strings.
   */
  expected: string | null
  /** The records found at that name as of the last check, the strings of each joined. */
  found: Array<string>
  status: DomainRecordStatus
  /** A stable code of what is wrong, such as `dkim_key_mismatch`. The list grows. */
  problem: string | null
  /** What to do, in a sentence; null where there is nothing to do. */
  advice: string | null
}

/**
 * `dkim`: the public key that signatures are checked by (RFC 6376). `spf`: who may send from the return path's
 * domain (RFC 7208). `return_path_mx`: where bounces come back to. `return_path`: the domain's own return path, by
 * which SPF aligns. `dmarc`: the domain's policy (RFC 9989). `dmarc_reports`: that the address in it takes reports
 * for other domains (RFC 9990). `mta_sts`, `tls_rpt`: that mail to the domain is sent encrypted, and reports about
 * it (RFC 8461, RFC 8460). `bimi`: the logo that mailboxes show.
 */
export type DomainRecordKind = 'dkim' | 'spf' | 'return_path_mx' | 'dmarc' | 'dmarc_reports' | 'mta_sts' | 'tls_rpt' | 'bimi' | 'return_path'

/**
 * `ok`: as it should be. `missing`: the DNS says that there is none. `wrong`: there is one, and it does not do.
 * `unknown`: the DNS gave no answer, so nobody can tell. `unchecked`: it was not looked for yet. `not_needed`: with
 * this service's settings it is not looked for, as with mail that stays in the sink.
 */
export type DomainRecordStatus = 'ok' | 'missing' | 'wrong' | 'unknown' | 'unchecked' | 'not_needed'

/**
 * The domain's own return path: the domain of the envelope sender that its mail leaves with, so that SPF aligns with
 * the From field (RFC 9989). Its record is the one of the kind `return_path`.
 */
export interface DomainReturnPath {
  /** What stands before the domain in its name. */
  label: string
  /** Its name: the label and the domain. */
  domain: string
  status: ReturnPathStatus
  /** Since when it is `active` or `broken`; null for the others. */
  since: string | null
}

export interface DomainRule {
  code: DomainRuleCode
  /** `enforced`: mail that breaks the rule does not leave. `warned`: it leaves, and providers may refuse it or put it into spam. */
  enforcement: 'enforced' | 'warned'
  status: DomainRuleStatus
  /** What holds or does not. May change at any time. */
  message: string
  /** What to do where the rule is broken or could be. May change at any time. */
  advice: string | null
}

/**
 * `dkim`: mail is signed as the domain. `spf`: SPF passes, and aligns with the domain. `dmarc`: the domain has a policy of at
 * least `p=none`. `reverse_dns`: the addresses that mail leaves from have names that lead back to them. `tls`: mail leaves
 * encrypted. `one_click`: links to unsubscribe work by one click, over https (RFC 8058). `unsubscribe_link`: mail to many shows
 * the link in its body and has `List-Unsubscribe` and `List-Id`. `spam_rate`: fewer than 0.1 % of the recipients complain, and
 * never 0.3 %. `sender_domain`: the domain is not a mailbox provider's.
 */
export type DomainRuleCode = 'dkim' | 'spf' | 'dmarc' | 'reverse_dns' | 'tls' | 'one_click' | 'unsubscribe_link' | 'spam_rate' | 'sender_domain'

/**
 * `holds`: the domain's mail keeps the rule. `broken`: it does not; `advice` says what to do. `unknown`: nobody can tell yet.
 * `not_needed`: the rule is nobody's here, as for mail that stays in the sink.
 */
export type DomainRuleStatus = 'holds' | 'broken' | 'unknown' | 'not_needed'

export interface DomainRules {
  /** A sending domain. */
  domain_id: string
  /** As A-labels in lower case. */
  domain: string
  /**
   * Since when the domain has sent more than 1,000 mails to one mailbox provider in a day, so that DMARC is required of it; null
   * where it has not. It stays so.
   */
  bulk_sender_since: string | null
  /** The most mails that one mailbox provider has taken on a day of the last 30. */
  most_mails_to_a_provider: number
  /** In the order of the codes. */
  rules: Array<DomainRule>
}

/**
 * `pending`: not verified yet. `verified`: every required record is there. `degraded`: a required record of a
 * verified domain is missing or wrong; mail still goes out, until `fails_at`. `failed`: that lasted 24 hours; live
 * projects cannot send from it until a check finds everything again. Mail may be sent from `verified` and `degraded`
 * domains.
 */
export type DomainStatus = 'pending' | 'verified' | 'degraded' | 'failed'

/** A domain whose status has changed. */
export interface DomainStatusData {
  /** A sending domain. */
  domain_id: string
  name: string
  status: DomainStatus
  previous_status: DomainStatus
  /** When it fails if nobody mends it. */
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
  /** Null: a domain is the workspace's. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: DomainStatusData
}

/**
 * How often this recipient looked at the mail and followed its links, as far as that is known. Null where the mail
 * is not tracked.
 */
export interface Engagement {
  /** Loads of the image that may be a person's. */
  opens: number
  first_opened_at: string | null
  /** Followed links that may be a person's doing. */
  clicks: number
  first_clicked_at: string | null
  /** Loads by proxies and scanners, and those that came too early for a person. */
  machine_opens: number
  /** The same of followed links. */
  machine_clicks: number
}

/** The environment of the project. Mail of a test project goes to the bundled sink. */
export type Environment = 'live' | 'test'

/** How many of each kind were erased, deleted or made anonymous, so far. */
export interface ErasedCounts {
  contacts: number
  contact_events: number
  subscriptions: number
  /** Erased consents. A time and a keyed hash of each remain, as proof. */
  consents: number
  /** Message logs that remain, without the address and the name. */
  message_logs: number
  /** Erased message bodies, with their subjects and metadata. */
  message_bodies: number
  attachments: number
  /** Queued or scheduled deliveries that were cancelled. */
  cancelled: number
  /** Events that remain, without the address and the name. */
  events: number
  /** Webhook deliveries whose recorded replies named the address. */
  webhook_deliveries: number
  /** Suppressions that now hold a keyed hash instead of the address. */
  suppressions: number
  /** Erased counters of consecutive bounces. */
  soft_bounces: number
  /** Erased replies that were stored for idempotency keys. */
  kept_replies: number
  /** Deleted inbound messages: those with the address in their envelope, or in From, Reply-To, To or Cc. */
  inbound_messages: number
  /** Deleted choices of topics. */
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
  /**
   * The rule that it broke, as `rule` has it, but for the rules that are keywords of JSON Schema, which stand here in
   * camelCase: `minItems` for `min_items`. Use `rule` in new programs.
   */
  code: string
  rule?: ErrorRule
  /** What is wrong, worded to follow the name of the field. May change at any time. */
  message: string
  /** In a template: the line of the mistake. */
  line?: number
  /** In a template: the column of the mistake. */
  column?: number
  /** In a template: the variable that the mistake is about. */
  variable?: string
  /** In a template: the layout or partial that has the mistake, where it is not the template itself. */
  template_id?: string
  /** With `webhook_exists_similarly`: the subscription that has a similar `url`. */
  webhook_id?: string
}

export interface ErrorError {
  code: ErrorCode
  /**For people. May change at any time.*/
  message: string
  /** A request. */
  request_id: string
  /**Up to 20 mistakes at once. Present when the request failed validation, and with `webhook_exists_similarly`.*/
  details?: Array<ErrorDetail>
}

/**
 * The rule that a refused value broke. The list grows in version 1; treat one that you do not know as a refusal of
 * its value without a named reason.
 *
 * `additional_properties`: The operation has no field or parameter of this name. `address`: The text is not an IP
 * address. `address_refused`: The URL leads to an address that is not on the public internet. `base64`: The text
 * is not base64 with its padding. `beyond_retention`: The rule looks further back than events are kept.
 * `block_position`: A block of a template stands where none can stand, or twice. `characters`: The text has
 * characters that are not allowed there, such as control characters. `cidr`: The text is not an IP address or a
 * range of them. `column`: A column is named that the file does not have. `columns`: The columns of the file do
 * not fit together, or one is missing. `conflict`: Two values contradict each other. `const`: The value is another
 * than the only one there is. `contact`: It needs either an existing contact or one that is described, not both.
 * `content`: The content is not of the type that it is said to be. `credentials`: The URL has a user or a
 * password. `cursor`: The cursor is none that the service gave for this list. `cycle`: Segments name each other in
 * a circle. `depth`: The value is nested too deeply. `disabled`: What it names is switched off. `domain`: The text
 * is not a domain name, or not one that is allowed there. `domain_not_verified`: The domain is not a verified one
 * of the workspace. `duplicate`: The value occurs twice where it has to be unique. `empty`: The text has no
 * visible character. `encoding`: A query parameter or a file is in an encoding that the service does not read.
 * `enum`: The value is none of those that there are. `environment`: The environment is another than that of the
 * project. `exclusive`: Two parameters are given that exclude each other. `forbidden_header`: The service writes
 * this header itself, or the header would do harm. `format`: The text does not have its format, such as that of an
 * e-mail address or a time. `fragment`: The URL has a fragment. `host`: The URL has no valid host name.
 * `ip_address`: The text is not an IP address. `label`: The text is not one label of a domain name.
 * `layout_position`: A template does not begin with its layout, or has two. `limit_exceeded`: The template takes
 * more time or memory than a render may. `line_break`: The text would have a line break once it is rendered.
 * `mailbox_provider`: The domain belongs to a mailbox provider. `max_items`: The list has too many items.
 * `max_length`: The text has too many characters. `max_properties`: The object has too many fields. `maximum`: The
 * number is too large. `media_type`: The text is not a media type, or not one that is allowed. `metadata_key`:
 * `metadata_value` is given without `metadata_key`. `min_items`: The list has too few items. `min_length`: The
 * text has too few characters, or none. `min_properties`: The object has too few fields. `minimum`: The number is
 * too small. `missing_argument`: The template uses a partial without a value that the partial needs.
 * `missing_variable`: The template uses a variable that has no value. `no_provider`: The address does not answer
 * as an OpenID provider. `no_words`: The search has neither a letter nor a digit. `not_allowed`: The value is not
 * allowed together with another one. `not_found`: It names something that does not exist, or that the credential
 * does not see. `one_of`: Exactly one of several fields belongs there. `out_of_range`: The duration is too short
 * or too long. `outside_block`: A template has content outside of the blocks of its layout. `passkey`: The passkey
 * could not be registered. `past`: The time has passed. `pattern`: The text has characters, or an order of them,
 * that its field does not take. `placeholder`: The text holds a placeholder that is unknown, or lacks one that it
 * needs. `port`: The URL has a port that nothing can listen on. `privileged`: The scope is granted to privileged
 * keys only. `public_suffix`: Anyone can register domains below this one. `range`: The period is empty, too long,
 * or has too many parts. `recipient`: The text is neither an address nor a pattern of addresses. `recipients`:
 * Mail to a list has exactly one recipient in `to`, and no others. `registration`: The registration is unknown,
 * used or too old. `render`: The template cannot be rendered with these values. `required`: The value is missing.
 * `reserved`: The service uses the name itself. `scope`: The scope is none for a key of this kind. `sender`: The
 * text is neither an address nor a domain. `sender_at_mailbox_provider`: The sender is at a mailbox provider.
 * `sender_domain_not_verified`: The domain of the sender is not verified. `similar`: A webhook with a similar URL
 * is there already. `syntax`: The template cannot be read. `taken`: The name is in use already.
 * `template_not_published`: The template, or its version, is not published. `time`: There is no such time.
 * `too_far`: The time lies too far ahead. `too_large`: The content is too large, with all that it uses.
 * `too_long`: The value is too long, also as JSON or once it is rendered. `too_many`: There would be more of them
 * than are allowed. `too_many_words`: The search has too many words. `type`: The value is of another type, such as
 * a number where a text belongs. `undeclared_variable`: The template uses a variable that it does not declare.
 * `unexpected`: The value is for a setting that is not there. `unknown`: It names something that the service does
 * not know. `unknown_argument`: The template gives a partial a value that the partial does not take.
 * `unknown_block`: A template has a block that its layout lacks. `unknown_contact_field`: The template uses a
 * field that no contact has. `unknown_op`: The comparison is none for a value of this type. `unknown_template`: A
 * template names a layout or partial that is not published in the project. `unsubscribe_link_missing`: The body
 * does not show how to unsubscribe. `url`: The text is not a URL that can be used there. `variable_type`: The
 * value of a variable has another type than the template declares. `wider`: The key would be allowed more than
 * before.
 */
export type ErrorRule = 'additional_properties' | 'address' | 'address_refused' | 'base64' | 'beyond_retention' | 'block_position' | 'characters' | 'cidr' | 'column' | 'columns' | 'conflict' | 'const' | 'contact' | 'content' | 'credentials' | 'cursor' | 'cycle' | 'depth' | 'disabled' | 'domain' | 'domain_not_verified' | 'duplicate' | 'empty' | 'encoding' | 'enum' | 'environment' | 'exclusive' | 'forbidden_header' | 'format' | 'fragment' | 'host' | 'ip_address' | 'label' | 'layout_position' | 'limit_exceeded' | 'line_break' | 'mailbox_provider' | 'max_items' | 'max_length' | 'max_properties' | 'maximum' | 'media_type' | 'metadata_key' | 'min_items' | 'min_length' | 'min_properties' | 'minimum' | 'missing_argument' | 'missing_variable' | 'no_provider' | 'no_words' | 'not_allowed' | 'not_found' | 'one_of' | 'out_of_range' | 'outside_block' | 'passkey' | 'past' | 'pattern' | 'placeholder' | 'port' | 'privileged' | 'public_suffix' | 'range' | 'recipient' | 'recipients' | 'registration' | 'render' | 'required' | 'reserved' | 'scope' | 'sender' | 'sender_at_mailbox_provider' | 'sender_domain_not_verified' | 'similar' | 'syntax' | 'taken' | 'template_not_published' | 'time' | 'too_far' | 'too_large' | 'too_long' | 'too_many' | 'too_many_words' | 'type' | 'undeclared_variable' | 'unexpected' | 'unknown' | 'unknown_argument' | 'unknown_block' | 'unknown_contact_field' | 'unknown_op' | 'unknown_template' | 'unsubscribe_link_missing' | 'url' | 'variable_type' | 'wider'

/**
 * An event. Version 1 may add event types: an event of a type that this file does not list is an `OtherEvent`. What
 * a workspace session gets as `inbound.received` is an `InboundReceivedEvent`, too.
 */
export type Event = KnownEvent | InboundReceivedEvent | OtherEvent

export interface EventList {
  data: Array<Event>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

export interface EventRecipient {
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
}

/** What happened. The list grows in version 1; ignore a type you do not know. */
export type EventType = 'message.accepted' | 'message.scheduled' | 'message.deferred' | 'message.delivered' | 'message.bounced' | 'message.failed' | 'message.suppressed' | 'message.cancelled' | 'message.complained' | 'message.unsubscribed' | 'message.opened' | 'message.clicked' | 'subscription.requested' | 'subscription.confirmed' | 'suppression.added' | 'domain.verified' | 'domain.degraded' | 'domain.failed' | 'template.published' | 'contact.unsubscribed' | 'contact.resubscribed' | 'contact.topic_changed' | 'campaign.scheduled' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'automation.published' | 'automation.run_completed' | 'automation.run_failed' | 'automation.notified' | 'inbound.received' | 'webhook.disabled' | 'webhook.test'

export interface ExplainSegmentRequest {
  /** A contact. */
  contact_id: string
}

export interface FollowedEventPage {
  /** The oldest first. */
  data: Array<Event>
  /** Whether there is more to look through at once. */
  has_more: boolean
  /** Pass it as `after` in the next request. */
  next_cursor: string
  window: Window
}

/** How many of each kind there are, counted up to 10,000. */
export interface FoundCounts {
  contacts: number
  contact_events: number
  subscriptions: number
  /** Message logs, which would remain without the address and the name. */
  message_logs: number
  /** Queued or scheduled deliveries, which would be cancelled. */
  cancelled: number
  /** Suppressions, of which a keyed hash would remain. 0 for a project: suppressions are those of the workspace. */
  suppressions: number
  /** Inbound messages with the address in their envelope, or in From, Reply-To, To or Cc. */
  inbound_messages: number
}

/**
 * Why sending is halted: the operator halted it, or bounces passed 5 % or complaints 0.3 % of at least 500
 * live deliveries in 24 hours, or Google has told the operator of a spam rate of 0.3 % or more, or the operator has archived the
 * workspace, which can be read and no longer sends.
 */
export type HaltReason = 'operator' | 'bounce_rate' | 'complaint_rate' | 'archived'

/**
 * What the service holds of this workspace since it was restored from a backup: mail and webhooks that were queued
 * then, and may have been sent since the backup. It waits until the operator of the service releases or drops it;
 * what is new goes as usual, also while `status` is `active`. Null where nothing is held.
 */
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
  /** When the DNS was asked last. */
  checked_at: string | null
  /** What the last check did not find, in a sentence. */
  problem: string | null
}

/** What to publish in the DNS, which proves that the domain is the workspace's. */
export interface IdentityDomainRecord {
  type: 'TXT'
  name: string
  value: string
}

/**
 * `pending`: the record was not found yet. `verified`: it was. `failing`: it was, and is there no more; people with addresses of the
 * domain cannot sign in by the provider.
 */
export type IdentityDomainStatus = 'pending' | 'verified' | 'failing'

/** The OpenID provider by which people of the workspace sign in, such as Keycloak, Okta or Entra ID. */
export interface IdentityProvider {
  /**
   * The provider's issuer, as its own `/.well-known/openid-configuration` names it. It is https, but where the operator allows its
   * address (`POSTSEAL_ALLOWED_PROVIDER_CIDRS`).
   */
  issuer: string
  /** What the provider calls this service. */
  client_id: string
  /** Whether there is a secret. It is never shown. */
  has_client_secret: boolean
  /** The address to register with the provider, exactly as it stands here. */
  redirect_uri: string
  /** The domains whose addresses belong to people of the workspace. */
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
  /** As the sender wrote it. */
  email: string
  name: string | null
}

/** How mail gets here, and what is kept. */
export interface InboundArrival {
  /** The MX records to publish for each domain of a route. */
  mx: Array<InboundMxRecord>
  /** The port of the receiver. Mail servers connect to port 25, which has to lead there. */
  port: number
  /** The domains of the routes, by name. */
  domains: Array<InboundDomain>
  storage: InboundStorage
}

export interface InboundAttachment {
  /** An attachment of an inbound message. */
  id: string
  /** Without folders and control characters. */
  filename: string | null
  /** As the sender says. Do not trust it. */
  content_type: string
  /** In bytes, decoded. */
  size: number
  /** Without angle brackets; HTML names it as `cid:`. */
  content_id: string | null
  disposition: 'attachment' | 'inline'
  /** Of the decoded bytes, in hexadecimal. */
  sha256: string
}

/** Whether the message is by the domains that it names. */
export interface InboundAuth {
  /**
   * Whether the domain of the From field vouches for the message: it passes DMARC, or, where the domain has no DMARC record, SPF or a
   * signature passes for that domain or one of the same organization. True while live mail goes to the sink.
   */
  authenticated: boolean
  spf: InboundSpf
  /** Its signatures, at most 5. */
  dkim: Array<InboundDkim>
  dmarc: InboundDmarc
}

/** As in RFC 8601. `not_checked`: live mail goes to the sink, so mail comes from this machine. */
export type InboundAuthResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'policy' | 'none' | 'temperror' | 'permerror' | 'not_checked'

/**
 * By RFC 3834 and older habits. `none`: written by a person, as far as the header says. `auto_reply`: a vacation notice or the like.
 * `auto_generated`: written by a program. `bounce`: a report of delivery, or without a sender. `list`: a mailing list or newsletter.
 */
export type InboundAutomatic = 'none' | 'auto_reply' | 'auto_generated' | 'bounce' | 'list'

/**
 * What becomes of automatic mail, such as vacation notices, reports and newsletters. `deliver`: the same as of mail by people. `keep`:
 * it is stored, with no event, and starts no automation. `drop`: it is taken and not stored.
 */
export type InboundAutomaticHandling = 'deliver' | 'keep' | 'drop'

/**
 * `permerror` also marks a signature in a header that programs read differently: one with a line that is neither a field nor the
 * continuation of one, with a blank before a colon, or with a NUL, vertical tab, form feed or bare CR. `policy` marks one that leaves out
 * a From or Subject that is shown, or a second field of a kind that it names once; and one with `l=`, SHA-1, a short key or a date that
 * has passed or is to come.
 */
export interface InboundDkim {
  result: InboundAuthResult
  domain: string | null
  selector: string | null
}

export interface InboundDmarc {
  result: InboundAuthResult
  /** The domain of the From field. */
  domain: string | null
  /** `none`, `quarantine` or `reject`; null where the domain has no record. */
  policy: string | null
}

export interface InboundDomain {
  domain: string
  /** How many routes it has. */
  routes: number
  /**
   * `published`: an MX of the domain is this service. `missing`: it has no MX. `other`: its mail goes to other hosts. `unknown`: not
   * looked up, because the DNS gave no answer in time, or live mail goes to the sink.
   */
  mx: 'published' | 'missing' | 'other' | 'unknown'
  /** The hosts of its MX records, by priority. At most 10. */
  found: Array<string>
}

export interface InboundEnvelope {
  /** The sender of the envelope, empty for `<>`. */
  from: string
  /** The recipients of this route. */
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
  /** The decoded bytes. */
  url: string
}

export interface InboundHeader {
  /** As the sender wrote it. */
  name: string
  /** Unfolded, with encoded words decoded. */
  value: string
}

/** The message of ours that it answers. Null where it answers none. */
export interface InboundInReplyTo {
  /** A message. */
  message_id: string
  /** The log of the recipient that answers, where the sender is one. */
  log_id: string | null
  /**
   * `address`: it came to an address that the service made for that message, which nobody else can make up. `header`: its header
   * names that message, as anybody can.
   */
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
  /** The From field. Nobody has checked it; `auth` says what is known. */
  from: Array<InboundAddress>
  to: Array<InboundAddress>
  cc: Array<InboundAddress>
  reply_to: Array<InboundAddress>
  /** Decoded; empty where there is none. */
  subject: string
  /** The Message-ID, with angle brackets. */
  header_message_id: string | null
  /** The Date field. */
  header_date: string | null
  /** Of the message as it came, in bytes. */
  size: number
  /**
   * Whether something is cut here: text or HTML beyond 1 MiB, attachments beyond the hundredth, a header beyond 256 KiB. The message as it
   * came is always whole.
   */
  truncated: boolean
  /** Whether the message could be taken apart. If not, it is there as it came, and the rest is empty. */
  readable: boolean
  auth: InboundAuth
  automatic: InboundAutomatic
  in_reply_to: InboundInReplyTo | null
  /** The contact of the project with the address of the From field. Null where there is none. */
  contact_id: string | null
  attachments: Array<InboundAttachment>
  received_at: string
  /** When it is deleted. */
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
  /** The From field. Nobody has checked it; `auth` says what is known. */
  from: Array<InboundAddress>
  to: Array<InboundAddress>
  cc: Array<InboundAddress>
  reply_to: Array<InboundAddress>
  /** Decoded; empty where there is none. */
  subject: string
  /** The Message-ID, with angle brackets. */
  header_message_id: string | null
  /** The Date field. */
  header_date: string | null
  /** Of the message as it came, in bytes. */
  size: number
  /**
   * Whether something is cut here: text or HTML beyond 1 MiB, attachments beyond the hundredth, a header beyond 256 KiB. The message as it
   * came is always whole.
   */
  truncated: boolean
  /** Whether the message could be taken apart. If not, it is there as it came, and the rest is empty. */
  readable: boolean
  auth: InboundAuth
  automatic: InboundAutomatic
  in_reply_to: InboundInReplyTo | null
  /** The contact of the project with the address of the From field. Null where there is none. */
  contact_id: string | null
  attachments: Array<InboundAttachment>
  received_at: string
  /** When it is deleted. */
  expires_at: string
  /** All fields of the header, in order. */
  headers: Array<InboundHeader>
  /** The plain text. Null where there is none. */
  text: string | null
  /** The HTML, as it came. Never show it in a page of your own without sanitizing it. */
  html: string | null
  /**
   * The text without the quotation of the message that it answers and without a signature, as far as they could be found. `text` has
   * everything. Null where there is no text.
   */
  reply_text: string | null
}

export interface InboundMessageList {
  data: Array<InboundMessage>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

export interface InboundMxRecord {
  priority: number
  host: string
}

/**
 * What a webhook gets of an inbound message. The members are those of `InboundMessage`. The links need no
 * credential. They work for 7 days, or until the message is deleted; the reply is 404 afterwards.
 */
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
  /** The first 32 kB of the plain text. `content_url` has all of it, and the HTML. */
  text: string | null
  /** Whether `text` was cut. */
  text_truncated: boolean
  /** Within the same limit. */
  reply_text: string | null
  attachments: Array<InboundEventAttachment>
  /** The `InboundMessageDetail` as JSON. */
  content_url: string
  /** The message as it came (message/rfc822). */
  raw_url: string
  urls_expire_at: string
  received_at: string
  /** Whether `replayInboundMessage` has sent it again. */
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
  /** With its domain in lower case. */
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
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** What the receiver would answer when the recipient is named. */
export interface InboundRouteTest {
  recipient: string
  accepted: boolean
  /** `no_route`: no route of the workspace takes mail for it. `storage_full`: the workspace keeps as much inbound mail as it may. */
  reason: 'accepted' | 'no_route' | 'route_disabled' | 'sender_blocked' | 'storage_full'
  /** The reply of SMTP, with its codes. */
  reply: string
  route: TestedInboundRoute | null
}

export interface InboundSpf {
  result: InboundAuthResult
  /** The domain of the envelope's sender. */
  domain: string | null
}

export interface InboundStorage {
  /** What the messages of the workspace take. */
  bytes: number
  /** Beyond that, mail is answered 452 until some is gone. */
  max_bytes: number
  messages: number
}

/** What each element of a list can have beside its own properties: its figures. */
export type IncludedPart = 'figures'

/** What narrows the key. Null or empty does not narrow it. */
export interface IssuedRestrictions {
  environment: 'live' | 'test' | null
  ip_cidrs: Array<string>
  sender_domains: Array<string>
  expires_at: string | null
}

export interface KeptAttachment {
  /** As it is sent. */
  filename: string
  /** A media type without parameters. */
  content_type: string
  /** The parameters of the media type, by their names in lower case; empty where it has none. */
  content_type_parameters: { [key: string]: string; }
  content_id: string | null
  disposition: Disposition
  /** In bytes. */
  size: number
  content: string
}

/**
 * `type` determines the shape of `data`. The `webhooks` section of this file uses the same schemas, but for
 * `inbound.received`, of which a webhook gets everything.
 */
export type KnownEvent = MessageAcceptedEvent | MessageScheduledEvent | MessageDeferredEvent | MessageDeliveredEvent | MessageBouncedEvent | MessageFailedEvent | MessageSuppressedEvent | MessageCancelledEvent | MessageComplainedEvent | MessageUnsubscribedEvent | MessageOpenedEvent | MessageClickedEvent | SubscriptionRequestedEvent | SubscriptionConfirmedEvent | SuppressionAddedEvent | DomainVerifiedEvent | DomainDegradedEvent | DomainFailedEvent | TemplatePublishedEvent | ContactUnsubscribedEvent | ContactResubscribedEvent | ContactTopicChangedEvent | CampaignScheduledEvent | CampaignStartedEvent | CampaignPausedEvent | CampaignResumedEvent | CampaignSentEvent | CampaignCancelledEvent | AutomationPublishedEvent | AutomationRunCompletedEvent | AutomationRunFailedEvent | AutomationNotifiedEvent | RetrievedInboundReceivedEvent | WebhookDisabledEvent | WebhookTestEvent

/** At least one of `reply_contains`, `since` and `until` is needed. */
export interface LiftSuppressionsRequest {
  /** Only those whose `reply` has this text in it, compared without case. No character stands for others. */
  reply_contains?: string | undefined
  reason?: BounceSuppressionReason | undefined
  /**
   * Only those whose reply would suppress an address today (true), or would not (false), as in `GET /v1/suppressions/replies`. With
   * false, those without a reply stay.
   */
  still_suppresses?: boolean | undefined
  /** Only those that were created at or after this time. */
  since?: string | undefined
  /** Only those that were created before this time. */
  until?: string | undefined
  /** Lift nothing and say how many would be lifted. */
  dry_run?: boolean | undefined
  /** The most to lift with this request. */
  limit?: number | undefined
  /** The `next_cursor` of the request before. Leave the other properties as they were. */
  cursor?: string | undefined
}

export interface LiftedSuppressions {
  dry_run: boolean
  /** How many suppressions were found to lift. */
  matched: number
  /** How many were lifted. 0 in a dry run. */
  lifted: number
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * Makes the `List-Unsubscribe` and `List-Unsubscribe-Post` headers (RFC 2369, RFC 8058): mail readers show a
 * button that sends a `POST` to the address. Only a `POST` may unsubscribe; scanners follow links.
 */
export interface ListUnsubscribe {
  /** An https address that takes the one-click `POST`. */
  url: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email?: string | undefined
}

/**
 * Why it is not a person's doing: `head` (only the head of the page was asked for), `prefetch` (a browser loaded it
 * ahead), `scanner` (a program that looks into mail or follows links), `proxy` (a service that loads every image for
 * everybody), `early` (so soon after the delivery that nobody has read it). Null where it may be a person's.
 */
export type MachineReason = 'head' | 'prefetch' | 'scanner' | 'proxy' | 'early'

export interface Message {
  /** A message. */
  id: string
  /** A project. */
  project_id: string
  environment: Environment
  status: MessageStatus
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email: string
  from_name: string | null
  subject: string
  category: string | null
  /** Up to 20 pairs of your own, to find the message by. They are not sent. */
  metadata: { [key: string]: string; }
  created_at: string
  scheduled_at: string | null
  /** The subscriber list that it is to; null where it is to none. */
  list_id: string | null
  /** The campaign that it is of; null where it is of none. */
  campaign_id: string | null
  /** The run of an automation that has sent it; null where none has. */
  automation_run_id: string | null
  /**
   * The API key that it was sent with, by HTTP or SMTP. Null for mail of sessions, campaigns and automations, and from before
   * the upgrade that brought this field.
   */
  api_key_id: string | null
  template: MessageTemplate | null
  recipients: Array<Recipient>
}

export interface MessageAcceptedData {
  /** A message. */
  message_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email: string
  subject: string
  category: string | null
  /** Up to 20 pairs of your own, to find the message by. They are not sent. */
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
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
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

/** What was sent, as it was given or rendered. */
export interface MessageContent {
  /** A message. */
  message_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email: string
  from_name: string | null
  to: Array<NamedAddress>
  cc: Array<NamedAddress>
  bcc: Array<NamedAddress>
  reply_to: Array<NamedAddress>
  subject: string
  text: string
  html: string | null
  /**
   * Further header fields. Refused are those that the service writes itself (addresses, subject, dates, ids,
   * MIME, signatures, `Feedback-ID`, `List-Unsubscribe`), and line breaks anywhere.
   */
  headers: { [key: string]: string; }
  list_unsubscribe: MessageContentListUnsubscribe | null
  attachments: Array<KeptAttachment>
  /**
   * What is sent in place of `text`, `html` and `attachments`: the MIME entity (RFC 2045, section 2.4), header
   * fields and body, of a message that was submitted by SMTP signed or encrypted. `text` and `html` are what can
   * be read of it. Null for other messages.
   */
  mime_entity: string | null
  /**
   * SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break, with a zero byte
   * between them and nothing for a missing HTML body. Line breaks at the end of a body do not count. A preview shows
   * the same hash as the message, and so does the mail once it is decoded.
   */
  content_sha256: string
}

/** Null where the send gave none, and where the link is the service's own. */
export interface MessageContentListUnsubscribe {
  url: string
  /**Null where the send gave none.*/
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
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

/** One recipient of one message, and what became of it. */
export interface MessageLog {
  /** One recipient's log of a message. */
  id: string
  /** A message. */
  message_id: string
  /** A project. */
  project_id: string
  environment: Environment
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  recipient_name: string | null
  kind: RecipientKind
  status: RecipientStatus
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email: string
  subject: string
  category: string | null
  /** Up to 20 pairs of your own, to find the message by. They are not sent. */
  metadata: { [key: string]: string; }
  /** When its first attempt is due, where the send said so. */
  scheduled_at: string | null
  /** Every attempt to deliver, the first first. */
  attempts: Array<DeliveryAttempt>
  /** The reply of the last attempt. Null where there was no attempt, or no reply to it. */
  last_reply: SmtpReply | null
  /** When a deferred delivery is tried again. Null where it is held (`waiting_for` is `release`). */
  next_attempt_at: string | null
  created_at: string
  updated_at: string
  delivered_at: string | null
  /** Why it was not sent, where the status is `suppressed`; an `UnsentReason`. */
  suppression_reason: string | null
  /** When the recipient's provider reported that they complained about it. */
  complained_at: string | null
  unverified_complaint: UnverifiedComplaint | null
  /** The campaign that the message is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the message is of; null where it is of none. */
  automation_id: string | null
  /**
   * The API key that the message was sent with, by HTTP or SMTP. Null for mail of sessions, campaigns and automations, and from before
   * the upgrade that brought this field.
   */
  api_key_id: string | null
  engagement: Engagement | null
  stream: Stream
  waiting_for: WaitingFor | null
  /** How often `POST /v1/message-logs/{id}/retry` had it tried again. */
  retries: number
}

export interface MessageLogList {
  data: Array<MessageLog>
  /** Whether older rows follow. */
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

/**
 * Derived from the recipients: `scheduled` and `cancelled` where all of them are, `queued` while any of them
 * waits, then `delivered` (all), `partially_delivered` (some) or `failed` (none).
 */
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

/** The template that it was rendered from; null where the send had a subject and bodies of its own. */
export interface MessageTemplate {
  /** A template. */
  template_id: string
  version: number
  /**The language of the content; null is the default content.*/
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
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** The name shown beside an address, in any language. */
  name?: string | undefined
}

export type NullableUserRole = 'owner' | 'admin' | 'member'

/** The first load of the image in a mail, by a person or by a machine. */
export interface OpenedData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  category: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
  machine: MachineReason | null
  /** What the reader or browser says it is. */
  user_agent: string | null
}

/** The envelope that every event has. For an event of a type that this file does not list, nothing more is known. */
export interface OtherEvent {
  /** An event. */
  id: string
  /** The type of the event. */
  type: string
  created_at: string
  api_version: ApiVersion
  /** A workspace. */
  workspace_id: string
  /** Null where the event is about no project but the workspace. */
  project_id: string | null
  /** The project's; null where the event is about no project and no environment. */
  environment: 'live' | 'test' | null
  data: { [key: string]: any; }
}

/**
 * `smtp`: the receiving server's reply, or its absence. `dsn`: a delivery status notification (RFC 3464) that came
 * back after a server had taken the message. Null where the operator gave the delivery up.
 */
export type OutcomeSource = 'smtp' | 'dsn'

/** The language of the pages. `auto`, which is where a project begins, is the one that the reader's browser asks for. */
export type PageLanguage = 'auto' | 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'pl' | 'sv' | 'da' | 'ja' | 'ar'

/** A key of a device, or of a password manager, that signs a user in. */
export interface Passkey {
  /** A user's passkey. */
  id: string
  /** A user of the workspace. */
  user_id: string
  name: string
  /** Whether the passkey can be on several devices, as those of a password manager are. Otherwise it is lost with its device. */
  synced: boolean
  created_at: string
  /** When it signed its user in last. */
  last_used_at: string | null
}

export interface PasskeyAssertionResponse {
  [key: string]: any | any
  clientDataJSON: string
  authenticatorData: string
  signature: string
  /** Whose passkey it is. The device returns the `user.id` of the registration. */
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

/** The same for everybody. */
export interface PasskeyChallenge {
  /** A challenge to sign in with a passkey. */
  id: string
  /** Until when it can be used, once. */
  expires_at: string
  options: PasskeyRequestOptions
}

/**
 * What `PublicKeyCredential.parseCreationOptionsFromJSON` takes (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`), for
 * `navigator.credentials.create`.
 */
export interface PasskeyCreationOptions {
  /** Bytes in base64url without padding (RFC 4648, section 5). */
  challenge: string
  rp: PasskeyRelyingParty
  user: PasskeyUser
  pubKeyCredParams: Array<PasskeyParameters>
  /** In milliseconds. */
  timeout: number
  /** The passkeys that the user has. A device that has one of them makes no other. */
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
  /** Whether older rows follow. */
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
  /** A registration of a passkey that has begun. */
  id: string
  /** Until when it can be completed, once. */
  expires_at: string
  options: PasskeyCreationOptions
}

export interface PasskeyRelyingParty {
  /** The host of the service. */
  id: string
  name: string
}

/**
 * What `PublicKeyCredential.parseRequestOptionsFromJSON` takes (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`), for
 * `navigator.credentials.get`.
 */
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

/** The campaign, with the number of its mails that were being delivered when it stopped. Those may still arrive. */
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
  /** Null is as the template says. */
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  /**
   * Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without one
   * gets the contact's property of that name, then the template's default.
   */
  variables: { [key: string]: any; }
  audience: AudienceOfCampaign
  rate_per_hour: number | null
  category: string | null
  scheduled_at: string | null
  max_delay_seconds: number
  started_at: string | null
  /** When it was sent or cancelled. */
  completed_at: string | null
  /** How many recipients it has. Null until all are found. */
  audience_total: number | null
  progress: CampaignProgress
  created_at: string
  updated_at: string
  /** How many of its mails were being delivered when it stopped. */
  in_flight: number
  /** The key of the topic that its mail is of. */
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
  /** The project that the template is to be for, which decides what it can use. Null or absent is every project. */
  project_id?: string | null | undefined
  content: TemplateContent
  /**
   * The language asked for (BCP 47). Without content in it the more general tag is tried (`de` for `de-AT`), then the default
   * content. If absent, the `locale` property of the contact is used.
   */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values that the template does not declare are ignored. */
  variables?: { [key: string]: any; } | undefined
  /** A contact. */
  contact_id?: string | undefined
  /** Shows each missing value as its name in brackets, such as `[name]`, in place of an error. */
  fill_missing?: boolean | undefined
}

export interface PreviewTemplateRequest {
  /** A version's number, from 1. */
  version?: number | undefined
  /**
   * The language asked for (BCP 47). Without content in it the more general tag is tried (`de` for `de-AT`), then the default
   * content. If absent, the `locale` property of the contact is used.
   */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values that the template does not declare are ignored. */
  variables?: { [key: string]: any; } | undefined
  /** A contact. */
  contact_id?: string | undefined
  /** Shows each missing value as its name in brackets, such as `[name]`, in place of an error. */
  fill_missing?: boolean | undefined
}

export interface Project {
  /** A project. */
  id: string
  name: string
  environment: Environment
  tracking: Tracking
  created_at: string
  /** Since when nothing new can be sent from it. Null for a project in use. */
  archived_at: string | null
  pages: ProjectPages
}

export interface ProjectList {
  data: Array<Project>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * How the pages look on which recipients of the project's mail confirm, choose and unsubscribe. What is null is as
 * the service has it.
 */
export interface ProjectPages {
  /** The colour of buttons. */
  accent_color: string | null
  /** The sender's name; null where it is the project's. */
  name: string | null
  language: PageLanguage
  /** A `data:` URI. Lists of projects leave it out; the replies about one project have it. */
  logo?: string | null
}

/**
 * How the pages look on which recipients of the project's mail confirm, choose and unsubscribe. What is left out
 * stays as it is; null has all of it, or the part, as the service has it.
 */
export interface ProjectPagesChoice {
  /**
   * The colour of buttons. Their text is black or white, whichever can be read on it; where it stands as a line, or
   * on a dark page, it is made darker or lighter until it can be told apart.
   */
  accent_color?: string | null | undefined
  /** The sender's name, for recipients; null for the project's. */
  name?: string | null | undefined
  language?: PageLanguage | undefined
  /**
   * A `data:` URI of a PNG, JPEG, GIF or WebP image, at most 50 kB. It is shown above the heading, at most 160 by 48
   * pixels of CSS, on white where the page is dark.
   */
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

/**
 * What `Service-Signature` says. `valid`: a secret of the subscription with this `url` has signed these bytes within
 * the five minutes before they came. `invalid`: there is no signature, or none that is right. `unknown`: no
 * subscription of the workspace has this `url`, so there was no secret to verify with.
 */
export type ReceivedSignature = 'valid' | 'invalid' | 'unknown'

export interface Recipient {
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** Null where the send gave none. */
  name: string | null
  kind: RecipientKind
  status: RecipientStatus
}

/** Where the send named this recipient. */
export type RecipientKind = 'to' | 'cc' | 'bcc'

/**
 * `scheduled`: waits for its time. `queued`: waits for its first attempt. `deferred`: refused for now, tried
 * again at `next_attempt_at`. `delivered`: the receiving server took it. `bounced`: the receiving server
 * refused it for good, or took it and reported later that it could not be delivered. `failed`: given up.
 * `suppressed`: not sent, because the workspace suppresses the address. `cancelled`: taken back before its first
 * attempt.
 */
export type RecipientStatus = 'scheduled' | 'queued' | 'deferred' | 'delivered' | 'bounced' | 'failed' | 'suppressed' | 'cancelled'

export interface RecordContactEventByAddressRequest {
  /** A project. */
  project_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What else is to be known of it. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** When it happened; now where it is absent. */
  at?: string | undefined
}

export interface RecordContactEventRequest {
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What else is to be known of it. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** When it happened; now where it is absent. */
  at?: string | undefined
}

export interface RejectedLine {
  /** The line number in the file, starting at 1. */
  line: number
  /** The rule it broke, for programs. The list grows. */
  code: string
  /** The rule in words. */
  message: string
}

export interface RequestSubscriptionRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** The name shown beside an address, in any language. */
  name?: string | undefined
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /** Where the person said so, in your words. */
  source?: string | undefined
  /** The person's IP address, version 4 or 6. */
  ip_address?: string | undefined
  /** The User-Agent of the person's browser. */
  user_agent?: string | undefined
}

/** The same for every address. */
export interface RequestedSignInLink {
  /** As it was given. */
  email: string
  /** How long a link is valid, in seconds. */
  valid_seconds: number
}

export interface RescheduleMessageRequest {
  /** When it is sent; null is now. */
  scheduled_at: string | null
}

/** The campaign, with the number of recipients that are tried again. */
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
  /** Null is as the template says. */
  from_email: string | null
  from_name: string | null
  reply_to: Array<NamedAddress>
  /**
   * Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without one
   * gets the contact's property of that name, then the template's default.
   */
  variables: { [key: string]: any; }
  audience: AudienceOfCampaign
  rate_per_hour: number | null
  category: string | null
  scheduled_at: string | null
  max_delay_seconds: number
  started_at: string | null
  /** When it was sent or cancelled. */
  completed_at: string | null
  /** How many recipients it has. Null until all are found. */
  audience_total: number | null
  progress: CampaignProgress
  created_at: string
  updated_at: string
  /** How many recipients are tried again. */
  retried: number
  /** The key of the topic that its mail is of. */
  topic: string | null
}

/**
 * What was received, as the API returns it. A workspace session gets every member of `InboundReceivedData`. An API
 * key gets the required ones alone: what others have written, their addresses and the links are for sessions, as
 * inbound messages are, and for webhooks.
 */
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
  /** The first 32 kB of the plain text. `content_url` has all of it, and the HTML. */
  text?: string | null
  /** Whether `text` was cut. */
  text_truncated?: boolean
  /** Within the same limit. */
  reply_text?: string | null
  attachments?: Array<InboundEventAttachment>
  /** The `InboundMessageDetail` as JSON. */
  content_url?: string
  /** The message as it came (message/rfc822). */
  raw_url?: string
  urls_expire_at?: string
  received_at: string
  /** Whether `replayInboundMessage` has sent it again. */
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

/** Which of the failed runs. Without any, all. */
export interface RetryAutomationRunsRequest {
  /** A version's number, from 1. */
  version?: number | undefined
  /** Names the step within its version. */
  step_key?: string | undefined
  error_code?: string | undefined
}

/**
 * `active`: the domain's mail leaves with it. `pending`: no check of the verified domain has found its record yet.
 * `broken`: it was found, and the last check that had an answer did not find it; the domain's mail leaves with the
 * return path of the service until it is found again. `not_needed`: mail leaves with the return path of the service
 * in any case, since that one is below the same registered domain, mail stays in the sink, or the name would be too
 * long.
 */
export type ReturnPathStatus = 'active' | 'pending' | 'broken' | 'not_needed'

export interface ReviewDmarcSourceRequest {
  review: 'authorized' | 'unauthorized' | null
  /** For people. Gone where it is left out. */
  note?: string | undefined
}

export interface RotateWebhookSecretRequest {
  /** How long the old secret goes on signing beside the new one. */
  overlap_seconds?: number | undefined
}

export interface SavedWebhook {
  webhook: WebhookSubscription
  /**
   * The new signing secret: `whsec_` and 32 bytes in base64. The key of `Service-Signature` is its text as it stands
   * here, and that of `webhook-signature` is the bytes. It is shown in this one reply and cannot be read again. A
   * repeated request with the same idempotency key gets it again within 10 minutes of the first reply. Null in a
   * later replay, and where no secret was made.
   */
  secret: string | null
  secret_withheld?: SecretWithheld | null
}

export interface ScheduleCampaignRequest {
  /** When it starts, up to a year ahead. Absent is now. */
  scheduled_at?: string | undefined
}

export type Scope = 'messages:send' | 'reports:read' | 'domains:*' | 'webhooks:*' | 'suppressions:*' | 'contacts:*'

/**
 * Why `secret` is null. `shown_before`: this repeats a reply under its idempotency key, and the secret is shown again within
 * 10 minutes of that reply only. `none_made`: the request made no secret; those that there were go on. Null where the secret
 * is there. The list grows in version 1.
 */
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
  /** The ids of the segments, of the campaigns that are not over, and of the automations that are not archived, that use it. */
  used_by: Array<string>
  created_at: string
  updated_at: string
}

/**
 * A field of the contact itself: `email_domain` (in lower case) and `name` are text, `created_at` is a time, `unsubscribed` is
 * true or false.
 */
export interface SegmentContactCondition {
  field: 'email_domain' | 'name' | 'created_at' | 'unsubscribed'
  /**
   * How the value is compared. Every type: `eq`, `ne`, `in` (a list of values), `exists` (`true` or `false`). Numbers: `gt`,
   * `gte`, `lt`, `lte`. Text: `contains`, `starts_with`; case counts. Times: `before`, `after` (a time with its offset, or a day
   * in UTC), `within` (an ISO 8601 duration such as `P30D`: at most that long ago).
   */
  op: string
  value: SegmentValue
}

/** How many contacts it had when it was last counted. Null before that, and once the rule is changed. */
export interface SegmentCount {
  value: number
  exact: boolean
  as_of: string
}

/** How many there must be. Where it is absent, at least one. */
export interface SegmentCountComparison {
  /**
   * How the value is compared. Every type: `eq`, `ne`, `in` (a list of values), `exists` (`true` or `false`). Numbers: `gt`,
   * `gte`, `lt`, `lte`. Text: `contains`, `starts_with`; case counts. Times: `before`, `after` (a time with its offset, or a day
   * in UTC), `within` (an ISO 8601 duration such as `P30D`: at most that long ago).
   */
  op: string
  value: number
}

/** The count that is being made; null where none is. */
export interface SegmentCounting {
  status: 'running' | 'failed'
  /**The contacts that were looked at.*/
  scanned: number
  /**Why it failed, such as `segment_too_costly`.*/
  error: string | null
}

/**
 * How many contacts the rule selects. In a project of fewer than 20,000 contacts it is exact. Above, it is estimated from a
 * random sample: 95 of 100 estimates have the right number between `low` and `high`.
 */
export interface SegmentEstimate {
  value: number
  low: number
  high: number
  exact: boolean
}

/**
 * What the contact did, as recorded by `recordContactEvent`. The newest 1,000 events of the name are looked at, within
 * `within` where it is given.
 */
export interface SegmentEventCondition {
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  count?: SegmentCountComparison | undefined
  /** An ISO 8601 duration of days, hours, minutes and seconds. */
  within?: string | undefined
  /** What the properties of each counted event are like. All must hold. An empty list is as none. */
  where?: ReadonlyArray<SegmentPropertyCondition> | undefined
}

export interface SegmentExplanation {
  /** A segment. */
  segment_id: string
  /** A contact. */
  contact_id: string
  /** Whether the segment has the contact. */
  included: boolean
  /** The time that durations count back from. */
  as_of: string
  /** Every node of the rule in the order of the text, those of other segments included. */
  nodes: Array<SegmentNodeResult>
}

export interface SegmentList {
  data: Array<Segment>
  /** Whether older rows follow. */
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

/**
 * Mail of the project to the contact's address. The newest 1,000 are looked at, at most as far back as the
 * retention. `replied` counts the answers of the contact that inbound routes have taken, when they came in, as long
 * as these are kept; automatic ones do not count, nor those whose sender is not authenticated, unless they came to
 * the reply address of the message and do not fail DMARC. `opened` and `clicked` count messages that a person has
 * opened, or followed a link of; machines do not count. This is a lower bound: readers may load no images, and mail
 * that was not tracked counts as not opened and not clicked. `within` counts back from when the mail was accepted.
 */
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
  /** Why there was nothing to compare, where that is so. */
  reason: 'missing' | 'wrong_type' | null
  /** What the contact has, where the node compares one value or a count. Null where there is none. */
  actual: any | null
}

export interface SegmentPreview {
  estimate: SegmentEstimate
  /** Some of the contacts. */
  sample: Array<Contact>
  /** The contacts that were looked at. */
  scanned: number
  /** How long it took, in milliseconds. */
  ms: number
}

/** A property of the contact or, in `where`, of an event. */
export interface SegmentPropertyCondition {
  name: string
  /**
   * How the value is compared. Every type: `eq`, `ne`, `in` (a list of values), `exists` (`true` or `false`). Numbers: `gt`,
   * `gte`, `lt`, `lte`. Text: `contains`, `starts_with`; case counts. Times: `before`, `after` (a time with its offset, or a day
   * in UTC), `within` (an ISO 8601 duration such as `P30D`: at most that long ago).
   */
  op: string
  value: SegmentValue
}

/** The rule of another segment of the project, as it is when the rule is used. */
export interface SegmentReference {
  /** A segment. */
  segment_id: string
}

/**
 * A condition, or conditions combined: an object with exactly one of these keys. At most 6 levels deep, with at most 50
 * conditions, 10 of them about events or messages, those of other segments included.
 */
export interface SegmentRule {
  /** All of these hold. An empty list is as absent. */
  all?: ReadonlyArray<SegmentRule> | undefined
  /** At least one of these holds. An empty list is as absent. */
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

/** Whether the contact wants a topic of the project. Where it has chosen nothing, the default of the topic counts. */
export interface SegmentTopicCondition {
  /** Names the topic within its project. It never changes. */
  topic: string
  is: 'subscribed' | 'unsubscribed'
}

/**
 * What is compared with. Where the contact has no such value, or one of another type, the condition is false, so `ne` is true:
 * it is always the opposite of `eq`.
 */
export type SegmentValue = string | number | boolean | ReadonlyArray<SegmentScalar>

/**
 * Either `subject` with `text`, `html` or both, or `template` in place of the three. Where there is `html` alone, the
 * service makes the text from it. `from_email` is required unless the template has a sender.
 */
export interface SendMessageRequest {
  /** A project. */
  project_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /**
   * The recipients. `to`, `cc` and `bcc` together hold each address once and at most 50. Each recipient gets
   * a delivery and a message log of its own; those in `to` and `cc` stand in the message's headers.
   */
  to: ReadonlyArray<NamedAddress>
  cc?: ReadonlyArray<NamedAddress> | undefined
  /** Recipients that no header names. */
  bcc?: ReadonlyArray<NamedAddress> | undefined
  /** Where answers go, if not to the sender. An empty list is as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /**
   * The inbound route of the project that takes the answers, in place of `reply_to`. The message gets a Reply-To
   * address of its own, by which an answer is known to be one to this message. The route has to be enabled.
   */
  reply_route_id?: string | undefined
  template?: TemplateReference | undefined
  /** One line of text in any language. Required without `template`. */
  subject?: string | undefined
  /** The plain-text body. Required without `template`. */
  text?: string | undefined
  /** The HTML body, sent beside the plain text. */
  html?: string | undefined
  attachments?: ReadonlyArray<Attachment> | undefined
  /**
   * Further header fields. Refused are those that the service writes itself (addresses, subject, dates, ids,
   * MIME, signatures, `Feedback-ID`, `List-Unsubscribe`), and line breaks anywhere.
   */
  headers?: { [key: string]: string; } | undefined
  list_unsubscribe?: ListUnsubscribe | undefined
  /**
   * The subscriber list that this mail is to, one of the message's project. It then has one recipient, in `to`, and
   * goes out only while that one's subscription is confirmed; otherwise the log says `suppressed`, for the reason
   * `not_confirmed`. The service writes the `List-Unsubscribe` headers, so `list_unsubscribe` is left out. Put
   * `unsubscribe_url` of the subscription into HTML and text: mail without it is refused (422,
   * `unsubscribe_link_missing`), as mailbox providers demand it.
   */
  list_id?: string | undefined
  /** A label of your own, to search and count by. */
  category?: string | undefined
  /** Up to 20 pairs of your own, to find the message by. They are not sent. */
  metadata?: { [key: string]: string; } | undefined
  tracking?: TrackingChoice | undefined
  /**
   * `bulk` where it is one of many that nobody has asked for, such as a newsletter of your own, so that it leaves
   * by the sources for such mail; `transactional` where it is absent.
   */
  stream?: Stream | undefined
  /**
   * When to send, up to 30 days ahead; at once where it is absent or less than five minutes past. A message
   * can be cancelled until a worker has taken it.
   */
  scheduled_at?: string | undefined
}

/** Whether the workspace may send, and what is watched to decide it. */
export interface SendingStatus {
  status: 'active' | 'halted'
  reason: HaltReason | null
  /** What the operator said about it, or which domain Google complains of. */
  note: string | null
  halted_at: string | null
  /**
   * Since when the operator has ended the links in the workspace's mail: tracked links answer 410 in place of a
   * redirect. Null where they work. Links to unsubscribe always do.
   */
  links_ended_at: string | null
  window: SendingWindow
  held: HeldQueue | null
}

/** What became of live mail in the last 24 hours, or since sending was resumed. */
export interface SendingWindow {
  since: string
  /** Recipients that were delivered to or permanently refused. */
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
  /** Whether it is the session of this request. */
  current: boolean
  user: User
  workspace: SessionWorkspace
  origin: SessionOrigin
  role: UserRole
  program: SessionProgram | null
  /** Where the user signed in from. */
  ip_address: string | null
  /** The browser or program, as it named itself when the user signed in. */
  user_agent: string | null
  created_at: string
  /** May be up to 5 minutes old. */
  last_used_at: string
  /**
   * When it ends if it is not used any more: 7 days after its last use, 30 days after it began at the latest. A program's session ends
   * then whether it is used or not.
   */
  expires_at: string
}

export interface SessionList {
  data: Array<Session>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** How it began: by a sign-in link, minted on the command line, by a passkey, or by an identity provider. */
export type SessionOrigin = 'link' | 'command_line' | 'passkey' | 'provider'

/** What the session of a program, such as a CI job, was given on the command line. Null where a person has signed in. */
export interface SessionProgram {
  /** The name of the actor in the audit log. */
  name: string
  /** The groups of operations that it may use: tags of this contract in lower case, with hyphens. Empty is any that its role may use. */
  only: Array<string>
  /** Only requests from these addresses. Empty is any. */
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
  /** Proves that the browser which comes back is the one that was sent. Keep it in that browser, such as in its `sessionStorage`. */
  browser_key: string
  /** Until when the person may come back: 10 minutes. */
  expires_at: string
}

/** For whom and with what: `contact_id`, or `contact` for one that is invented. Nothing of it is stored and nothing is sent. */
export interface SimulateAutomationRequest {
  /** The version. Where it is absent, the latest. */
  version?: number | undefined
  /** A contact. */
  contact_id?: string | undefined
  contact?: SimulatedContact | undefined
  /** The properties of the event that starts it. At most 64 kB of JSON. */
  data?: { [key: string]: any; } | undefined
  /** When it starts; now where it is absent. */
  at?: string | undefined
  /** What the contact does after the start. What a step waits for and is not here does not come. */
  events?: ReadonlyArray<SimulatedEvent> | undefined
}

export interface SimulatedContact {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  name?: string | null | undefined
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties?: { [key: string]: PropertyValue; } | undefined
  unsubscribed?: boolean | undefined
  /** The lists that it has confirmed. */
  confirmed_lists?: ReadonlyArray<string> | undefined
}

export interface SimulatedEvent {
  /**
   * What happened, in your own words. Where opens and clicks are tracked, the service itself records `message.opened`
   * and `message.clicked` of contacts.
   */
  name: string
  /** What else is to be known of it. */
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
  /** When it is reached. */
  at: string
  /** When a wait ends. */
  until: string | null
  mail: SimulatedStepMail | null
}

/** The mail that a step would send. Null for other steps. */
export interface SimulatedStepMail {
  /** A template. */
  template_id: string
  /** A version's number, from 1. */
  version: number
  subject: string
  /**The same hash as that of the mail when it is sent: see `TemplatePreview`.*/
  content_sha256: string
}

/** A receiving server's reply (RFC 5321, section 4.2). Null where none came, as where the connection broke before. */
export interface SmtpReply {
  /** The three-digit reply code. */
  code: number
  /** The enhanced status code (RFC 3463), where the server gave one. */
  enhanced_code: string | null
  /** The reply as it came, without the codes. */
  text: string
  /** The server that answered. */
  host: string
}

export interface Statistics {
  interval: StatisticsInterval
  /** The start of the first period. */
  since: string
  /** The end of the last period. */
  until: string
  total: StatisticsCounts
  /** By period, the oldest first; periods without any are left out. */
  periods: Array<StatisticsPeriod>
  /** With `group_by`: the groups with most accepted recipients, then the rest together. Empty without. */
  groups: Array<StatisticsGroup>
}

/** What was recorded in a span of time. */
export interface StatisticsCounts {
  /** Recipients of messages that were accepted, at the time of the request. */
  accepted: number
  /** Recipients whose server took the message, at the time of the delivery. */
  delivered: number
  /** Recipients whose server refused the message for good, or reported so later; the sum of `bounced_by_class`. */
  bounced: number
  /** Recipients that were given up without a refusal for good. */
  failed: number
  /** Recipients that nothing was sent to, since the address is suppressed. */
  suppressed: number
  /** Recipients of messages that were cancelled. */
  cancelled: number
  /** Recipients that reported the message as unwanted. */
  complained: number
  /** Attempts that a server put off, or that did not reach one; a recipient may have more than one. */
  deferred: number
  /** How many bounced, by `BounceClass`; classes without any are left out. */
  bounced_by_class: { [key: string]: number; }
  time_to_delivery: TimeToDelivery
}

export interface StatisticsGroup {
  /** The project id, the category or the domain. Null is messages without a category, or with `other` the rest. */
  key: string | null
  /** Whether it is the rest: the groups beyond `max_groups`. */
  other: boolean
  /** The name of the project. */
  name: string | null
  total: StatisticsCounts
  /** By period, the oldest first; periods without any are left out. */
  periods: Array<StatisticsPeriod>
}

/** What the counts are told apart by: the project, the message's category, or the domain of the recipient. */
export type StatisticsGrouping = 'project' | 'category' | 'destination'

/** The length of a period, in UTC. */
export type StatisticsInterval = 'hour' | 'day'

export interface StatisticsPeriod {
  /** When the period began. */
  at: string
  counts: StatisticsCounts
}

export interface StopApiKeyRequest {
  /** Leave the mail that waits as it is, so that it is sent. The key is revoked all the same. */
  keep_mail?: boolean | undefined
}

export interface StoppedApiKey {
  api_key: ApiKey
  /**
   * The project keys that this key had issued, of a workspace key, as far as the audit log goes back. They are revoked, too, and
   * their mail is treated alike.
   */
  issued_keys: Array<ApiKey>
  /** How many recipients this request has taken mail back from. Earlier requests are not counted. */
  cancelled: number
  /**
   * How many recipients' mail a worker had in hand. It cannot be taken back; where the receiving server puts it off, the next request
   * cancels it.
   */
  in_flight: number
  /**
   * Whether nothing of their mail waits any more. It is false where mail was left when the time for this request ended, and where a
   * worker has some in hand: repeat the request until it is true. With `keep_mail` it is true.
   */
  complete: boolean
  /**
   * What these keys have done, by operation: of the newest 10,000 entries of each in the audit log those that succeeded. The entries
   * themselves are at `GET /v1/audit-events?actor_id={id}`.
   */
  changes: Array<ChangesOfKey>
}

/**
 * What kind of mail it is, as mailbox providers and recipients judge it. `transactional`: what somebody has done
 * something to get, such as a receipt; sends, batches, opt-in mail, and automations that are transactional. `bulk`:
 * campaigns, other automations, and sends that say so. The operator may send the streams from different addresses.
 */
export type Stream = 'transactional' | 'bulk'

/** A type of event, or `*`. `webhook.test` is sent by a test alone. */
export type SubscribableEventType = '*' | 'message.accepted' | 'message.scheduled' | 'message.deferred' | 'message.delivered' | 'message.bounced' | 'message.failed' | 'message.suppressed' | 'message.cancelled' | 'message.complained' | 'message.unsubscribed' | 'message.opened' | 'message.clicked' | 'subscription.requested' | 'subscription.confirmed' | 'suppression.added' | 'domain.verified' | 'domain.degraded' | 'domain.failed' | 'template.published' | 'contact.unsubscribed' | 'contact.resubscribed' | 'contact.topic_changed' | 'campaign.scheduled' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'automation.published' | 'automation.run_completed' | 'automation.run_failed' | 'automation.notified' | 'inbound.received' | 'webhook.disabled'

/** Subscriptions that were confirmed and not ended since. They are counted up to 100,000. */
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
  /** What subscribers know it by. It stands on the pages that they confirm and unsubscribe on. */
  name: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email: string
  from_name: string | null
  confirmation: ConfirmationOfList
  created_at: string
  updated_at: string
  figures?: SubscriberListFigures
}

/** How many people are on it, as a list of lists has it with `include=figures`. */
export interface SubscriberListFigures {
  confirmed: SubscriberCount
}

export interface SubscriberListList {
  data: Array<SubscriberList>
  /** Whether older rows follow. */
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
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  status: SubscriptionStatus
  /** When its last opt-in mail was sent. */
  requested_at: string
  confirmed_at: string | null
  unsubscribed_at: string | null
  /**
   * The page to unsubscribe on, for a link in your mail. It takes the one-click `POST` as well, works for ever, and unsubscribes
   * whoever has it, so give it to nobody but the subscriber.
   */
  unsubscribe_url: string
  /** The first first. */
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
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** Where the person said so. */
  source: string | null
}

export interface SubscriptionList {
  data: Array<Subscription>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** What came of a request. */
export interface SubscriptionRequest {
  outcome: 'requested' | 'already_requested' | 'already_confirmed' | 'suppressed'
  /** The subscription. Null where the address is suppressed. */
  subscription: Subscription | null
  /** The opt-in mail that was sent for this request; null where none was. */
  message_id: string | null
  /** A `SuppressionReason`, where nothing may be sent; null otherwise. */
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

/** `pending`: asked to confirm. `confirmed`: wants this list's mail. `unsubscribed`: does not want it any more. */
export type SubscriptionStatus = 'pending' | 'confirmed' | 'unsubscribed'

/** A message that was not sent to one recipient, whose address is suppressed. */
export interface SuppressedData {
  /** A message. */
  message_id: string
  /** One recipient's log of a message. */
  log_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  category: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
  reason: UnsentReason
}

/** An address that nothing is sent to. */
export interface Suppression {
  /** A suppression. */
  id: string
  /** In lower case, as addresses are compared. Null where the address was erased. */
  email: string | null
  reason: SuppressionReason
  note: string | null
  /**
   * What the recipient's server said, where it was suppressed for a bounce: the reply's code, its enhanced code if it has one, and its
   * text, in one line. Null for the other reasons, and where no server said anything, as for a domain that does not exist.
   */
  reply: string | null
  /** The message log of the delivery that caused it. */
  log_id: string | null
  /** Set where it holds for this project only, as an erasure by a project does. */
  project_id: string | null
  /** When the address was suppressed; an import may say an earlier time than that of its own. */
  suppressed_at: string
  /** When this record was made. */
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
  /** Null: a suppression is the workspace's. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: SuppressionData
}

/** An address that nothing is sent to from now on. */
export interface SuppressionData {
  /** A suppression. */
  suppression_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  reason: SuppressionReason
  note: string | null
  /** The message log of the delivery that caused it. */
  log_id: string | null
}

export interface SuppressionImport {
  /** Addresses that are newly suppressed. */
  imported: number
  /** Suppressed before, or by an earlier line of the file. */
  already_present: number
  /** The total number of lines that were not imported. */
  rejected: number
  /** The first 10,000 of them. */
  rejected_lines: Array<RejectedLine>
}

export interface SuppressionList {
  data: Array<Suppression>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * Why an address is suppressed. `hard_bounce`: a server said that it does not exist. `soft_bounce`: five messages in
 * a row could not be delivered over at least 72 hours. `complaint`: its owner reported a message as unwanted.
 * `unsubscribe`, `manual` and `import`: somebody said so. `erasure`: what was known of the address was erased.
 */
export type SuppressionReason = 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | 'erasure'

/** Suppressions for replies that say the same. */
export interface SuppressionReplyGroup {
  /**
   * What the replies have in common. `<address>`, `<host>`, `<ip>`, `<link>`, `<number>` and `<id>` stand for what
   * differs from one recipient to another.
   */
  reply: string
  reason: BounceSuppressionReason
  class: BounceClass | null
  /**
   * Whether a bounce with this reply would suppress an address today. False says that the rules by which this version reads replies
   * have changed since, so that these addresses were suppressed by mistake.
   */
  still_suppresses: boolean
  /** How many suppressions these are. */
  count: number
  /** When the first of them was made. */
  first_created_at: string
  /** When the last of them was made. */
  last_created_at: string
  sample: Suppression
}

export interface SuppressionReplyGroups {
  /** The largest group first. */
  data: Array<SuppressionReplyGroup>
  /** How many groups there are, with those above the `limit`. */
  total_groups: number
  /** How many suppressions are counted in all groups. */
  total_suppressions: number
  /**
   * The beginning of what is counted: `since`, or a later time where `is_complete` is false. Ask again with this as `until` for what
   * was before.
   */
  counted_since: string
  /** Whether the whole span is counted. A request counts the newest 20,000 of the suppressions that it asks for. */
  is_complete: boolean
}

export interface Template {
  /** A template. */
  id: string
  /** Null is every project of the workspace. */
  project_id: string | null
  name: string
  kind: TemplateKind
  /** The version that sends use unless they name one. Null until a version is published. */
  published_version: number | null
  /** A version's number, from 1. */
  latest_version: number
  created_at: string
  updated_at: string
}

/**
 * What a version consists of. A message needs `subject`, and `html` or `text`. A layout or a partial has `html`, `text` or
 * both, and neither subject nor sender.
 */
export interface TemplateContent {
  /** The subject, in Liquid. Nothing in it is escaped. */
  subject?: string | undefined
  /** The HTML body, in Liquid. Every value is escaped; the filter `raw` leaves a value as it is. */
  html?: string | undefined
  /** The plain-text body, in Liquid. Nothing in it is escaped. Without it, the text is made from the rendered HTML. */
  text?: string | undefined
  /** What an inbox shows beside the subject, in Liquid. It is hidden in the HTML body. */
  preheader?: string | undefined
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** Where answers go, for sends that do not say. An empty list is as none. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /**
   * The names that the content may use, each once, with their defaults at most 64 kB of JSON. Content that uses another name
   * is refused. `contact` and the words of Liquid, such as `empty`, cannot be declared.
   */
  variables?: ReadonlyArray<TemplateVariable> | undefined
  /** The content in further languages, by language tag (BCP 47). */
  locales?: { [key: string]: TemplateLocale; } | undefined
  /**
   * Whether the rules of `<style>` are written into the `style` attributes of the elements, once for the version. Media
   * queries, fonts and the like stay in `<style>`. Defaults to true. Nothing is ever fetched.
   */
  inline_css?: boolean | undefined
}

/**
 * `message`: a mail of its own, which a send can name. `layout`: what stands around messages, with
 * `{% block %}` where their content goes. `partial`: a piece that others show by
 * `{% render %}`.
 */
export type TemplateKind = 'message' | 'layout' | 'partial'

export interface TemplateList {
  data: Array<Template>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * The content in one language. It stands for itself and takes nothing from the default content, so it needs what that needs:
 * that of a message has `subject`, and `html` or `text`.
 */
export interface TemplateLocale {
  /** The subject, in Liquid. Nothing in it is escaped. */
  subject?: string | undefined
  /** The HTML body, in Liquid. Every value is escaped; the filter `raw` leaves a value as it is. */
  html?: string | undefined
  /** The plain-text body, in Liquid. Nothing in it is escaped. Without it, the text is made from the rendered HTML. */
  text?: string | undefined
  /** What an inbox shows beside the subject, in Liquid. It is hidden in the HTML body. */
  preheader?: string | undefined
}

export interface TemplateOfCampaign {
  /** A template. */
  template_id: string
  /** Null until it is scheduled, where it named none. */
  version: number | null
}

/** A layout or partial, in the version that was the published one when this version was made. */
export interface TemplatePin {
  /** A template. */
  template_id: string
  /** A version's number, from 1. */
  version: number
}

/** The mail as a send with these values would be stored and sent. */
export interface TemplatePreview {
  /** Null for content that is not saved. */
  version: number | null
  /** The language of the content; null is the default content. */
  locale: string | null
  subject: string
  html: string | null
  text: string
  /** The header fields that the template decides, readable rather than encoded. */
  headers: { [key: string]: string; }
  /** Size of the HTML in UTF-8. */
  html_bytes: number
  /**
   * SHA-256 of what people read: subject, plain text and HTML in UTF-8 with LF as the line break, with a zero byte
   * between them and nothing for a missing HTML body. Line breaks at the end of a body do not count. A preview shows
   * the same hash as the message, and so does the mail once it is decoded.
   */
  content_sha256: string
  /** At most 50. */
  warnings: Array<TemplateWarning>
}

/** Sends use another version of a template from now on. */
export interface TemplatePublishedData {
  /** A template. */
  template_id: string
  name: string
  /** A version's number, from 1. */
  version: number
  /** The version before; null if this is the first. */
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
  /** The template's project; null is every project. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: TemplatePublishedData
}

/**
 * A template in place of `subject`, `text` and `html`. It is rendered when the message is accepted, so later changes of the
 * template or the contact leave the message as it is.
 */
export interface TemplateReference {
  /** A template. */
  template_id: string
  /** The version. Defaults to the published one. A live project can send only versions that are or were published. */
  version?: number | undefined
  /**
   * The language asked for (BCP 47). Without content in it the more general tag is tried (`de` for `de-AT`), then the default
   * content. If absent, the `locale` property of the contact is used.
   */
  locale?: string | undefined
  /** The values of the variables, at most 64 kB of JSON. Values that the template does not declare are ignored. */
  variables?: { [key: string]: any; } | undefined
}

export interface TemplateUser {
  /** A template. */
  template_id: string
  name: string
  /** Whether its published version uses it. */
  published: boolean
  /** Whether its latest version does. */
  latest: boolean
}

/** What uses a template. At most 100 of each. */
export interface TemplateUses {
  templates: Array<TemplateUser>
  campaigns: Array<CampaignUser>
  automations: Array<AutomationUser>
}

export interface TemplateVariable {
  name: string
  type?: TemplateVariableType | undefined
  /** Whether a send without it is refused. Defaults to true, and to false for a variable with a `default`. */
  required?: boolean | undefined
  /** The value where a send gives none, of the variable's type. Null or absent is no default. */
  default?: any | null | undefined
}

/** The JSON type of the value. */
export type TemplateVariableType = 'string' | 'number' | 'boolean' | 'object' | 'array'

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
  /** The user whose session made it. */
  created_by: string
  /** When it was last published; null if it never was. */
  published_at: string | null
}

export interface TemplateVersionList {
  data: Array<TemplateVersionSummary>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** A version without its bodies. */
export interface TemplateVersionSummary {
  /** A version's number, from 1. */
  version: number
  subject: string | null
  /** The language tags that it has content for. */
  locales: Array<string>
  created_at: string
  created_by: string
  published_at: string | null
}

export interface TemplateWarning {
  code: TemplateWarningCode
  /** For people. May change at any time. */
  message: string
  /** The variable that an `unused_variable` is about; null for other codes. */
  variable: string | null
  /** The address that the warning is about, shortened to 200 characters; null where it is about none. */
  url: string | null
}

/** Version 1 may add codes. */
export type TemplateWarningCode = 'gmail_clipping' | 'no_text' | 'image_without_alt' | 'relative_url' | 'insecure_url' | 'unsafe_url' | 'unused_variable'

export interface TestCampaignRequest {
  /** Who gets it, each in a message of its own. */
  to: ReadonlyArray<string>
  /** A contact. */
  contact_id?: string | undefined
}

export interface TestInboundRouteRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  recipient: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  sender?: string | undefined
}

/** The route that takes the mail, or would. Null where there is none. */
export interface TestedInboundRoute {
  /** An inbound route. */
  id: string
  name: string
  recipient: string
}

/**
 * From the request, or `scheduled_at`, until the receiving server took the message, in milliseconds. Kept as a histogram whose buckets
 * are 12 per cent wide, so a value is off by 6 per cent at the most, and by half a millisecond for being rounded. Null where nothing
 * was delivered.
 */
export interface TimeToDelivery {
  p50_ms: number | null
  p95_ms: number | null
}

/** Sessions that failed alike. */
export interface TlsFailure {
  /**
   * Why they failed (RFC 8460, section 4.3): `starttls-not-supported`, `certificate-host-mismatch`,
   * `certificate-expired`, `certificate-not-trusted`, `validation-failure`, `tlsa-invalid`, `dnssec-invalid`,
   * `dane-required`, `sts-policy-fetch-error`, `sts-policy-invalid`, `sts-webpki-invalid`. Others are shown as the
   * reporter wrote them.
   */
  result_type: string
  /** The type of the policy that was applied. */
  policy_type: string
  /** The MX host that mail was sent to; null where the report does not name it. */
  receiving_mx: string | null
  sessions: number
  /** Who reported them, those with the most sessions first, ten at most. */
  reporters: Array<string>
  /** Addresses that the reporters sent from, by their last reports, ten at most. */
  sending_addresses: Array<string>
  /** The end of the last report that names them. */
  last_seen_at: string
}

/** The sessions that a policy was applied to. */
export interface TlsPolicySessions {
  /**
   * `sts`: an MTA-STS policy (RFC 8461). `tlsa`: DANE records of the MX host (RFC 7672). `no-policy-found`:
   * neither, so mail that cannot be encrypted is sent all the same. Others are shown as the reporter wrote them.
   */
  policy_type: string
  /** The domain of the policy. It is your domain or one below. */
  policy_domain: string
  successful_sessions: number
  failed_sessions: number
}

/** What TLS reports say of mail to a domain. */
export interface TlsReportSummary {
  /** A sending domain. */
  domain_id: string
  domain: string
  reports: number
  /** Who sent the reports, in lower case, those with the most reports first, ten at most. */
  reporters: Array<string>
  /** Sessions that were encrypted as the policy demands. */
  successful_sessions: number
  failed_sessions: number
  /** The policies that senders found, those with the most sessions first, twenty at most. */
  policies: Array<TlsPolicySessions>
  /**
   * Why sessions failed, the most frequent reason first, fifty at most. Their sum can be less than
   * `failed_sessions`: reporters need not give reasons.
   */
  failures: Array<TlsFailure>
  /** The end of the last report. */
  last_seen_at: string
}

export interface TlsReportSummaryList {
  data: Array<TlsReportSummary>
  /** Whether older rows follow. */
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
  /** Names the topic within its project. It never changes. */
  key: string
  name: string
  description: string | null
  /** Whether a contact that has chosen nothing gets it. */
  default_subscribed: boolean
  /** The name and the description in other languages, by language tag. */
  translations: { [key: string]: TranslationOfTopic; }
  created_at: string
  updated_at: string
}

/** Proof of what a person chose. */
export interface TopicConsent {
  /** Names the topic within its project. It never changes. */
  topic: string
  action: 'subscribed' | 'unsubscribed'
  at: string
  /**
   * Your own words, or `api` where a request gave none. `page`: the page that the mail led to. `one_click`: the button of the
   * mail reader (RFC 8058).
   */
  source: string | null
  ip_address: string | null
  user_agent: string | null
}

export interface TopicConsentList {
  data: Array<TopicConsent>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TopicList {
  data: Array<Topic>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TopicTranslation {
  /** What contacts know it by. It stands on the page that they unsubscribe on. */
  name: string
  /** What contacts get, in a sentence. Null is none. */
  description?: string | null | undefined
}

/**
 * Whether it is noted that recipients look at the HTML of a mail, and follow its links. Opens are a lower bound,
 * since many readers load no images; programs open and click too, and are told apart as far as they can be.
 */
export interface Tracking {
  opens: boolean
  clicks: boolean
}

/**
 * Whether opens and clicks of HTML mail are tracked. What is left out stays as it is: off in a new project, and as
 * the project has it in a message.
 */
export interface TrackingChoice {
  /** Adds an image to the HTML that readers load. */
  opens?: boolean | undefined
  /**
   * Has the links of the HTML lead through the service. Links with `data-no-track`, `mailto:` and those to
   * unsubscribe stay as they are.
   */
  clicks?: boolean | undefined
}

export interface TranslationOfTopic {
  name: string
  description: string | null
}

export interface TriggerAutomationRequest {
  /** A contact. */
  contact_id: string
  /** Stands for the properties of the event that starts a run otherwise. At most 64 kB of JSON. */
  data?: { [key: string]: any; } | undefined
  /** Stands for the value of the property that `reentry.key` names. */
  key?: string | undefined
}

/**
 * Why a recipient got nothing: a `SuppressionReason`; `not_confirmed` where the mail was to a list and the
 * subscription was not confirmed, or not any more; `opted_out` where it was a campaign's or an automation's and the
 * contact has unsubscribed from the project's; `topic_unsubscribed` where it was of a topic that the contact does not want.
 */
export type UnsentReason = 'hard_bounce' | 'soft_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'import' | 'erasure' | 'not_confirmed' | 'opted_out' | 'topic_unsubscribed'

export interface UnsubscribeRequest {
  /** Where the person said so, in your words. */
  source?: string | undefined
  /** The person's IP address, version 4 or 6. */
  ip_address?: string | undefined
  /** The User-Agent of the person's browser. */
  user_agent?: string | undefined
}

/** A subscriber who does not want a list's mail any more. */
export interface UnsubscribedData {
  /** A subscriber list. */
  list_id: string
  /** An address's subscription to a list. */
  subscription_id: string
  /** A contact. */
  contact_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** `page`, `one_click`, or the words of the request to the API; `api` where it had none. */
  source: string
  /** The message whose link was used, where it was one. */
  message_id: string | null
  log_id: string | null
  /** The campaign that the mail is of; null where it is of none. */
  campaign_id: string | null
  /** The automation that the mail is of; null where it is of none. */
  automation_id: string | null
}

/**
 * An unverified complaint: an abuse report that neither names the delivery's own return path nor is authenticated mail
 * of a known feedback loop. Anyone could have written it, so it suppresses no address and does not count as a
 * complaint. The log keeps only the first unverified complaint. Null where there is none.
 */
export interface UnverifiedComplaint {
  received_at: string
  /** The feedback type that the report claims (RFC 5965, section 3.1). */
  feedback_type: 'abuse' | 'fraud' | 'virus' | 'opt-out' | 'other'
  /** The domain in the report's From field, unverified; null if there is none. */
  from_domain: string | null
}

export interface UpdateApiKeyRequest {
  /** For people. */
  name?: string | undefined
  /** The scopes that are left. All must be among the present ones. Absent or empty, they stay as they are. */
  scopes?: ReadonlyArray<Scope> | undefined
  restrictions?: ApiKeyRestrictions | undefined
}

export interface UpdateAutomationRequest {
  /** For people, in any language. Recipients do not see it. */
  name: string
}

export interface UpdateCampaignRequest {
  /** For people, in any language. Recipients do not see it. */
  name?: string | undefined
  template?: CampaignTemplate | undefined
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside an address, in any language. */
  from_name?: string | undefined
  /** Where answers go. Absent is as the template says, and an empty list is as absent. */
  reply_to?: ReadonlyArray<NamedAddress> | undefined
  /**
   * Values of the template's variables, the same for all recipients, at most 64 kB of JSON. A variable without one
   * gets the contact's property of that name, then the template's default.
   */
  variables?: { [key: string]: any; } | undefined
  audience?: CampaignAudience | undefined
  /** The max number of mails that are queued in an hour. Null or absent is as many as can be delivered. */
  rate_per_hour?: number | null | undefined
  /** A label of your own, to search and count by. */
  category?: string | undefined
  /** How late it may start, in seconds. Where the service is away for longer, it is paused instead. Defaults to 3,600. */
  max_delay_seconds?: number | undefined
  /**
 * The key of the topic that the mail is of. Contacts that do not want it are left out, and its link to unsubscribe ends that topic alone.
 * Null or absent is none.
 */
  topic?: string | null | undefined
}

export interface UpdateContactRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email?: string | undefined
  /** For people, in any language. Null removes it. */
  name?: string | null | undefined
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /**
   * Whether the contact gets no mail of the project's campaigns and automations. Transactional mail still goes, and subscriptions to lists
   * stay as they are. True again keeps the first `unsubscribed_at`.
   */
  unsubscribed?: boolean | undefined
}

export interface UpdateDomainRequest {
  /**
   * What stands before the domain in the name of its own return path, such as `bounces` in `bounces.shop.example`: a
   * label of the DNS, or several with dots between them. It is kept in lower case, and is `bounces` where nobody has
   * said otherwise.
   */
  return_path_label: string
}

/** What is absent stays as it is. `recipient` and `project_id` never change; create another route for that. */
export interface UpdateInboundRouteRequest {
  /** For people, in any language. */
  name?: string | undefined
  enabled?: boolean | undefined
  automatic?: InboundAutomaticHandling | undefined
  require_dmarc?: boolean | undefined
  block?: ReadonlyArray<string> | undefined
  /** It counts for messages that are received from then on. */
  retain_days?: number | null | undefined
}

export interface UpdatePasskeyRequest {
  /** What the user calls it. */
  name: string
}

export interface UpdateProjectRequest {
  /** For people. */
  name?: string | undefined
  /** Archives the project or takes it back into use. */
  archived?: boolean | undefined
  tracking?: TrackingChoice | undefined
  pages?: ProjectPagesChoice | null | undefined
}

export interface UpdateSegmentRequest {
  /** For people, in any language. */
  name?: string | undefined
  rule?: SegmentRule | undefined
}

export interface UpdateSubscriberListRequest {
  /** What subscribers know it by. It stands on the pages that they confirm and unsubscribe on. */
  name?: string | undefined
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  from_email?: string | undefined
  /** The name shown beside the address. Null removes it. */
  from_name?: string | null | undefined
  confirmation?: ConfirmationMail | undefined
}

export interface UpdateTemplateRequest {
  /** For the people of the workspace. Recipients never see it. */
  name: string
}

export interface UpdateTopicRequest {
  /** What contacts know it by. It stands on the page that they unsubscribe on. */
  name?: string | undefined
  /** What contacts get, in a sentence. Null is none. */
  description?: string | null | undefined
  /** Whether a contact that has chosen nothing gets it. */
  default_subscribed?: boolean | undefined
  /** The name and the description in other languages, by language tag. */
  translations?: { [key: string]: TopicTranslation; } | undefined
}

export interface UpdateUserRequest {
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email?: string | undefined
  /** Null removes it. */
  name?: string | null | undefined
  role?: UserRole | undefined
}

export interface UpdateWebhookReceiverRequest {
  /** The HTTP status of its replies from now on. */
  reply_status: number
}

/** `id` or `url` says which subscription it is about, `id` where both are given. */
export interface UpdateWebhookRequest {
  /** A webhook subscription. */
  id?: string | undefined
  /** Where events are sent, by `POST`. An `http` or `https` address without credentials or fragment. */
  url?: string | undefined
  /** The types of event it is for; `*` is all of them, those that come later too. Absent or empty, they stay as they are. */
  events?: ReadonlyArray<SubscribableEventType> | undefined
  /** Only events of this project. Null is any. */
  project_id?: string | null | undefined
  /** Only events of this environment. Null is both; with a project it is the project's. */
  environment?: 'live' | 'test' | null | undefined
  /** For people. */
  description?: string | null | undefined
  /** Whether events are sent. */
  enabled?: boolean | undefined
  /**
   * Whether the subscription may get a `url` that is similar to another one's. Without it that is refused (409,
   * `webhook_exists_similarly`). It holds for this request and is not stored.
   */
  allow_similar?: boolean | undefined
}

export interface UpdateWorkspaceRequest {
  name?: string | undefined
  /** A shorter window hides what is older at once and deletes it within the hour, or somewhat later where the history is large; a longer one brings nothing back. */
  retention_days?: number | undefined
  /**
   * False ends signing in by mailed links: none is sent, and none that was sent works any more. It takes an identity provider with a
   * proven domain, or a passkey of an owner, so that somebody can still come in. The operator's command line makes links all the same.
   */
  sign_in_links?: boolean | undefined
}

export interface UpsertContactBatchRequest {
  /** A project. */
  project_id: string
  /** Created or changed one after the other. An address may come several times. */
  contacts: ReadonlyArray<ContactInBatch>
}

export interface UpsertContactRequest {
  /** A project. */
  project_id: string
  /**
   * An e-mail address (RFC 5321 mailbox, RFC 6531 where it is international), without a display name. The
   * domain may be given in any script; it is kept as its A-labels (`xn--…`).
   */
  email: string
  /** For people, in any language. Null removes it. */
  name?: string | null | undefined
  /** Up to 100 of your own, for segments and templates. Null removes one. */
  properties?: { [key: string]: PropertyValue; } | undefined
  /**
   * Whether the contact gets no mail of the project's campaigns and automations. Transactional mail still goes, and subscriptions to lists
   * stay as they are. True again keeps the first `unsubscribed_at`.
   */
  unsubscribed?: boolean | undefined
}

export interface UpsertIdentityProviderRequest {
  /**
   * The provider's issuer, as its own `/.well-known/openid-configuration` names it. It is https, but where the operator allows its
   * address (`POSTSEAL_ALLOWED_PROVIDER_CIDRS`).
   */
  issuer: string
  /** What the provider calls this service. */
  client_id: string
  /**
   * The secret that the provider gave for `client_id`. Without it the secret stays, as long as issuer and `client_id` stay. Null is a
   * client without one.
   */
  client_secret?: string | null | undefined
  /** Domains of addresses, each to be proven by a record in the DNS. */
  domains: ReadonlyArray<string>
  /**
   * Take an address for verified where the provider says nothing about it, as Entra ID does not. What it calls not verified is
   * refused all the same.
   */
  assume_email_verified?: boolean | undefined
  /** Add a user for who signs in by the provider and is none yet. Otherwise they have to be added first. */
  create_users?: boolean | undefined
  /**
   * The claim of the ID token or of the user information that decides the role: a text or a list of texts. Dots lead into objects, as
   * in `realm_access.roles`. Null or absent: the role is `default_role` at first, and then what an owner or admin makes it.
   */
  role_claim?: string | null | undefined
  roles?: ClaimRolesRequest | undefined
  /** The role of whom `roles` gives none. Null refuses them. `member` where it is not said. */
  default_role?: NullableUserRole | null | undefined
}

export interface UpsertWebhookRequest {
  /** A webhook subscription. */
  id?: string | undefined
  /** Where events are sent, by `POST`. An `http` or `https` address without credentials or fragment. */
  url: string
  /** The types of event it is for; `*` is all of them, those that come later too. */
  events: ReadonlyArray<SubscribableEventType>
  /** Only events of this project. Null is any. */
  project_id?: string | null | undefined
  /** Only events of this environment. Null is both; with a project it is the project's. */
  environment?: 'live' | 'test' | null | undefined
  /** For people. */
  description?: string | null | undefined
  /** Whether events are sent. */
  enabled?: boolean | undefined
  /**
   * Whether the subscription may get a `url` that is similar to another one's. Without it that is refused (409,
   * `webhook_exists_similarly`). It holds for this request and is not stored.
   */
  allow_similar?: boolean | undefined
}

/** What a workspace uses of what the operator allows. */
export interface Usage {
  measured_at: string
  recipients_today: UsageOfPeriod
  recipients_this_month: UsageOfPeriod
  contacts: UsageOfLimit
  domains: UsageOfLimit
  inbound_bytes: UsageOfLimit
  /** The days that were asked for, oldest first. Days without messages are among them. */
  days: Array<UsageOfDay>
  /** The months that were asked for, oldest first. The first can be incomplete, as what was counted is kept for 400 days. */
  months: Array<UsageOfMonth>
}

/** The recipients of messages that were accepted on a day. */
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
  /** What the operator allows. Null where there is no limit. */
  limit: number | null
  /** What is left of the limit; 0 where more is used. */
  left: number | null
}

/** The recipients of messages that were accepted in a calendar month. */
export interface UsageOfMonth {
  month: string
  /** Of live projects. */
  live: number
  /** Of test projects. */
  test: number
}

/** How many recipients of live messages were accepted in this day or month. */
export interface UsageOfPeriod {
  used: number
  /** What the operator allows. Null where there is no limit. */
  limit: number | null
  /** What is left of the limit; 0 where more is used. */
  left: number | null
  /** When the next day or month begins. */
  resets_at: string
}

/** What `toJSON()` of the credential returns (WebAuthn, `AuthenticationResponseJSON`). Further fields are let be. */
export interface UsedPasskeyCredential {
  [key: string]: any | any
  id: string
  rawId: string
  /** Always `public-key`. */
  type: string
  response: PasskeyAssertionResponse
}

/** A person of the workspace. */
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
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * What a user may do: a `member` reads and prepares, an `admin` also changes, sends and manages members and admins, the
 * `owner` does everything. Each operation names the least role.
 */
export type UserRole = 'owner' | 'admin' | 'member'

/**
 * What a recipient waits for, where that is not another attempt after a refusal: no attempt is counted for it.
 * `warm_up`: the sources are new, and have sent the provider as much as they may in a day. `provider`: the provider
 * takes nothing from the sources for now. `source`: no source may be used. `release`: the service was restored from a
 * backup and holds what was queued then, until its operator releases or drops it; `next_attempt_at` is null, and
 * events never say it. Null otherwise. The list grows in version 1.
 */
export type WaitingFor = 'warm_up' | 'provider' | 'source' | 'release'

export interface WebhookAttempt {
  /** When it began. */
  at: string
  /** The HTTP status of the reply; null if there was no reply. */
  status: number | null
  /** Milliseconds from the start of the attempt to the reply. */
  duration_ms: number
  error: WebhookAttemptError | null
  /** The beginning of the reply's body, at most 2 kB of it. Null where it had none. */
  response_body: string | null
  /**
   * The header fields of the request as they were sent, in their order, or as they would have been, had there been a
   * connection. `Connection` is left out. With the body, which is the event as canonical JSON (RFC 8785), the signatures
   * verify. Null where no request was made, for attempts that version 0.1.0 made, and after an erasure has changed
   * the event: the signature of what is erased would confirm a guess.
   */
  request_headers: Array<WebhookRequestHeader> | null
}

/** Why the attempt failed. Null where it did not. */
export interface WebhookAttemptError {
  code: WebhookErrorCode
  /** For people. May change at any time. */
  message: string
}

/** One event on its way to one subscription. */
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
  /**
   * When the next attempt is due; null where there is none, and while the subscription is disabled. One whose
   * endpoint does not answer waits a little longer.
   */
  next_attempt_at: string | null
  /** The status of the last attempt, once the delivery has ended. */
  final_response_status: number | null
  created_at: string
  ended_at: string | null
}

export interface WebhookDeliveryList {
  data: Array<WebhookDelivery>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  window: Window
}

/**
 * `pending`: waits for its next attempt. `delivering`: is being sent. `delivered`: the endpoint answered 2xx.
 * `failed`: ended without further attempts: a test that failed, an endpoint that is gone, a subscription that was
 * deleted. `dead_letter`: every attempt of the schedule failed. Each can be replayed.
 */
export type WebhookDeliveryStatus = 'pending' | 'delivering' | 'delivered' | 'failed' | 'dead_letter'

/** A subscription that nothing is sent to any more. */
export interface WebhookDisabledData {
  /** A webhook subscription. */
  webhook_id: string
  url: string
  /** Five days of nothing but failures, or the endpoint answered 410. */
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
  /** The project that the subscription is for; null is any. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: WebhookDisabledData
}

/** Why nothing is sent: somebody asked for it, five days of nothing but failures, or the endpoint answered 410. */
export type WebhookDisabledReason = 'requested' | 'failing' | 'gone'

/**
 * Why an attempt failed. `address_refused`: the name leads to an address that is not on the public internet.
 * `dns_failed`: the name has no address, or the DNS gave no answer. `connection_failed`: no connection.
 * `tls_failed`: the certificate or the handshake. `timed_out`: no reply within 15 seconds. `connection_lost`: it
 * broke before the reply. `invalid_response`: the reply is not HTTP. `redirected`: 3xx, which is not followed.
 * `gone`: 410. `refused`: any other status that is not 2xx. `event_gone`: the event is no longer retained.
 * `subscription_deleted`: nothing was sent. The list grows in version 1.
 */
export type WebhookErrorCode = 'address_refused' | 'dns_failed' | 'connection_failed' | 'tls_failed' | 'timed_out' | 'connection_lost' | 'invalid_response' | 'redirected' | 'gone' | 'refused' | 'event_gone' | 'subscription_deleted'

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
  /** 95 of 100 replies of the last 24 hours took no longer, within 15 per cent; null where there were none. */
  p95_ms: number | null
  /** Failed attempts since the last success. */
  consecutive_failures: number
  /** The time of the first of these failures. */
  failing_since: string | null
  last_success_at: string | null
  last_failure_at: string | null
  /** Deliveries that wait to be sent to this subscription, counted up to 100,000. */
  pending: number
  disabled_reason: WebhookDisabledReason | null
  disabled_at: string | null
}

export interface WebhookHealthList {
  data: Array<WebhookHealth>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/** `failing`: its last attempt failed. */
export type WebhookHealthStatus = 'healthy' | 'failing' | 'disabled'

export interface WebhookList {
  data: Array<WebhookSubscription>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WebhookReceiver {
  /** A webhook receiver. */
  id: string
  /**
   * Where it receives, by `POST`: the `url` of a subscription. Whoever has the address can send to it, but not read
   * what came.
   */
  url: string
  /** The environment that the key which made it is held to. Null where it was held to none. */
  environment: 'live' | 'test' | null
  /** The HTTP status of its replies. */
  reply_status: number
  created_at: string
  /** When it ends, and what it has received is deleted. */
  expires_at: string
}

export interface WebhookReceiverList {
  data: Array<WebhookReceiver>
  /** Whether older rows follow. */
  has_more: boolean
  /** Pass it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WebhookReceiverRequest {
  /** One request that came to a webhook receiver. */
  id: string
  received_at: string
  /**
   * Its header fields, by their names in lower case; the values of one that was repeated are joined by a comma.
   * Fields that are for one connection alone (RFC 9110, section 7.6.1) and those with credentials (`Authorization`,
   * `Proxy-Authorization`, `Cookie`) are not kept.
   */
  headers: { [key: string]: string; }
  /** The body, decompressed, as text: at most the first 256 kB. U+FFFD stands for what is not UTF-8, and for U+0000. */
  body: string
  /** Whether the body was longer than `body`. */
  body_cut: boolean
  /** The HTTP status that it was replied to with. */
  replied_status: number
  /** The subscription that had the receiver's `url` when the request came; null where there was none. */
  webhook_id: string | null
  signature: ReceivedSignature
}

export interface WebhookReceiverRequestList {
  data: Array<WebhookReceiverRequest>
  /** Whether older rows follow. */
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
  /** When an old secret ends; null for the newest. */
  expires_at: string | null
}

export interface WebhookSubscription {
  /** A webhook subscription. */
  id: string
  /** In its normal form (WHATWG URL). */
  url: string
  events: Array<SubscribableEventType>
  /** The project whose events it is for; null is any. */
  project_id: string | null
  environment: 'live' | 'test' | null
  description: string | null
  enabled: boolean
  disabled_reason: WebhookDisabledReason | null
  disabled_at: string | null
  /** The secrets that sign now, newest first. */
  secrets: Array<WebhookSecret>
  created_at: string
  updated_at: string
}

/** Nothing happened; somebody tries the subscription. */
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
  /** The project that the subscription is for; null is any. */
  project_id: string | null
  environment: 'live' | 'test' | null
  data: WebhookTestData
}

/** The span that was searched, after clamping to the retention window. */
export interface Window {
  /** Inclusive. */
  since: string
  /** Exclusive; null where the span is open. */
  until: string | null
}

export interface Workspace {
  /** A workspace. */
  id: string
  name: string
  /** How long messages, logs and events can be read, in days. */
  retention_days: number
  created_at: string
  limits: WorkspaceLimits
  /** Whether people can sign in by a link that is mailed to them. */
  sign_in_links: boolean
  /** Whether the workspace has an identity provider, which admins read at `/v1/identity-provider`. */
  has_identity_provider: boolean
}

/** What the operator allows. They are shown here and cannot be changed by this API. */
export interface WorkspaceLimits {
  /** Messages of the workspace. */
  sends_per_minute: number
  /** Other requests of each credential. */
  requests_per_minute: number
  /** DNS checks of the workspace. */
  checks_per_minute: number
  /** Recipients of live messages that are accepted in a day (UTC). Null where there is no limit. */
  recipients_per_day: number | null
  /** Recipients of live messages that are accepted in a calendar month (UTC). Null where there is no limit. */
  recipients_per_month: number | null
  /** Contacts of all projects. Null where there is no limit. */
  contacts: number | null
  /** Domains of the workspace. */
  domains: number
  /** Bytes of mail that came in and is kept. */
  inbound_bytes: number
  /** The longest retention that an owner can set. */
  retention_days: number
}

/** Parameters of `listApiKeys`. */
export interface ListApiKeysRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only keys of this kind. */
  kind?: ApiKeyKind | undefined
  /** Only the keys of this project. */
  project_id?: string | undefined
  /** Only keys that are revoked, or only others. */
  revoked?: boolean | undefined
}

/** Parameters of `exportAuditEvents`. */
export interface ExportAuditEventsRequest {
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only what this user or key did: its id. */
  actor_id?: string | undefined
  /** Only what this kind of actor did. */
  actor_kind?: AuditActorKind | undefined
  /** Only what these kinds of actors did, by repeating the parameter. Not together with `actor_kind`. */
  actor_kinds?: ReadonlyArray<AuditActorKind> | undefined
  /** Only this operation. */
  operation?: string | undefined
  /** Only what was done to the thing with this id. */
  resource_id?: string | undefined
  /** Only those with this outcome. */
  outcome?: AuditOutcome | undefined
  /** Only those with one of these outcomes, by repeating the parameter. Not together with `outcome`. */
  outcomes?: ReadonlyArray<AuditOutcome> | undefined
}

/** Parameters of `listAuditEvents`. */
export interface ListAuditEventsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only what this user or key did: its id. */
  actor_id?: string | undefined
  /** Only what this kind of actor did. */
  actor_kind?: AuditActorKind | undefined
  /** Only what these kinds of actors did, by repeating the parameter. Not together with `actor_kind`. */
  actor_kinds?: ReadonlyArray<AuditActorKind> | undefined
  /** Only this operation. */
  operation?: string | undefined
  /** Only what was done to the thing with this id. */
  resource_id?: string | undefined
  /** Only those with this outcome. */
  outcome?: AuditOutcome | undefined
  /** Only those with one of these outcomes, by repeating the parameter. Not together with `outcome`. */
  outcomes?: ReadonlyArray<AuditOutcome> | undefined
}

/** Parameters of `listAutomationRuns`. */
export interface ListAutomationRunsRequest {
  /** An automation's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only runs with this status. */
  status?: AutomationRunStatus | undefined
  /** Only runs with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<AutomationRunStatus> | undefined
  /** Only those of this contact. */
  contact_id?: string | undefined
}

/** Parameters of `listAutomationVersions`. */
export interface ListAutomationVersionsRequest {
  /** An automation's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listAutomations`. */
export interface ListAutomationsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only those of this project. */
  project_id?: string | undefined
  /** Only automations with this status. */
  status?: AutomationStatus | undefined
  /** Only automations with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<AutomationStatus> | undefined
  /** What each element has beside its own properties. `figures` are counted for the page, so a list without them is quicker. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `listCampaignRecipients`. */
export interface ListCampaignRecipientsRequest {
  /** A campaign's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only recipients whose contact was created at or after this time, by `contact_created_at`. */
  since?: string | undefined
  /** Only recipients whose contact was created before this time, by `contact_created_at`. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only recipients with this status. */
  status?: CampaignRecipientStatus | undefined
  /** Only recipients with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<CampaignRecipientStatus> | undefined
}

/** Parameters of `listCampaigns`. */
export interface ListCampaignsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only those of this project. */
  project_id?: string | undefined
  /** Only campaigns with this status. */
  status?: CampaignStatus | undefined
  /** Only campaigns with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<CampaignStatus> | undefined
  /** What each element has beside its own properties. `figures` are counted for the page, so a list without them is quicker. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `exportContacts`. */
export interface ExportContactsRequest {
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only those with this address, in any case. */
  email?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `importContacts`. */
export interface ImportContactsRequest {
  /** The project that the contacts belong to. */
  project_id: string
  /** A list of the project, to subscribe the contacts to. Needs `consent`. */
  list_id?: string | undefined
  /** How those of the list have said yes. */
  consent?: 'proof' | 'opt_in' | undefined
  /**
   * What columns are for, each as `target=header`, such as `email=E-mail` or `properties.seats:number=Seats`. Without a type a property is a
   * text. `ignore=Notes` leaves a column alone.
   */
  columns?: ReadonlyArray<string> | undefined
}

/** Parameters of `listContactEvents`. */
export interface ListContactEventsRequest {
  /** A contact's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only events of this name. */
  name?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listContactImports`. */
export interface ListContactImportsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
}

/** Parameters of `listContactRuns`. */
export interface ListContactRunsRequest {
  /** A contact's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listContactSubscriptions`. */
export interface ListContactSubscriptionsRequest {
  /** A contact's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listContacts`. */
export interface ListContactsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only those with this address, in any case. */
  email?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listTopicConsents`. */
export interface ListTopicConsentsRequest {
  /** A contact's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listDmarcRamps`. */
export interface ListDmarcRampsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only the ramps of domains that were created at or after this time, by `domain_created_at`. */
  since?: string | undefined
  /** Only the ramps of domains that were created before this time, by `domain_created_at`. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listDmarcSources`. */
export interface ListDmarcSourcesRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was reported for the day of this time (UTC) or a later one. Clamped to the workspace's retention window;
   * `window.since` in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was reported for days that began before this time. */
  until?: string | undefined
  /** Only sources of this domain. */
  domain_id?: string | undefined
  /** Only this address, IPv4 or IPv6. */
  address?: string | undefined
  /** Only mail whose From field has this domain. */
  header_from?: string | undefined
  /** Only sources of this kind. */
  kind?: DmarcSourceKind | undefined
  /** Only addresses that this service sends from, or only others. */
  ours?: boolean | undefined
  /** Only sources that were reviewed with this outcome; `none` are those that were not. */
  review?: 'authorized' | 'unauthorized' | 'none' | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listDeletions`. */
export interface ListDeletionsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only deletions with this status. */
  status?: 'running' | 'completed' | undefined
}

/** Parameters of `listDomains`. */
export interface ListDomainsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only domains with this status. */
  status?: DomainStatus | undefined
  /** Only domains with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<DomainStatus> | undefined
  /** Only the domain of this name. */
  name?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `exportEvents`. */
export interface ExportEventsRequest {
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only events of this type. */
  type?: EventType | undefined
  /** Only events of one of these types, by repeating the parameter. Not together with `type`. */
  types?: ReadonlyArray<EventType> | undefined
  /** Only events about this message. */
  message_id?: string | undefined
  /**
   * Only events about mail to this address, or about the person who has it, compared without case: its `recipient` or `email`, or
   * one of its `recipients`.
   */
  recipient?: string | undefined
  /** Only events that name this campaign. */
  campaign_id?: string | undefined
  /** Only events that name this automation. */
  automation_id?: string | undefined
  /** Only events that name this contact. Those of messages name an address instead: ask for them by `recipient`. */
  contact_id?: string | undefined
  /** Only events about messages of this category. */
  category?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `followEvents`. */
export interface FollowEventsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** The `next_cursor` of the reply before. It goes on there, whatever `since` says. */
  after?: string | undefined
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** For how many seconds to wait where there are no events. */
  wait?: number | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only events of this type. */
  type?: EventType | undefined
  /** Only events of one of these types, by repeating the parameter. Not together with `type`. */
  types?: ReadonlyArray<EventType> | undefined
  /** Only events about this message. */
  message_id?: string | undefined
  /**
   * Only events about mail to this address, or about the person who has it, compared without case: its `recipient` or `email`, or
   * one of its `recipients`.
   */
  recipient?: string | undefined
  /** Only events that name this campaign. */
  campaign_id?: string | undefined
  /** Only events that name this automation. */
  automation_id?: string | undefined
  /** Only events that name this contact. Those of messages name an address instead: ask for them by `recipient`. */
  contact_id?: string | undefined
  /** Only events about messages of this category. */
  category?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listEvents`. */
export interface ListEventsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only events of this type. */
  type?: EventType | undefined
  /** Only events of one of these types, by repeating the parameter. Not together with `type`. */
  types?: ReadonlyArray<EventType> | undefined
  /** Only events about this message. */
  message_id?: string | undefined
  /**
   * Only events about mail to this address, or about the person who has it, compared without case: its `recipient` or `email`, or
   * one of its `recipients`.
   */
  recipient?: string | undefined
  /** Only events that name this campaign. */
  campaign_id?: string | undefined
  /** Only events that name this automation. */
  automation_id?: string | undefined
  /** Only events that name this contact. Those of messages name an address instead: ask for them by `recipient`. */
  contact_id?: string | undefined
  /** Only events about messages of this category. */
  category?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listInboundMessages`. */
export interface ListInboundMessagesRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only those of this route. */
  route_id?: string | undefined
  /** Only those whose From field has this address, in any case. */
  email?: string | undefined
  /** Only those of this contact. */
  contact_id?: string | undefined
  /** Only answers to this message of ours. */
  message_id?: string | undefined
  /** Only those of this kind. */
  automatic?: InboundAutomatic | undefined
  /** Only those whose subject contains this text, in any case. */
  subject?: string | undefined
}

/** Parameters of `listInboundRoutes`. */
export interface ListInboundRoutesRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
}

/** Parameters of `exportMessageLogs`. */
export interface ExportMessageLogsRequest {
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only the recipients of this message. */
  message_id?: string | undefined
  /** Only the mail of this campaign. Not together with `automation_id`. */
  campaign_id?: string | undefined
  /** Only the mail of this automation's runs. Not together with `campaign_id`. */
  automation_id?: string | undefined
  /** Only this address, compared without case. */
  recipient?: string | undefined
  /** Only recipients with this status. */
  status?: RecipientStatus | undefined
  /** Only recipients with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<RecipientStatus> | undefined
  /**
   * Only mail that a person opened, or clicked a link of, as far as that is known. What machines did does not count;
   * mail that is not tracked is never among it.
   */
  engagement?: 'opened' | 'clicked' | undefined
  /** Only messages of this category. */
  category?: string | undefined
  /** Only messages whose subject has this in it, compared without case. */
  subject?: string | undefined
  /** Only messages that have this key in their metadata. */
  metadata_key?: string | undefined
  /** The value that goes with `metadata_key`, whole. */
  metadata_value?: string | undefined
  /**
   * Only logs with all of these words, in any order, compared without case: in the subject, the recipient's address
   * and name, the sender's address, the category, and the metadata's keys and values. A word also finds longer
   * ones that begin with it. What has no white space in it, such as `A-1042` or `ada@example.com`, is found as it is
   * written. Up to 10 words.
   */
  q?: string | undefined
  /** Only recipients at this domain or at one below it, written in any case or script. */
  recipient_domain?: string | undefined
  /** Only messages from this address, compared without case. */
  from_email?: string | undefined
  /** Only mail to subscribers of this list. */
  list_id?: string | undefined
  /** Only messages that were rendered from this template, whatever its version. */
  template_id?: string | undefined
  /** Only messages that were sent with this API key, whether or not it is revoked by now. */
  api_key_id?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listMessageLogs`. */
export interface ListMessageLogsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only the recipients of this message. */
  message_id?: string | undefined
  /** Only the mail of this campaign. Not together with `automation_id`. */
  campaign_id?: string | undefined
  /** Only the mail of this automation's runs. Not together with `campaign_id`. */
  automation_id?: string | undefined
  /** Only this address, compared without case. */
  recipient?: string | undefined
  /** Only recipients with this status. */
  status?: RecipientStatus | undefined
  /** Only recipients with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<RecipientStatus> | undefined
  /**
   * Only mail that a person opened, or clicked a link of, as far as that is known. What machines did does not count;
   * mail that is not tracked is never among it.
   */
  engagement?: 'opened' | 'clicked' | undefined
  /** Only messages of this category. */
  category?: string | undefined
  /** Only messages whose subject has this in it, compared without case. */
  subject?: string | undefined
  /** Only messages that have this key in their metadata. */
  metadata_key?: string | undefined
  /** The value that goes with `metadata_key`, whole. */
  metadata_value?: string | undefined
  /**
   * Only logs with all of these words, in any order, compared without case: in the subject, the recipient's address
   * and name, the sender's address, the category, and the metadata's keys and values. A word also finds longer
   * ones that begin with it. What has no white space in it, such as `A-1042` or `ada@example.com`, is found as it is
   * written. Up to 10 words.
   */
  q?: string | undefined
  /** Only recipients at this domain or at one below it, written in any case or script. */
  recipient_domain?: string | undefined
  /** Only messages from this address, compared without case. */
  from_email?: string | undefined
  /** Only mail to subscribers of this list. */
  list_id?: string | undefined
  /** Only messages that were rendered from this template, whatever its version. */
  template_id?: string | undefined
  /** Only messages that were sent with this API key, whether or not it is revoked by now. */
  api_key_id?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listMessages`. */
export interface ListMessagesRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only messages with this recipient, compared without case. */
  recipient?: string | undefined
  /** Only messages with this status. */
  status?: MessageStatus | undefined
  /** Only messages with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<MessageStatus> | undefined
  /** Only messages of this category. */
  category?: string | undefined
  /** Only messages that have this key in their metadata. */
  metadata_key?: string | undefined
  /** The value that goes with `metadata_key`, whole. */
  metadata_value?: string | undefined
  /** Only messages whose subject has this in it, compared without case. */
  subject?: string | undefined
  /** Only the mail of this campaign. Not together with `automation_id`. */
  campaign_id?: string | undefined
  /** Only the mail of this automation's runs. Not together with `campaign_id`. */
  automation_id?: string | undefined
  /** Only messages from this address, compared without case. */
  from_email?: string | undefined
  /** Only mail to subscribers of this list. */
  list_id?: string | undefined
  /** Only messages that were rendered from this template, whatever its version. */
  template_id?: string | undefined
  /** Only messages that were sent with this API key, whether or not it is revoked by now. */
  api_key_id?: string | undefined
  /** Only what belongs to projects of this environment. */
  environment?: Environment | undefined
}

/** Parameters of `listPasskeys`. */
export interface ListPasskeysRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** The passkeys of this user. For a user other than yourself, you have to be an admin or the owner. */
  user_id?: string | undefined
}

/** Parameters of `listProjects`. */
export interface ListProjectsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only archived projects, or only those in use. */
  archived?: boolean | undefined
}

/** Parameters of `listSegmentContacts`. */
export interface ListSegmentContactsRequest {
  /** A segment's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listSegments`. */
export interface ListSegmentsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only those of this project. */
  project_id?: string | undefined
}

/** Parameters of `listSessions`. */
export interface ListSessionsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** The sessions of this user. For a user other than yourself, you have to be an admin or the owner. */
  user_id?: string | undefined
  /** Only the sessions of programs, or only those that a person has signed in to. */
  program?: boolean | undefined
}

/** Parameters of `retrieveStatistics`. */
export interface RetrieveStatisticsRequest {
  /** The length of a period, an hour unless told otherwise. */
  interval?: StatisticsInterval | undefined
  /** From the period that has this time. */
  since?: string | undefined
  /** Until the period that has this time, or that ends at it. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only projects of this environment. */
  environment?: Environment | undefined
  /** Only messages of this category. */
  category?: string | undefined
  /** Only recipients at this domain, written in any case or script. */
  destination?: string | undefined
  /** Tells the counts apart as well. */
  group_by?: StatisticsGrouping | undefined
  /** The max number of groups. The rest are one group more. Multiplied by the number of periods it can be 20,000 at the most. */
  max_groups?: number | undefined
}

/** Parameters of `listSubscriberLists`. */
export interface ListSubscriberListsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** What each element has beside its own properties. `figures` are counted for the page, so a list without them is quicker. */
  include?: ReadonlyArray<IncludedPart> | undefined
}

/** Parameters of `listSubscriptions`. */
export interface ListSubscriptionsRequest {
  /** A subscriber list's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only those with this status. */
  status?: SubscriptionStatus | undefined
  /** Only those with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<SubscriptionStatus> | undefined
  /** Only that of this address, in any case. */
  email?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `deleteSuppression`. */
export interface DeleteSuppressionRequest {
  /** A suppression's id. */
  id: string
  /** Take back a complaint or an erasure as well. */
  force?: boolean | undefined
}

/** Parameters of `exportSuppressions`. */
export interface ExportSuppressionsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only this address, in any case. */
  email?: string | undefined
  /** Only those of this reason. */
  reason?: SuppressionReason | undefined
  /** Only those of one of these reasons, by repeating the parameter. Not together with `reason`. */
  reasons?: ReadonlyArray<SuppressionReason> | undefined
  /** Only those that were suppressed for a bounce whose `reply` has this text in it, compared without case. No character stands for others. */
  reply_contains?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listSuppressionReplies`. */
export interface ListSuppressionRepliesRequest {
  /** The most groups. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only those that were suppressed for a bounce whose `reply` has this text in it, compared without case. No character stands for others. */
  reply_contains?: string | undefined
  /** Only those of this reason. */
  reason?: BounceSuppressionReason | undefined
}

/** Parameters of `listSuppressions`. */
export interface ListSuppressionsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** Only this address, in any case. */
  email?: string | undefined
  /** Only those of this reason. */
  reason?: SuppressionReason | undefined
  /** Only those of one of these reasons, by repeating the parameter. Not together with `reason`. */
  reasons?: ReadonlyArray<SuppressionReason> | undefined
  /** Only those that were suppressed for a bounce whose `reply` has this text in it, compared without case. No character stands for others. */
  reply_contains?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listTlsReports`. */
export interface ListTlsReportsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was reported for the day of this time (UTC) or a later one. Clamped to the workspace's retention window;
   * `window.since` in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was reported for days that began before this time. */
  until?: string | undefined
  /** Only this domain. */
  domain_id?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listTemplateVersions`. */
export interface ListTemplateVersionsRequest {
  /** A template's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listTemplates`. */
export interface ListTemplatesRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only those that sends of this project can name, its own and those of every project. */
  project_id?: string | undefined
  /** Only those of this kind. */
  kind?: TemplateKind | undefined
  /** Only those of one of these kinds, by repeating the parameter. Not together with `kind`. */
  kinds?: ReadonlyArray<TemplateKind> | undefined
}

/** Parameters of `listTopics`. */
export interface ListTopicsRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listUsers`. */
export interface ListUsersRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only users with this role. */
  role?: UserRole | undefined
  /** Only the user with this address, compared without case. */
  email?: string | undefined
}

/** Parameters of `listWebhookReceiverRequests`. */
export interface ListWebhookReceiverRequestsRequest {
  /** A webhook receiver's id. */
  id: string
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was received at or after this time, by `received_at`. */
  since?: string | undefined
  /** Only what was received before this time, by `received_at`. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listWebhookReceivers`. */
export interface ListWebhookReceiversRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /**
   * Only what was created at or after this time. Clamped to the workspace's retention window; `window.since`
   * in the reply says what was used.
   */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /**
   * Only those of this project. A project key sees its own in any case, and no other can be asked for with it (403
   * `project_not_allowed`).
   */
  project_id?: string | undefined
  /** Only those of this subscription. */
  webhook_id?: string | undefined
  /** Only those of this event. */
  event_id?: string | undefined
  /** Only those of events of this type. */
  event_type?: EventType | undefined
  /** Only those of events of one of these types, by repeating the parameter. Not together with `event_type`. */
  event_types?: ReadonlyArray<EventType> | undefined
  /** Only those with this status. */
  status?: WebhookDeliveryStatus | undefined
  /** Only those with one of these statuses, by repeating the parameter. Not together with `status`. */
  statuses?: ReadonlyArray<WebhookDeliveryStatus> | undefined
}

/** Parameters of `listWebhookHealth`. */
export interface ListWebhookHealthRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only subscriptions that were created at or after this time, by `webhook_created_at`. */
  since?: string | undefined
  /** Only subscriptions that were created before this time, by `webhook_created_at`. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
}

/** Parameters of `listWebhooks`. */
export interface ListWebhooksRequest {
  /** The max number of rows to return. */
  limit?: number | undefined
  /** Only what was created at or after this time. */
  since?: string | undefined
  /** Only what was created before this time. */
  until?: string | undefined
  /** The `next_cursor` of the page before. Leave the other parameters as they were. */
  cursor?: string | undefined
  /** Only the subscriptions to this project alone. */
  project_id?: string | undefined
}

/** Parameters of `retrieveUsage`. */
export interface RetrieveUsageRequest {
  /** How many days, with today as the last one. */
  days?: number | undefined
  /** How many calendar months, with this one as the last one. */
  months?: number | undefined
}
