const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** HTML without tags as the text that it stands for. */
export function unescaped(html: string): string {
  return html.replace(/&(\w+|#39);/g, (entity, name: string) => characters[name] ?? entity)
}

/** Code as it is pasted, of HTML in which it has colours. */
export function codeOf(html: string): string {
  return unescaped(html.replace(/<[^>]+>/g, ''))
}
