import { Counter, type Registry } from 'prom-client'

/** Counts the outcomes of sign-in mails. */
export interface MailMetrics {
  count(outcome: 'sent' | 'failed' | 'expired' | 'nobody'): void
}

export function mailMetrics(registry: Registry): MailMetrics {
  const mails = new Counter({
    name: 'postseal_sign_in_mails_total',
    help: 'Sign-in mails by outcome: nobody means that no user has the address.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { count: (outcome) => mails.inc({ outcome }) }
}

/** Counts attempts to sign in. */
export interface SignInMetrics {
  count(outcome: 'succeeded' | 'refused'): void
}

export function signInMetrics(registry: Registry): SignInMetrics {
  const signIns = new Counter({
    name: 'postseal_sign_ins_total',
    help: 'Attempts to sign in with the token of a link or with a passkey, by outcome. Attempts beyond the rate limit are not counted.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { count: (outcome) => signIns.inc({ outcome }) }
}
