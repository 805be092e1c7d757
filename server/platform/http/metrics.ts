import { Histogram, type Registry } from 'prom-client'

export interface HttpMetrics {
  observe(operation: string, status: number, seconds: number): void
}

/** Registers the metric of the durations of requests, by operation and status. No label names a tenant. */
export function httpMetrics(registry: Registry): HttpMetrics {
  const histogram = new Histogram({
    name: 'postseal_http_request_seconds',
    help: 'Time from the head of a request to the end of its reply.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return { observe: (operation, status, seconds) => histogram.observe({ operation, status }, seconds) }
}
