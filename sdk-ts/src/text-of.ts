/**
 * The body of a reply as text, in parts as they come. Whoever stops reading ends the reply. Throws as the
 * body fails.
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
