/** Writes text so that Liquid shows it unchanged, whatever follows it. */
export function literal(text: string): string {
  return text.replace(/\{[{%]|\{$/g, (opening) => `{% raw %}${opening}{% endraw %}`)
}

/** Writes a string of Liquid. */
export function quoted(text: string): string {
  if (!/['\\{}%\n\r]/.test(text)) return `'${text}'`
  const escaped = text.replace(
    /['\\{}%\n\r]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return /^[^\\{}%\n\r"]*$/.test(text) ? `"${text}"` : `'${escaped}'`
}
