/**
 * The address that samples have: the public one. Where that is made of PORT=0, any free port, only a connection knows
 * which one it has become.
 *
 * @param publicUrl without a trailing slash
 * @param port that a request came in by
 */
export function sampleBaseUrl(publicUrl: string, port: number | undefined): string {
  const url = new URL(publicUrl)
  if (url.port !== '0') return publicUrl
  url.port = String(port)
  return url.href.replace(/\/$/, '')
}
