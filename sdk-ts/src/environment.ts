/** Whether this runs in a page of a browser, where everybody who opens it can read what it holds. */
export function isBrowser(): boolean {
  return typeof window !== 'undefined' && typeof document !== 'undefined'
}

/** Returns an environment variable, without white space around it, or undefined where it is not set. */
export function environment(name: string): string | undefined {
  try {
    // An empty variable is how a shell or a compose file says "not set".
    return process.env[name]?.trim() || undefined
  } catch {
    // Edge workers have no process, or one without env, and Deno asks leave for each variable that is read.
    return undefined
  }
}
