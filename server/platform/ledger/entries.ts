/**
 * The facts that a ledger records: everything that takes something away from somebody, and everything that gives it
 * back. Each kind names its fact, so that a database that was restored from an earlier backup can be told of it
 * again.
 *
 * A fact is stated whole, not as a difference: of several lines about one subject the last one holds.
 */
export interface LedgerFacts {
  /** An API key was revoked or stopped. The subject is the key. */
  api_key_revoked: NoState
  /** An API key lost rights. The subject is the key; the state is its remaining rights. */
  api_key_narrowed: {
    readonly scopes: readonly string[]
    readonly environment: string | null
    readonly ip_cidrs: readonly string[]
    readonly sender_domains: readonly string[]
    readonly expires_at: string | null
  }
  /** One session ended. The subject is the session. */
  session_ended: NoState
  /** All sessions that a user had at this time ended. The subject is the user. */
  user_sessions_ended: NoState
  /** All sessions of the service that were there at this time ended: its secret was rotated. */
  all_sessions_ended: NoState
  /** A user was removed. The subject is the user. */
  user_removed: NoState
  /** A user got another role. The subject is the user. */
  user_role: { readonly role: string }
  /** A passkey was removed. The subject is the passkey. */
  passkey_removed: NoState
  /**
   * The sending of a workspace was halted, by an operator or by its rates; or it may send again. The subject is the
   * workspace.
   */
  workspace_halted: { readonly reason: string; readonly note: string | null }
  /** The links in the mail of a workspace ended; or work again. The subject is the workspace. */
  workspace_links_ended: { readonly reason: string }
  /**
   * A workspace was archived, or is to be deleted at a time, or was deleted; or is in use again. The subject is the
   * workspace.
   */
  workspace_closed: { readonly delete_at: string | null }
  /** A project was archived; or taken into use again. The subject is the project. */
  project_archived: NoState
  /** A workspace left its identity provider; or has it again. The subject is the issuer with the client's id. */
  identity_provider_deleted: NoState
  /**
   * A workspace gave up a domain whose people its identity provider signs in; or has it again. The subject is the
   * domain.
   */
  identity_domain_removed: NoState
  /** A webhook was deleted or disabled; or enabled again. The subject is the webhook. */
  webhook_stopped: { readonly deleted: boolean }
  /** An address was suppressed; or the suppression was lifted. The subject is the address. */
  suppression: {
    readonly reason: string
    readonly note: string | null
    readonly suppressed_at: string | null
    /** The project that the suppression holds for; null if it holds for the whole workspace. */
    readonly project_id: string | null
  }
  /** A contact opted out of a project; or opted back in. The subject is the contact. */
  contact_opt_out: {
    readonly project_id: string
    readonly environment: string
    readonly unsubscribed_at: string | null
  }
  /** A contact ended a topic of its project; or chose it again. The subject is the contact with the topic's key. */
  contact_topic: { readonly project_id: string; readonly environment: string; readonly topic: string }
  /** A contact left a list; or confirmed it again. The subject is the list with the contact. */
  list_subscription: {
    readonly project_id: string
    readonly environment: string
    readonly list_id: string
    readonly contact_id: string
  }
  /** A contact was deleted. The subject is the contact. */
  contact_deleted: NoState
  /** An address was erased. The subject is the token that stands for it from then on. */
  erasure: {
    readonly project_id: string | null
    readonly environment: string | null
    readonly deletion_id: string
  }
}

/** A fact that says everything by its kind and its subject. */
export type NoState = Readonly<Record<string, never>>

export type LedgerKind = keyof LedgerFacts

/** Tells whether lines of a kind are about recipients of a workspace, which may have any number of them. */
export function isAboutRecipients(kind: LedgerKind): boolean {
  return kind === 'suppression' || kind === 'list_subscription' || kind.startsWith('contact_')
}

/** A fact in the form in which the code that causes it states it. */
export type LedgerEntry = {
  [Kind in LedgerKind]: {
    readonly kind: Kind
    /** The workspace; undefined if the fact is about the whole service. */
    readonly workspaceId?: string
    /** The subject, within the kind and the workspace. If absent, the address is the subject. */
    readonly id?: string
    /** The address that the fact is about, in the form of `foldAddress`. The ledger keeps it sealed, and hashed. */
    readonly address?: string
    readonly state: LedgerFacts[Kind]
    /** True if this fact gives back what earlier lines took. */
    readonly gives?: boolean
  }
}[LedgerKind]

/** A line of a ledger. */
export interface LedgerLine<Kind extends string = string, State = unknown> {
  /** The number of the line in its file, from 1 on. */
  readonly n: number
  /** The database's time in UTC, to the microsecond, such as `2030-01-31T09:00:00.000000Z`. */
  readonly at: string
  readonly kind: Kind
  readonly ws?: string
  readonly id?: string
  /** The token of the address in its workspace. */
  readonly who?: string
  /** The address, sealed, in base64url. Compaction leaves it out once the address was erased. */
  readonly sealed?: string
  readonly gives?: true
  readonly state: State
}

/** Returns the subject of a line. Of several lines about one subject the last one holds. */
export function subjectOf({ kind, ws, id, who }: LedgerLine): string {
  return [kind, ws ?? '', id ?? who ?? ''].join(' ')
}
