import { Counter, type Registry } from 'prom-client'
import type { DomainVerdict } from './lifecycle.js'

export interface DomainMetrics {
  /** Counts a check that has ended; the outcome is `error` if the check could not be made. */
  checked(outcome: DomainVerdict | 'error'): void
}

/** Registers the metrics of checks of domains. No label names a tenant. */
export function domainMetrics(registry: Registry): DomainMetrics {
  const checks = new Counter({
    name: 'postseal_domain_checks_total',
    help: 'Checks of domains by result: sound, broken, unknown if the DNS gave no answer, or error.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { checked: (outcome) => checks.inc({ outcome }) }
}
