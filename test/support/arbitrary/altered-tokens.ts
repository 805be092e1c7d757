/** Every token that differs in one bit, and those that are cut, longer, padded or written in another way. */
export function alteredTokens(token: string): string[] {
  const bytes = Buffer.from(token, 'base64url')
  const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const copy = Buffer.from(bytes)
    copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return copy.toString('base64url')
  })
  const lastLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((letter) => token.slice(0, -1) + letter)
    .filter((other) => other !== token)
  return [...flipped, ...lastLetters, token.slice(0, -1), `${token}A`, `${token}=`, '']
}
