/** Tells whether a host, in lower case, is this machine by a name that no other machine looks up (RFC 6761). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Tells whether a text, such as the value of a DNS record, names a host that only this machine reaches. */
export function namesLocalhost(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[^a-z0-9._-]+/)
    .some((word) => isLocalhost(word.replace(/\.+$/, '')))
}
