import { Counter, type Registry } from 'prom-client'
import type { DomainVerdict } from './lifecycle.js'

export interface DomainMetrics {
  /** A check has come to its end: `error` where it could not be made. */
  checked(outcome: DomainVerdict | 'error'): void
}

/** What checks of domains come to. No label names a tenant. */
export function domainMetrics(registry: Registry): DomainMetrics {
  const checks = new Counter({
    name: 'postseal_domain_checks_total',
    help: 'Checks of domains by what they found: sound, broken, unknown where the DNS gave no answer, or error.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { checked: (outcome) => checks.inc({ outcome }) }
}
