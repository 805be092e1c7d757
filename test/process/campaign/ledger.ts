/** A message that the service has promised to deliver: its 202 was read. */
export interface Promised {
  readonly id: string
  readonly kind: 'keyed' | 'keyless' | 'batch' | 'scheduled'
  readonly recipient: string
  /** When the 202 had been read, in milliseconds since the epoch. */
  readonly acceptedAt: number
  /** When it may be sent at the earliest. */
  readonly dueAt: number
}

/**
 * Everything that the service has promised, and when it was killed. Nothing of it comes from the service's own data.
 */
export class Ledger {
  readonly messages = new Map<string, Promised>()
  /** The first message of each idempotency key. */
  readonly byKey = new Map<string, string>()
  /** Keys that were answered with two different messages. */
  readonly twoOfOneKey: string[] = []
  /** The deletions that were answered, by the erased address. */
  readonly deletions = new Map<string, string>()
  /** The suppressed addresses of imports that were answered. */
  readonly imported = new Set<string>()
  /** The times of the kills, in milliseconds since the epoch. */
  readonly kills: number[] = []
  /** Numbers of requests by status; `lost` for those without a reply. */
  readonly statuses = new Map<string, number>()

  promise(message: Promised, key?: string): void {
    this.messages.set(message.id, message)
    if (key === undefined) return
    const first = this.byKey.get(key)
    if (first === undefined) this.byKey.set(key, message.id)
    else if (first !== message.id) this.twoOfOneKey.push(key)
  }

  count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}
