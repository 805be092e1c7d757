import { QueryClient } from '@tanstack/preact-query'
import { APIConnectionError, APIError } from 'postseal'

/** Refusals stay refusals, however often one asks. */
function isWorthRetry(failures: number, error: Error): boolean {
  if (error instanceof APIConnectionError) return failures < 2
  return error instanceof APIError && error.status >= 500 && failures < 1
}

/**
 * What the console knows of the service. Each screen asks again when it is shown: what happened meanwhile was followed by
 * nobody.
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
