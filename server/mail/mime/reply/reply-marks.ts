/**
 * Recognizes the lines that mail clients write around a quotation, by language. All patterns take time that grows
 * with the length of a line at most with a small factor, and lines are cut before (see `plain`).
 */

/** Number of characters of a line that are read. */
const looked = 500

/**
 * Returns a line in the form for comparing: without marks that nobody sees, with plain spaces, and of bounded length.
 */
export function plain(line: string): string {
  const text = line.slice(0, looked)
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim()
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .trim()
}

/** Returns whether a line is quoted. */
export function isQuoted(line: string): boolean {
  return /^[ \t]{0,3}[>＞]/.test(line)
}

const alternatives = (words: readonly string[]) => words.join('|').replaceAll(' ', '\\s+')

/** Words before `:` of a header that is quoted as text. Those of one kind are in one string, by language. */
const labels = {
  from: [
    'from|von|de|da|van|od|от|от кого|差出人|送信元|送信者|发件人|發件人|寄件者|寄件人|från|fra|lähettäjä|feladó|gönderen',
    'kimden|expéditeur|remitente|mittente|remetente|afzender|nadawca|отправитель|від|avsändare',
    'avsender|odesílatel|보낸 ?사람|από|de la',
  ],
  date: [
    'sent|date|gesendet|gesendet am|datum|envoyé|envoyé le|enviado|enviado el|enviada em|enviado em',
    'enviada|fecha|data|inviato|verzonden|wysłano|wysłane|data wysłania|отправлено|дата|送信日時|送信日|日付',
    '日時|发送时间|发送日期|日期|时间|傳送時間|寄件日期|發送時間|skickat|skickades|sendt|dato|lähetetty|päivämäärä|päiväys',
    'odesláno|elküldve|dátum|tarih|gönderme tarihi|보낸 ?날짜|날짜|ημερομηνία|στάλθηκε|trimis|надіслано',
  ],
  to: [
    'to|an|à|a|para|pour|destinataire|aan|do|кому|宛先|收件人|收件者|till|til|vastaanottaja|komu|címzett|kime',
    'alıcı|받는 ?사람|προς|către|destinatario|ontvanger|dla',
  ],
  subject: [
    'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|тема|件名|主题|主題|標題|ämne|emne|aihe',
    'předmět|tárgy|konu|제목|θέμα|subiect',
  ],
} as const

export type Label = keyof typeof labels

/** Labels with emphasis as it is left when HTML is turned into text. */
const label = new Map(
  Object.entries(labels).map(([kind, words]) => [
    kind as Label,
    new RegExp(`^[*_]{0,2}(?:${alternatives(words)})\\s{0,2}[*_]{0,2}\\s{0,2}[:：]`, 'iu'),
  ]),
)

/** Returns which field of a header a line appears to be. */
export function labelOf(line: string): Label | undefined {
  if (!/[:：]/.test(line.slice(0, 30))) return undefined
  for (const [kind, pattern] of label) if (pattern.test(line)) return kind
  return undefined
}

/** Words between dashes, or before a colon, above a message that is quoted or forwarded. */
const announced = alternatives([
  'original( message)?|replied message|forwarded message|begin forwarded message|start of forwarded message',
  '(ursprüngliche|original|originale|weitergeleitete)[- ]?nachricht|anfang der weitergeleiteten nachricht',
  "message (d['’]origine|original|initial|transféré)|début du message (transféré|réexpédié)",
  'mensaje (original|reenviado)|inicio del mensaje reenviado',
  'messaggio (originale|inoltrato)|inizio messaggio inoltrato',
  'mensagem (original|encaminhada|reencaminhada)|início da mensagem (encaminhada|reencaminhada)',
  '(oorspronkelijk|origineel|doorgestuurd) bericht|begin doorgestuurd bericht',
  'wiadomość oryginalna|oryginalna wiadomość|treść oryginalnej wiadomości',
  '(przekazana )?wiadomość( przekazana)?',
  '(исходное|пересылаемое|пересланное|оригинальное) (сообщение|письмо)',
  'начало переадресованного сообщения',
  '元のメッセージ|転送されたメッセージ|転送メッセージ|メッセージの転送',
  '原始邮件|原始郵件|原邮件|回复的原邮件|转发的?邮件|轉寄郵件|轉寄的郵件|转发的?消息',
  '(ursprungligt|vidarebefordrat) meddelande|vidarebefordrat brev',
  '(oprindelig|videresendt) (meddelelse|besked)',
  '(opprinnelig|videresendt) melding|alkuperäinen viesti|původní zpráva|eredeti üzenet',
  'orijinal (ileti|mesaj)|원본 ?(메일|메시지)',
])

const dash = '[-_=‐-―─*]'
const betweenDashes = new RegExp(`^${dash}{2,80} ?(?:${announced})[ :：]?${dash}{2,80}$`, 'iu')
const beforeColon = new RegExp(`^(?:${announced})\\s?[:：]$`, 'iu')
const onlyDashes = new RegExp(`^${dash}{5,120}$`, 'u')

/** Returns whether a line announces the message that is quoted below it, whose lines have no mark. */
export function isAnnouncement(line: string): boolean {
  return line.length < 240 && betweenDashes.test(line.replace(/&nbsp;/g, ' '))
}

/** Returns whether a line may belong to the header below it. */
export function mayLead(line: string): boolean {
  return onlyDashes.test(line) || beforeColon.test(line) || isAnnouncement(line)
}

/** "Wrote", in all languages that write words separately. */
const verbs = alternatives([
  'wrote|writes|schrieb|geschrieben|a écrit|écrit|écrivait|escribió|escribio|ha scritto|scrive',
  'scritto|escreveu|schreef|geschreven|napisał|napisała|napisana przez|napisał\\(a\\)|pisze|написал',
  'написала|написал\\(а\\)|пишет|пишёт|писал|писал\\(а\\)|skrev|kirjoitti|napsal|napsala',
  'napsal\\(a\\)|napísal|napísal\\(a\\)|írta|yazdı|şunu yazdı|şunları yazdı|a scris|έγραψε|написа',
  'va escriure|skreiv|написав|написала|napisao|napisala|menulis|đã viết|viết',
])
const wroteApart = new RegExp(`(?:^|[\\s,.)>"”])(?:${verbs})(?=[\\s:：,(.]|$)`, 'iu')
/** "Wrote", in languages that do not separate words. */
const wroteTogether =
  /写道|寫道|写到|のメッセージ|のメール|書きました|書いた|からのメール|작성|님이 작성|님의 말|เขียนว่า/u

/** Words that begin an attribution that continues in the next line. */
const openers =
  /^(?:on|at|am|le|el|il|in data|em|no dia|a|op|w dniu|dnia|dne|den|på|pe|la|v|kl|в|在|于|於|vào)(?=[\s,]|\d)/iu

const address = /[<([][^\s<>()[\]]{1,254}@[^\s<>()[\]]{1,254}[>)\]]/
const time = /\d{1,2} ?[:.h時时点點] ?\d{2}/
const date = /\d{4}|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2}/

/** Returns whether a line can be the first of several that say who wrote what is quoted below. */
export function mayOpen(line: string): boolean {
  return openers.test(line) || address.test(line) || (date.test(line) && time.test(line))
}

/** Returns whether a line begins like one that says who wrote what is quoted below, and like nothing else. */
export function opensByWord(line: string): boolean {
  return openers.test(line)
}

/**
 * Returns whether a text says who wrote what is quoted below it, as in "On 3 May 2026 at 10:12, Ada <ada@example.com>
 * wrote:".
 *
 * @param isMarked true if the lines below are marked as quoted; if they are not, stronger signs are required
 */
export function isAttribution(text: string, isMarked: boolean): boolean {
  if (text.length > 4 * looked || !/[:：]$/.test(text)) return false
  const hasAddress = address.test(text)
  const hasDate = date.test(text)
  const wrote = wroteApart.test(text) || wroteTogether.test(text)
  if (isMarked && wrote) return true
  if (wrote) return hasDate && (hasAddress || time.test(text))
  // Some languages do without the verb.
  return hasDate && hasAddress && /[>)\]]\s?[:：]$/u.test(text) && time.test(text)
}

const products = new RegExp(
  [
    'iphone|ipad|ipod|\\bios\\b|\\bwatch\\b|android|galaxy|samsung|huawei|xiaomi|redmi|\\bpixel\\b|oneplus',
    'nokia|motorola|sony|xperia|blackberry|phone|handy|telefoon|telefon|téléphone|teléfono|móvil',
    'telefone|celular|celulare|cellulare|telefono|mobil|tablet|\\bmail\\b|e-?mail|correo|courrier|posta',
    'poczt|почт|телефон|メール|手机|手機|邮件|郵件|outlook|yahoo|proton|gmail|gmx|web\\.de|windows|thunderbird',
    'k-9|spark|tuta|fastmail|aol',
  ].join('|'),
  'iu',
)
const sent = new RegExp(
  `^(?:${alternatives([
    'sent (from|via|with|using|by|on)',
    'gesendet (von|mit|über|vom)|von (meinem|meiner|mein) .{1,60} gesendet',
    'diese nachricht wurde von .{1,80} gesendet',
    'envoyé (de|depuis|à partir|avec|via|par)',
    'enviado (desde|con|de|do|da|a partir|por|via|com|pelo|através)',
    'inviato (da|dal|dalla|con|tramite)',
    '(verstuurd|verzonden) (vanaf|met|via|vanuit|van)',
    '(wysłane|wysłano) (z|ze|za pomocą|przy użyciu)',
    '(отправлено|надіслано|послано) (с|со|из|через|з|із)',
    'skickat (från|med|via)|skickades från|sendt (fra|med|via)|lähetetty|odesláno (z|ze|pomocí)',
    'odoslané z|elküldve|trimis (de pe|din)',
    '(发自|發自|寄自|发送自|傳送自|从我的|從我的|来自|來自|通过|使用)',
  ])})`,
  'iu',
)
const sentAtEnd =
  /(?:から送信(?:されました)?|を使用して送信|で送信|에서 보냄|gönderildi|传送|傳送|发送)[。.]?$/u
const getOutlook = /\boutlook\b.{0,30}\b(?:ios|android|mac)\b|\b(?:ios|android|mac)\b.{0,30}\boutlook\b/iu

/** Returns whether a line is one that a phone, or a client, adds below its owner's text. */
export function isDeviceLine(line: string): boolean {
  const text = withoutLinks(line)
  if (text.length > 120) return false
  return ((sent.test(text) || sentAtEnd.test(text)) && products.test(text)) || getOutlook.test(text)
}

/** Returns whether a device line is wrapped to these two. */
export function areDeviceLines(first: string, second: string): boolean {
  return first !== '' && sent.test(withoutLinks(`${first} ${second}`)) && isDeviceLine(`${first} ${second}`)
}

function withoutLinks(line: string): string {
  return line.replace(/\s?[<([]?https?:\/\/[^\s<>]{1,300}/g, ' ').trim()
}

/** Returns whether a line is an address alone, as follows a device line that was a link. */
export function isLink(line: string): boolean {
  return /^[<([]?https?:\/\/[^\s<>]{1,300}[>)\]]?$/.test(line)
}
