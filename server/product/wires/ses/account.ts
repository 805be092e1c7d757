import type { operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import type { WireOperations } from '../frame/wire.js'

/** The operation of the account, which is the workspace. */
export const account = {
  getAccount: async ({ principal }, { call }) => {
    const { body: sending } = await call('retrieveSendingStatus', {})
    const isActive = sending.status === 'active'
    const day =
      principal.kind === 'projectKey' ? undefined : (await call('retrieveUsage', {})).body.recipients_today
    return {
      status: 200,
      body: {
        SendingEnabled: isActive,
        EnforcementStatus: isActive ? 'HEALTHY' : 'SHUTDOWN',
        ProductionAccessEnabled: true,
        SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
        ...(day !== undefined && {
          // SES writes -1 for an account without a limit.
          SendQuota: { Max24HourSend: day.limit ?? -1, SentLast24Hours: day.used },
        }),
      },
    }
  },
} satisfies Partial<WireOperations<operations, Calls>>
