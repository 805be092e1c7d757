/** The tags of Liquid that templates can use, without the tags that only end or divide others. */
export const liquidTags: readonly string[] =
  '# assign block break capture case comment continue cycle decrement echo for if increment layout liquid raw render tablerow unless'.split(
    ' ',
  )

/** Tags that divide or end other tags. */
const innerTags: readonly string[] =
  'else elsif when endblock endcapture endcase endcomment endfor endif endraw endtablerow endunless'.split(
    ' ',
  )

/** The filters of Liquid that templates can use. */
export const liquidFilters: readonly string[] = [
  'escape xml_escape escape_once newline_to_br strip_html abs at_least at_most ceil divided_by floor minus plus',
  'modulo times round url_decode url_encode cgi_escape uri_escape slugify join last first reverse sort',
  'sort_natural size map sum compact concat push unshift pop shift slice where reject group_by has find_index',
  'find uniq date date_to_xmlschema date_to_rfc822 date_to_string date_to_long_string append prepend lstrip',
  'downcase upcase remove remove_first remove_last rstrip split strip strip_newlines squish capitalize replace',
  'replace_first replace_last truncate truncatewords normalize_whitespace number_of_words',
  'array_to_sentence_string base64_encode base64_decode sha256 hmac_sha256 default raw jsonify to_integer json',
  'inspect',
].flatMap((line) => line.split(' '))

/** Names that a template can use, for completion. */
export interface LiquidNames {
  /** Names of the declared variables. */
  readonly variables: readonly string[]
  /** Names of contact properties. */
  readonly properties: readonly string[]
  /** Layouts and partials, by their ids. */
  readonly templates: readonly { readonly id: string; readonly name: string; readonly kind: string }[]
}

/** Completions at the cursor. */
export interface Completions {
  /** Number of characters before the cursor that a completion replaces. */
  readonly length: number
  readonly options: readonly { readonly label: string; readonly apply?: string; readonly detail?: string }[]
}

/** Number of characters before the cursor that are examined: tags are short. */
export const lookBack = 2_000

/**
 * Returns the possible continuations of a text in a Liquid source: tags, filters, names, or ids of layouts and
 * partials.
 *
 * @param before the text before the cursor, at most `lookBack` characters of it
 * @returns undefined outside of Liquid
 */
export function completionsAfter(before: string, names: LiquidNames): Completions | undefined {
  const [output, tag] = [before.lastIndexOf('{{'), before.lastIndexOf('{%')]
  const begin = Math.max(output, tag)
  if (begin < 0) return undefined
  const inside = before.slice(begin + 2).replace(/^-/, '')
  if (inside.includes(tag > output ? '%}' : '}}')) return undefined
  const word = /[\w#]*$/.exec(inside)?.[0] ?? ''
  const ahead = inside.slice(0, inside.length - word.length)
  const of = (labels: readonly string[], detail: string) => ({
    length: word.length,
    options: labels.map((label) => ({ label, detail })),
  })
  if (tag > output && ahead.trim() === '') return of([...liquidTags, ...innerTags], 'tag')
  const named = /^\s*(layout|render)\s+['"]$/.exec(ahead)
  if (named !== null) {
    const kind = named[1] === 'layout' ? 'layout' : 'partial'
    const options = names.templates
      .filter((template) => template.kind === kind)
      .map(({ id, name }) => ({ label: id, detail: name }))
    return { length: word.length, options }
  }
  // Within quotes there are no names.
  if ((ahead.replace(/"[^"]*"|'[^']*'/g, '').match(/["']/g) ?? []).length > 0) return undefined
  if (/\|\s*$/.test(ahead)) return of(liquidFilters, 'filter')
  if (/\bcontact\.properties\.$/.test(ahead)) return of(names.properties, 'property of the contact')
  if (/\bcontact\.$/.test(ahead)) return of(['email', 'name', 'properties'], 'contact')
  if (/\.$/.test(ahead) || /^\d/.test(word)) return undefined
  return {
    length: word.length,
    options: [
      ...names.variables.map((label) => ({ label, detail: 'variable' })),
      { label: 'contact', detail: 'who it goes to' },
      { label: 'unsubscribe_url', detail: 'of campaigns and automations' },
    ],
  }
}
