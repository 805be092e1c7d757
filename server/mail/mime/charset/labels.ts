/** Labels in mail that are no labels of the Encoding Standard, or name less there than senders mean. */
const meant = new Map([
  ['utf8mb4', 'utf-8'],
  ['utf8mb3', 'utf-8'],
  ['unicode-1-1-utf-7', 'utf-7'],
  ['unicode', 'utf-16'],
  ['csunicode', 'utf-16'],
  ['ucs-2', 'utf-16'],
  ['iso-10646-ucs-2', 'utf-16'],
  ['gb2312', 'gb18030'],
  ['gb2312-80', 'gb18030'],
  ['gbk', 'gb18030'],
  ['cngb', 'gb18030'],
  ['euccn', 'gb18030'],
  ['eucjp', 'euc-jp'],
  ['eucjpms', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['hz-gb-2312', 'hz'],
  ['hzgb2312', 'hz'],
  ['uhc', 'euc-kr'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['iso-2022-jp-3', 'iso-2022-jp'],
  ['iso-2022-jp-2004', 'iso-2022-jp'],
  ['iso-2022-jp-ext', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
  ['iso2022jp', 'iso-2022-jp'],
  ['iso2022jp2', 'iso-2022-jp'],
  ['jis', 'iso-2022-jp'],
  ['jis7', 'iso-2022-jp'],
  ['iso2022kr', 'iso-2022-kr'],
  ['iso2022cn', 'iso-2022-cn'],
  ['iso-2022-cn-ext', 'iso-2022-cn'],
  ['latin7', 'iso-8859-13'],
  ['latin8', 'iso-8859-14'],
  ['latin9', 'iso-8859-15'],
  ['latin0', 'iso-8859-15'],
  ['latin10', 'iso-8859-16'],
  ['koi8', 'koi8-r'],
  ['tis620', 'windows-874'],
  ['macroman', 'macintosh'],
  ['appleroman', 'macintosh'],
  ['macce', 'maccenteuro'],
  ['maccentraleurope', 'maccenteuro'],
  ['maccentraleurroman', 'maccenteuro'],
  ['macicelandic', 'maciceland'],
  ['macromanian', 'macromania'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['macukrainian', 'x-mac-cyrillic'],
  ['macjapanese', 'shift_jis'],
  ['mackorean', 'euc-kr'],
  ['macchinesetrad', 'big5'],
  ['macchinesesimp', 'gb18030'],
  ['pc8codepage437', 'cp437'],
  ['pc850multilingual', 'cp850'],
  ['pcp852', 'cp852'],
])

/** Code pages of Windows that have another name. */
const pages = new Map([
  ['874', 'windows-874'],
  ['932', 'shift_jis'],
  ['936', 'gb18030'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['1200', 'utf-16le'],
  ['1201', 'utf-16be'],
  ['10000', 'macintosh'],
  ['20866', 'koi8-r'],
  ['20932', 'euc-jp'],
  ['20936', 'gb18030'],
  ['21866', 'koi8-u'],
  ['50220', 'iso-2022-jp'],
  ['50221', 'iso-2022-jp'],
  ['50222', 'iso-2022-jp'],
  ['50225', 'iso-2022-kr'],
  ['51932', 'euc-jp'],
  ['51936', 'gb18030'],
  ['51949', 'euc-kr'],
  ['52936', 'hz'],
  ['54936', 'gb18030'],
  ['65000', 'utf-7'],
  ['65001', 'utf-8'],
])

/** Names of charsets that say nothing about bytes beyond ASCII. */
const vague = new Set(['usascii', 'ascii', 'ansix341968', 'isoir6', 'iso646us', 'userdefined'])

/** Largest number of characters of a label that are read. */
const longestLabel = 60

/**
 * Removes characters around a label that senders leave there by mistake: quotes, `3D` of quoted-printable, other
 * parameters.
 */
function bare(label: string): string {
  const lower = label.slice(0, longestLabel).toLowerCase()
  const text = lower.replace(/^\W*3d(?=")/, '').replace(/(iso|utf|windows|latin|cp) +(?=\d)/, '$1-')
  return /[a-z0-9][\w.:+-]*/.exec(text)?.[0] ?? ''
}

/**
 * Yields the names by which the charset of a label may be known, the likeliest first. There are none if the label
 * says nothing about bytes beyond ASCII.
 *
 * @param label label as a sender wrote it
 */
export function* namesOf(label: string): Generator<string> {
  const name = bare(label)
  const plain = name.replace(/^(?:x-|cs)(?=[a-z])/, '').replaceAll('_', '-')
  const tight = plain.replace(/[^a-z0-9]/g, '')
  if (tight === '' || vague.has(tight)) return
  for (const each of [name, plain, tight]) {
    const other = meant.get(each)
    if (other !== undefined) yield other
  }
  const [, page] = /^(?:cp|codepage|windows|win|mswin|ms|msdos|dos|ibm|pc)?0*(\d{3,5})$/.exec(tight) ?? []
  if (page !== undefined) yield* pagesOf(page)
  const [, part, order] = /^(?:iso)?8859(\d{1,2})([ie]?)$/.exec(tight) ?? []
  if (part !== undefined) yield `iso-8859-${Number(part)}${order === '' ? '' : `-${order}`}`
  const [, bits, ends = ''] = /^(?:utf|ucs)(7|8|16|32)(le|be|)/.exec(tight) ?? []
  if (bits !== undefined) yield `utf-${bits}${ends}`
  yield* [name, plain, tight]
}

function* pagesOf(page: string): Generator<string> {
  const other = pages.get(page)
  if (other !== undefined) yield other
  else if (/^125\d$/.test(page)) yield `windows-${page}`
  else if (/^28(59\d|60[0-6])$/.test(page)) yield `iso-8859-${Number(page) - 28590}`
  else yield `cp${page}`
}
