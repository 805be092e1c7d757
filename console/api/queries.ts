import { QueryClient } from '@tanstack/preact-query'
import { APIConnectionError, APIError } from 'postseal'

/** Retries lost connections and errors of the service. A refusal is not retried, since it would be refused again. */
function isWorthRetry(failures: number, error: Error): boolean {
  if (error instanceof APIConnectionError) return failures < 2
  return error instanceof APIError && error.status >= 500 && failures < 1
}

/**
 * Cache of the service's replies. Each screen refetches when it is shown, because nobody followed the changes in the
 * meantime.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * 60_000,
      retry: isWorthRetry,
      retryDelay: (attempt) => 500 * 2 ** attempt,
      // A lost network is noticed by what fails, not by what the browser believes.
      networkMode: 'always',
    },
  },
})
