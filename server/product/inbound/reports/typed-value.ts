/** A value that names its kind: `rfc822; ada@example.com`, `smtp; 550 No` (RFC 3464, section 2.1.2). */
export interface TypedValue {
  /** Kind in lower case; empty if the value has none. */
  readonly type: string
  readonly value: string
}

export function readTyped(text: string): TypedValue {
  const [, type = '', value = ''] = /^([A-Za-z0-9-]+)[ \t]*;(.*)$/s.exec(text) ?? []
  return type === '' ? { type: '', value: text.trim() } : { type: type.toLowerCase(), value: value.trim() }
}

/**
 * Returns the address in a typed value or in angle brackets. An address of the type `utf-8` may have its characters
 * escaped (RFC 6533, section 3).
 */
export function readTypedAddress(text: string): string {
  const { type, value } = readTyped(text)
  const unescaped = type === 'utf-8' ? value.replace(/\\x\{([0-9A-Fa-f]{1,6})\}/g, unescape) : value
  return unescaped.replace(/^<|>$/g, '')
}

function unescape(written: string, hex: string): string {
  const code = parseInt(hex, 16)
  return code > 0x10ffff ? written : String.fromCodePoint(code)
}
