/** Returns whether this code runs in a browser page, where everyone who opens the page can read its data. */
export function isBrowser(): boolean {
  return typeof window !== 'undefined' && typeof document !== 'undefined'
}

/** Returns the name and version of the runtime, such as `node/24.1.0`. */
export function runtimeName(): string {
  const { Deno, Bun, EdgeRuntime, navigator } = globalThis as {
    Deno?: { version?: { deno?: string } }
    Bun?: { version?: string }
    EdgeRuntime?: unknown
    navigator?: { userAgent?: string }
  }
  if (Deno?.version?.deno) return `deno/${Deno.version.deno}`
  if (Bun?.version) return `bun/${Bun.version}`
  if (typeof EdgeRuntime === 'string') return 'edge'
  if (navigator?.userAgent === 'Cloudflare-Workers') return 'workerd'
  if (isBrowser()) return 'browser'
  try {
    return process.versions.node ? `node/${process.versions.node}` : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Returns an environment variable without surrounding white space, or undefined if it is not set. */
export function environment(name: string): string | undefined {
  try {
    // An empty variable is how a shell or a compose file says "not set".
    return process.env[name]?.trim() || undefined
  } catch {
    // Edge workers have no process, or a process without env. Deno asks for permission for each variable that is read.
    return undefined
  }
}
