import type { components } from '../../../../generated/api-types.js'
import { html, type Markup } from '../../../platform/http/pages/html.js'
import { longTime } from './time.js'

export type MessageLog = components['schemas']['MessageLog']
type Attempt = components['schemas']['DeliveryAttempt']

/** The log of the service's own deliveries. */
export interface DeliveryLogs {
  /** Returns whether an envelope sender is a return path of this service. */
  isOwn(sender: string): boolean
  /**
   * Returns the logs of the message that a return path belongs to, one for each recipient; empty if the logs are
   * gone.
   */
  of(sender: string): Promise<readonly MessageLog[]>
}

/** Renders the tab with the service's own record of the delivery: status, attempts and replies, by recipient. */
export function deliveryLog(logs: readonly MessageLog[]): Markup {
  const [first] = logs
  if (first === undefined) {
    return html`<p class="hint">
      The service no longer has a log of this delivery: its retention has ended, or it was erased.
    </p>`
  }
  return html`<dl class="envelope">
      <dt>Message</dt>
      <dd><code>${first.message_id}</code></dd>
      <dt>Project</dt>
      <dd><code>${first.project_id}</code> (${first.environment})</dd>
    </dl>
    <p class="hint">
      The API returns the same at <code>/v1/message-logs?message_id=${first.message_id}</code>.
    </p>
    ${logs.map(recipientLog)}`
}

function recipientLog(log: MessageLog): Markup {
  return html`<section class="panel stack" aria-label="Log of ${log.recipient}">
    <h3>${log.recipient} <span class="status ${log.status}">${log.status}</span></h3>
    <p class="quiet">
      <code>${log.id}</code>${log.kind !== 'to' && html`, ${log.kind}`}${
        log.suppression_reason && html`, not sent: ${log.suppression_reason}`
      }${log.complained_at && html`, complaint at ${longTime(log.complained_at)}`}${
        log.next_attempt_at && html`, next attempt at ${longTime(log.next_attempt_at)}`
      }
    </p>
    ${
      log.attempts.length === 0
        ? html`<p class="hint">No attempts yet.</p>`
        : html`<div class="scroll">
            <table class="attempts">
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Outcome</th>
                  <th scope="col">Reply</th>
                </tr>
              </thead>
              <tbody>
                ${log.attempts.map(attemptRow)}
              </tbody>
            </table>
          </div>`
    }
  </section>`
}

function attemptRow({ at, outcome, reply, error, via }: Attempt): Markup {
  const text =
    reply === null ? error : [reply.code, reply.enhanced_code, reply.text].filter(Boolean).join(' ')
  return html`<tr>
    <td>${longTime(at)}</td>
    <td>${outcome}${via === 'dsn' && ' (reported)'}</td>
    <td>${text ?? ''}</td>
  </tr>`
}
