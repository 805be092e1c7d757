/** Matches whoever or whatever, other than the recipient's mailbox, is unknown, invalid, full or gone. */
const others = new RegExp(
  String.raw`\b(?:${[
    "sender(?:'?s)?",
    'mail ?from',
    'from (?:the )?(?:address|header|field|domain|line)',
    '(?:header|envelope|in|the|your) from',
    'from an? (?:unknown|invalid|inactive|disabled|non-?existent)',
    'message from (?:an? )?(?:unknown|invalid|inactive|disabled|non-?existent)',
    'from:',
    'return[- ]path',
    'reverse[- ]path',
    '(?:helo|ehlo)',
    '(?:the|this|your|smtp|connecting|of) client',
    'client (?:host|address|ip|name|certificate)',
    'user ?-?agent',
    'user ?name',
    'password',
    'log ?in',
    'credentials?',
    'your (?:ip|domain|server|host|mail|account|network|isp|provider|organi[sz]ation|company|name|identity)',
    'headers?',
    'reply-to',
    'reverse lookup',
    'your dns',
    'client:? \\[[\\d.]+',
    'address:? \\[?\\d+\\.\\d+\\.\\d+\\.\\d+',
    'literal',
    'originat\\w*',
    '(?:sending|connecting) (?:domain|host|server|system|ip|mta|address)',
    'reverse dns',
    'ptr',
    'spf',
    'dkim',
    'dmarc',
    'ur[li]s?',
    'links?',
    'attachments?',
    'address error',
  ].join('|')})(?![\w-])`,
)

/** Matches the standard's words at the beginning of every refusal of a recipient, whoever is to blame. */
const openings = /recipient address rejected:|recipient rejected:/g
const recipient = /\b(?:recipients?|destination|rcpt)\b/
const both = /\bsender(?:\/| or | and )(?:\w+ )?recipient\b/

/** Matches "User unknown or access denied" and the like, which leave open which of the two is meant. */
const orPolicy =
  /\bor\b.*\b(?:polic(?:y|ies)|blocked|denied|no access|permission|not (?:permitted|allowed|authori[sz]ed)|spam|rejected)\b/

/**
 * Returns whether the sentence around a phrase that blames an address is about somebody else's address: "no such
 * domain: example.com of the sender", "invalid user agent".
 *
 * @param begin offset at which the phrase begins
 * @param end offset at which the phrase ends
 * @param enhanced the reply's enhanced code: one that leaves no doubt decides between two reasons that a text gives
 */
export function speaksOfOthers(
  text: string,
  begin: number,
  end: number,
  enhanced: string | undefined,
): boolean {
  const sentence = sentenceAround(text, begin, end).replace(openings, '')
  if (both.test(sentence)) return true
  if (others.test(sentence) && !recipient.test(sentence)) return true
  return enhanced !== '1.1' && orPolicy.test(sentence)
}

/**
 * Number of characters of a sentence that are looked at before a phrase and behind it: a server may never end its
 * sentences.
 */
const longestSide = 200
const ends = ['. ', '; ', '! ', '? ', ' - ', ' / ']

function sentenceAround(whole: string, phraseBegin: number, phraseEnd: number): string {
  const from = Math.max(0, phraseBegin - longestSide)
  const text = whole.slice(from, phraseEnd + longestSide)
  const [begin, end] = [phraseBegin - from, phraseEnd - from]
  const before = Math.max(...ends.map((mark) => text.lastIndexOf(mark, begin - 1)))
  const behind = ends.map((mark) => text.indexOf(mark, end)).filter((at) => at !== -1)
  return text.slice(begin === 0 || before === -1 ? 0 : before + 1, Math.min(text.length, ...behind))
}
