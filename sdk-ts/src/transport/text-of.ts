/**
 * Yields the body of a reply as text, in parts as they arrive. If the caller stops reading, the reply ends. Throws if
 * the body fails.
 */
export async function* textOf({ body }: Response): AsyncGenerator<string, void, void> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A character can be split between two parts.
      const text = decoder.decode(value, { stream: !done })
      if (text) yield text
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Yields the lines of text that arrives in parts. Skips empty lines. */
export async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let rest = ''
  for await (const part of parts) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter(Boolean)
  }
  if (rest) yield rest
}
