/**
 * Yields the body of a reply as text, in parts as they come. Whoever stops reading ends the reply. Throws as the body
 * fails.
 */
export async function* textOf({ body }: Response): AsyncGenerator<string, void, void> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A character may come in two parts.
      const text = decoder.decode(value, { stream: !done })
      if (text) yield text
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Yields the lines of a text that comes in parts, except empty ones. */
export async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = ''
  for await (const part of parts) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(Boolean)
  }
  if (rest) yield rest
}
