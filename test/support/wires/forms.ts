/** A field of a form, or a file. */
export type Field = readonly [name: string, value: string | File]

/** Encodes a form with files (RFC 7578) as a request of the tests. */
export async function formOf(
  fields: readonly Field[],
): Promise<{ readonly raw: Buffer; readonly headers: Readonly<Record<string, string>> }> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    raw: Buffer.from(await request.arrayBuffer()),
    headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
  }
}
