/** Markup that is safe to send. Only the {@link html} template and {@link trusted} make it. */
export class Markup {
  constructor(readonly source: string) {}
}

type Part = Markup | string | number | false | null | undefined | readonly Part[]

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
)

/**
 * Makes markup from a template that escapes everything put into it, for element content and for attributes in quotes.
 * Markup goes in as it is, lists are joined, false, null and undefined are left out (so `condition && html…` works).
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

/** Takes text for markup. For constants of this program only. */
export function trusted(source: string): Markup {
  return new Markup(source)
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.source
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return part.map(render).join('')
}

/**
 * Escapes the characters of HTML, and takes out those that turn the reading direction around (Unicode UAX 9), with
 * which a subject could rearrange the text after it.
 */
function escape(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? '')
}
