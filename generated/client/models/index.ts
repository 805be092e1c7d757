/* tslint:disable */
/* eslint-disable */
/**
 * What a send answers. Delivery comes later; follow it by the logs or events.
 * @export
 * @interface AcceptedMessage
 */
export interface AcceptedMessage {
    /**
     * A message.
     */
    id: string;
    /**
     * 
     */
    status: MessageStatus;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    recipients: Array<Recipient>;
}


/**
 * 
 * @export
 * @interface ApiKey
 */
export interface ApiKey {
    /**
     * An API key.
     */
    id: string;
    /**
     * 
     */
    kind: ApiKeyKind;
    /**
     * 
     */
    name: string;
    /**
     * The start and the end of the secret, to tell keys apart.
     */
    hint: string;
    /**
     * The project of a project key; null for a workspace key.
     */
    project_id: string | null;
    /**
     * 
     */
    scopes: Array<Scope>;
    /**
     * 
     */
    restrictions: IssuedRestrictions;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    revoked_at: string | null;
}



/**
 * A project key is limited to one project; a workspace key acts for all of them.
 * @export
 */
export const ApiKeyKind = {
    project: 'project',
    workspace: 'workspace',
} as const;
export type ApiKeyKind = typeof ApiKeyKind[keyof typeof ApiKeyKind];

/**
 * 
 * @export
 * @interface ApiKeyList
 */
export interface ApiKeyList {
    /**
     * 
     */
    data: Array<ApiKey>;
    /**
     * Whether older rows follow.
     */
    has_more: boolean;
    /**
     * Pass it as `cursor` for the next page; null on the last page.
     */
    next_cursor: string | null;
}
/**
 * What narrows a key. An absent or null value does not narrow it.
 * @export
 * @interface ApiKeyRestrictions
 */
export interface ApiKeyRestrictions {
    /**
     * Only projects of this environment. For workspace keys; a project key has its project's.
     */
    environment?: ApiKeyRestrictionsEnvironmentEnum | null;
    /**
     * Only requests from these addresses, IPv4 or IPv6, single or as ranges (RFC 4632). Empty is any.
     */
    ip_cidrs?: Array<string>;
    /**
     * Only senders of these domains, not of their subdomains. Empty is any.
     */
    sender_domains?: Array<string>;
    /**
     * From this time on the key answers 401 `expired_credentials`.
     */
    expires_at?: string | null;
}


/**
 * @export
 */
export const ApiKeyRestrictionsEnvironmentEnum = {
    live: 'live',
    test: 'test',
} as const;
export type ApiKeyRestrictionsEnvironmentEnum = typeof ApiKeyRestrictionsEnvironmentEnum[keyof typeof ApiKeyRestrictionsEnvironmentEnum];


/**
 * The version of the envelope and the data.
 * @export
 */
export const ApiVersion = {
    v1: 'v1',
} as const;
export type ApiVersion = typeof ApiVersion[keyof typeof ApiVersion];

/**
 * 
 * @export
 * @interface CreateApiKeyRequest
 */
export interface CreateApiKeyRequest {
    /**
     * 
     */
    kind: ApiKeyKind;
    /**
     * For people.
     */
    name: string;
    /**
     * A project.
     */
    project_id?: string;
    /**
     * What the key may do. A project key takes `messages:send`, `reports:read` and `contacts:*`.
     * `suppressions:*` acts across the whole workspace and needs `privileged: true` as well.
     * 
     */
    scopes: Array<Scope>;
    /**
     * 
     */
    restrictions?: ApiKeyRestrictions;
    /**
     * Say yes to issuing a key that can suppress recipients for the whole workspace.
     */
    privileged?: boolean;
}


/**
 * 
 * @export
 * @interface CreateProjectRequest
 */
export interface CreateProjectRequest {
    /**
     * For people.
     */
    name: string;
    /**
     * Mail of a test project goes to the bundled sink.
     */
    environment?: CreateProjectRequestEnvironmentEnum;
}


/**
 * @export
 */
export const CreateProjectRequestEnvironmentEnum = {
    live: 'live',
    test: 'test',
} as const;
export type CreateProjectRequestEnvironmentEnum = typeof CreateProjectRequestEnvironmentEnum[keyof typeof CreateProjectRequestEnvironmentEnum];

/**
 * 
 * @export
 * @interface CreatedApiKey
 */
export interface CreatedApiKey {
    /**
     * 
     */
    api_key: ApiKey;
    /**
     * The key itself. It is shown in this one reply and cannot be read again; a repeated request with the
     * same idempotency key answers null here.
     * 
     */
    secret: string | null;
}
/**
 * A refusal for now.
 * @export
 * @interface DeferralData
 */
export interface DeferralData {
    /**
     * A message.
     */
    message_id: string;
    /**
     * One recipient's log of a message.
     */
    log_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    recipient: string;
    /**
     * 
     */
    category: string | null;
    /**
     * 
     */
    attempt: number;
    /**
     * 
     */
    reply?: SmtpReply;
    /**
     * 
     */
    error: string | null;
    /**
     * 
     */
    next_attempt_at: string;
}
/**
 * 
 * @export
 * @interface DeliveryAttempt
 */
export interface DeliveryAttempt {
    /**
     * When the attempt ended.
     */
    at: string;
    /**
     * 
     */
    outcome: DeliveryAttemptOutcomeEnum;
    /**
     * 
     */
    reply?: SmtpReply;
    /**
     * What broke, where no reply says it.
     */
    error: string | null;
}


/**
 * @export
 */
export const DeliveryAttemptOutcomeEnum = {
    delivered: 'delivered',
    deferred: 'deferred',
    bounced: 'bounced',
    failed: 'failed',
} as const;
export type DeliveryAttemptOutcomeEnum = typeof DeliveryAttemptOutcomeEnum[keyof typeof DeliveryAttemptOutcomeEnum];

/**
 * What an attempt to deliver to one recipient came to.
 * @export
 * @interface DeliveryData
 */
export interface DeliveryData {
    /**
     * A message.
     */
    message_id: string;
    /**
     * One recipient's log of a message.
     */
    log_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    recipient: string;
    /**
     * 
     */
    category: string | null;
    /**
     * Which attempt this was.
     */
    attempt: number;
    /**
     * 
     */
    reply?: SmtpReply;
    /**
     * What broke, where no reply says it.
     */
    error: string | null;
}

/**
 * The environment of the project. Mail of a test project goes to the bundled sink.
 * @export
 */
export const Environment = {
    live: 'live',
    test: 'test',
} as const;
export type Environment = typeof Environment[keyof typeof Environment];


/**
 * What went wrong, for programs. The list grows in version 1; treat a code you do not know by its status.
 * 
 * @export
 */
export const ErrorCode = {
    malformed_request: 'malformed_request',
    missing_credentials: 'missing_credentials',
    invalid_credentials: 'invalid_credentials',
    expired_credentials: 'expired_credentials',
    insufficient_scope: 'insufficient_scope',
    wrong_credential_kind: 'wrong_credential_kind',
    project_not_allowed: 'project_not_allowed',
    environment_not_allowed: 'environment_not_allowed',
    ip_not_allowed: 'ip_not_allowed',
    sender_not_allowed: 'sender_not_allowed',
    not_found: 'not_found',
    method_not_allowed: 'method_not_allowed',
    not_acceptable: 'not_acceptable',
    idempotency_conflict: 'idempotency_conflict',
    idempotency_in_progress: 'idempotency_in_progress',
    invalid_state: 'invalid_state',
    payload_too_large: 'payload_too_large',
    unsupported_media_type: 'unsupported_media_type',
    validation_failed: 'validation_failed',
    sender_domain_not_verified: 'sender_domain_not_verified',
    schedule_out_of_range: 'schedule_out_of_range',
    template_render_failed: 'template_render_failed',
    sending_halted: 'sending_halted',
    rate_limited: 'rate_limited',
    internal_error: 'internal_error',
    unavailable: 'unavailable',
} as const;
export type ErrorCode = typeof ErrorCode[keyof typeof ErrorCode];

/**
 * 
 * @export
 * @interface ErrorDetail
 */
export interface ErrorDetail {
    /**
     * A JSON pointer to the value that was refused, starting with its place.
     */
    path: string;
    /**
     * The rule it broke.
     */
    code: string;
    /**
     * The rule in words.
     */
    message: string;
}
/**
 * 
 * @export
 * @interface ErrorError
 */
export interface ErrorError {
    /**
     * 
     */
    code: ErrorCode;
    /**
     * For people. May change at any time.
     */
    message: string;
    /**
     * A request.
     */
    request_id: string;
    /**
     * What was refused, the first of it at least, where the request did not validate.
     */
    details?: Array<ErrorDetail>;
}


/**
 * The envelope of every event. `data` depends on `type`; the schema of each type is in the `webhooks`
 * section of this file.
 * 
 * @export
 * @interface Event
 */
export interface Event {
    /**
     * An event.
     */
    id: string;
    /**
     * 
     */
    type: EventType;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    api_version: ApiVersion;
    /**
     * A workspace.
     */
    workspace_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    data: { [key: string]: any; };
}


/**
 * 
 * @export
 * @interface EventList
 */
export interface EventList {
    /**
     * 
     */
    data: Array<Event>;
    /**
     * Whether older rows follow.
     */
    has_more: boolean;
    /**
     * Pass it as `cursor` for the next page; null on the last page.
     */
    next_cursor: string | null;
    /**
     * 
     */
    window: Window;
}

/**
 * What happened. The list grows in version 1; ignore a type you do not know.
 * @export
 */
export const EventType = {
    message_accepted: 'message.accepted',
    message_deferred: 'message.deferred',
    message_delivered: 'message.delivered',
    message_bounced: 'message.bounced',
    message_failed: 'message.failed',
} as const;
export type EventType = typeof EventType[keyof typeof EventType];

/**
 * 
 * @export
 * @interface Health
 */
export interface Health {
    /**
     * 
     */
    status: HealthStatusEnum;
}


/**
 * @export
 */
export const HealthStatusEnum = {
    ok: 'ok',
} as const;
export type HealthStatusEnum = typeof HealthStatusEnum[keyof typeof HealthStatusEnum];

/**
 * What narrows the key. Null or empty does not narrow it.
 * @export
 * @interface IssuedRestrictions
 */
export interface IssuedRestrictions {
    /**
     * 
     */
    environment: IssuedRestrictionsEnvironmentEnum | null;
    /**
     * 
     */
    ip_cidrs: Array<string>;
    /**
     * 
     */
    sender_domains: Array<string>;
    /**
     * 
     */
    expires_at: string | null;
}


/**
 * @export
 */
export const IssuedRestrictionsEnvironmentEnum = {
    live: 'live',
    test: 'test',
} as const;
export type IssuedRestrictionsEnvironmentEnum = typeof IssuedRestrictionsEnvironmentEnum[keyof typeof IssuedRestrictionsEnvironmentEnum];

/**
 * 
 * @export
 * @interface Message
 */
export interface Message {
    /**
     * A message.
     */
    id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    status: MessageStatus;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    from_email: string;
    /**
     * 
     */
    subject: string;
    /**
     * 
     */
    category: string | null;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    recipients: Array<Recipient>;
}


/**
 * 
 * @export
 * @interface MessageAcceptedData
 */
export interface MessageAcceptedData {
    /**
     * A message.
     */
    message_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    from_email: string;
    /**
     * 
     */
    subject: string;
    /**
     * 
     */
    category: string | null;
    /**
     * 
     */
    recipients: Array<MessageAcceptedDataRecipientsInner>;
}
/**
 * 
 * @export
 * @interface MessageAcceptedDataRecipientsInner
 */
export interface MessageAcceptedDataRecipientsInner {
    /**
     * One recipient's log of a message.
     */
    log_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    email: string;
}
/**
 * 
 * @export
 * @interface MessageAcceptedEvent
 */
export interface MessageAcceptedEvent {
    /**
     * An event.
     */
    id: string;
    /**
     * 
     */
    type: MessageAcceptedEventTypeEnum;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    api_version: ApiVersion;
    /**
     * A workspace.
     */
    workspace_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    data: MessageAcceptedData;
}


/**
 * @export
 */
export const MessageAcceptedEventTypeEnum = {
    message_accepted: 'message.accepted',
} as const;
export type MessageAcceptedEventTypeEnum = typeof MessageAcceptedEventTypeEnum[keyof typeof MessageAcceptedEventTypeEnum];

/**
 * 
 * @export
 * @interface MessageBouncedEvent
 */
export interface MessageBouncedEvent {
    /**
     * An event.
     */
    id: string;
    /**
     * 
     */
    type: MessageBouncedEventTypeEnum;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    api_version: ApiVersion;
    /**
     * A workspace.
     */
    workspace_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    data: DeliveryData;
}


/**
 * @export
 */
export const MessageBouncedEventTypeEnum = {
    message_bounced: 'message.bounced',
} as const;
export type MessageBouncedEventTypeEnum = typeof MessageBouncedEventTypeEnum[keyof typeof MessageBouncedEventTypeEnum];

/**
 * What was sent, as it was given.
 * @export
 * @interface MessageContent
 */
export interface MessageContent {
    /**
     * A message.
     */
    message_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    from_email: string;
    /**
     * 
     */
    to: Array<MessageContentToInner>;
    /**
     * 
     */
    subject: string;
    /**
     * 
     */
    text: string;
    /**
     * 
     */
    html: string | null;
}
/**
 * 
 * @export
 * @interface MessageContentToInner
 */
export interface MessageContentToInner {
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    email: string;
}
/**
 * 
 * @export
 * @interface MessageDeferredEvent
 */
export interface MessageDeferredEvent {
    /**
     * An event.
     */
    id: string;
    /**
     * 
     */
    type: MessageDeferredEventTypeEnum;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    api_version: ApiVersion;
    /**
     * A workspace.
     */
    workspace_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    data: DeferralData;
}


/**
 * @export
 */
export const MessageDeferredEventTypeEnum = {
    message_deferred: 'message.deferred',
} as const;
export type MessageDeferredEventTypeEnum = typeof MessageDeferredEventTypeEnum[keyof typeof MessageDeferredEventTypeEnum];

/**
 * 
 * @export
 * @interface MessageDeliveredEvent
 */
export interface MessageDeliveredEvent {
    /**
     * An event.
     */
    id: string;
    /**
     * 
     */
    type: MessageDeliveredEventTypeEnum;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    api_version: ApiVersion;
    /**
     * A workspace.
     */
    workspace_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    data: DeliveryData;
}


/**
 * @export
 */
export const MessageDeliveredEventTypeEnum = {
    message_delivered: 'message.delivered',
} as const;
export type MessageDeliveredEventTypeEnum = typeof MessageDeliveredEventTypeEnum[keyof typeof MessageDeliveredEventTypeEnum];

/**
 * 
 * @export
 * @interface MessageFailedEvent
 */
export interface MessageFailedEvent {
    /**
     * An event.
     */
    id: string;
    /**
     * 
     */
    type: MessageFailedEventTypeEnum;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    api_version: ApiVersion;
    /**
     * A workspace.
     */
    workspace_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    data: DeliveryData;
}


/**
 * @export
 */
export const MessageFailedEventTypeEnum = {
    message_failed: 'message.failed',
} as const;
export type MessageFailedEventTypeEnum = typeof MessageFailedEventTypeEnum[keyof typeof MessageFailedEventTypeEnum];

/**
 * 
 * @export
 * @interface MessageList
 */
export interface MessageList {
    /**
     * 
     */
    data: Array<Message>;
    /**
     * Whether older rows follow.
     */
    has_more: boolean;
    /**
     * Pass it as `cursor` for the next page; null on the last page.
     */
    next_cursor: string | null;
    /**
     * 
     */
    window: Window;
}
/**
 * One recipient of one message, and what became of it.
 * @export
 * @interface MessageLog
 */
export interface MessageLog {
    /**
     * One recipient's log of a message.
     */
    id: string;
    /**
     * A message.
     */
    message_id: string;
    /**
     * A project.
     */
    project_id: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    recipient: string;
    /**
     * 
     */
    status: RecipientStatus;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    from_email: string;
    /**
     * 
     */
    subject: string;
    /**
     * 
     */
    category: string | null;
    /**
     * Every attempt to deliver, the first first.
     */
    attempts: Array<DeliveryAttempt>;
    /**
     * 
     */
    last_reply?: SmtpReply;
    /**
     * When a deferred delivery is tried again.
     */
    next_attempt_at: string | null;
    /**
     * 
     */
    created_at: string;
    /**
     * 
     */
    updated_at: string;
    /**
     * 
     */
    delivered_at: string | null;
}


/**
 * 
 * @export
 * @interface MessageLogList
 */
export interface MessageLogList {
    /**
     * 
     */
    data: Array<MessageLog>;
    /**
     * Whether older rows follow.
     */
    has_more: boolean;
    /**
     * Pass it as `cursor` for the next page; null on the last page.
     */
    next_cursor: string | null;
    /**
     * 
     */
    window: Window;
}

/**
 * Derived from the recipients: `queued` while any of them is queued or deferred, then `delivered` (all),
 * `partially_delivered` (some) or `failed` (none).
 * 
 * @export
 */
export const MessageStatus = {
    queued: 'queued',
    delivered: 'delivered',
    partially_delivered: 'partially_delivered',
    failed: 'failed',
} as const;
export type MessageStatus = typeof MessageStatus[keyof typeof MessageStatus];

/**
 * 
 * @export
 * @interface ModelError
 */
export interface ModelError {
    /**
     * 
     */
    error: ErrorError;
}
/**
 * 
 * @export
 * @interface Project
 */
export interface Project {
    /**
     * A project.
     */
    id: string;
    /**
     * 
     */
    name: string;
    /**
     * 
     */
    environment: Environment;
    /**
     * 
     */
    created_at: string;
}


/**
 * 
 * @export
 * @interface ProjectList
 */
export interface ProjectList {
    /**
     * 
     */
    data: Array<Project>;
    /**
     * Whether older rows follow.
     */
    has_more: boolean;
    /**
     * Pass it as `cursor` for the next page; null on the last page.
     */
    next_cursor: string | null;
}
/**
 * 
 * @export
 * @interface Readiness
 */
export interface Readiness {
    /**
     * 
     */
    status: ReadinessStatusEnum;
    /**
     * The roles this process has.
     */
    roles: Array<string>;
}


/**
 * @export
 */
export const ReadinessStatusEnum = {
    ready: 'ready',
} as const;
export type ReadinessStatusEnum = typeof ReadinessStatusEnum[keyof typeof ReadinessStatusEnum];

/**
 * 
 * @export
 * @interface Recipient
 */
export interface Recipient {
    /**
     * One recipient's log of a message.
     */
    log_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    email: string;
    /**
     * 
     */
    status: RecipientStatus;
}



/**
 * `queued`: waits for its first attempt. `deferred`: refused for now, tried again at `next_attempt_at`.
 * `delivered`: the receiving server took it. `bounced`: the receiving server refused it for good.
 * `failed`: given up.
 * 
 * @export
 */
export const RecipientStatus = {
    queued: 'queued',
    deferred: 'deferred',
    delivered: 'delivered',
    bounced: 'bounced',
    failed: 'failed',
} as const;
export type RecipientStatus = typeof RecipientStatus[keyof typeof RecipientStatus];


/**
 * 
 * @export
 */
export const Scope = {
    messages_send: 'messages:send',
    reports_read: 'reports:read',
    domains: 'domains:*',
    webhooks: 'webhooks:*',
    suppressions: 'suppressions:*',
    contacts: 'contacts:*',
} as const;
export type Scope = typeof Scope[keyof typeof Scope];

/**
 * 
 * @export
 * @interface SendMessageRequest
 */
export interface SendMessageRequest {
    /**
     * A project.
     */
    project_id: string;
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    from_email: string;
    /**
     * The recipients, each address once. All of them stand in the message's To header; each gets a delivery
     * and a message log of its own.
     * 
     */
    to: Array<SendRecipient>;
    /**
     * One line of text in any language.
     */
    subject: string;
    /**
     * The plain-text body.
     */
    text: string;
    /**
     * The HTML body, sent beside the plain text.
     */
    html?: string;
    /**
     * A label of your own, to search and count by.
     */
    category?: string;
}
/**
 * 
 * @export
 * @interface SendRecipient
 */
export interface SendRecipient {
    /**
     * An e-mail address (RFC 5321 mailbox), without a display name.
     */
    email: string;
}
/**
 * A receiving server's reply (RFC 5321, section 4.2). Absent where the connection broke before one came.
 * 
 * @export
 * @interface SmtpReply
 */
export interface SmtpReply {
    /**
     * The basic reply code.
     */
    code: number;
    /**
     * The enhanced status code (RFC 3463), where the server gave one.
     */
    enhanced_code: string | null;
    /**
     * The reply as it came, without the codes.
     */
    text: string;
    /**
     * The server that answered.
     */
    host: string;
}
/**
 * The span that was searched, after clamping to the retention window.
 * @export
 * @interface Window
 */
export interface Window {
    /**
     * Inclusive.
     */
    since: string;
    /**
     * Exclusive; null where the span is open.
     */
    until: string | null;
}
