import iconv from 'iconv-lite'
import { base64, bytes, html, lines, message, multipart, part } from './compose.js'

/** A text in a charset, a character for each byte. */
const encoded = (content: string, charset: string) => iconv.encode(content, charset).toString('latin1')
const inCharset = (charset: string, content: string, label = charset) =>
  message(
    part(
      [`Content-Type: text/plain; charset=${label}`, 'Content-Transfer-Encoding: 8bit'],
      encoded(content, charset),
    ),
  )
const attached = (encoding: string, body: string) =>
  message(
    multipart(
      'mixed',
      'b',
      part(
        ['Content-Type: application/octet-stream; name=a.bin', `Content-Transfer-Encoding: ${encoding}`],
        body,
      ),
    ),
  )
const japanese = '\x1b$B$3$s$K$A$O\x1b(B'
const quoted = (...body: readonly string[]) =>
  message(
    part(
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'],
      lines(...body),
    ),
  )

/** Charsets and transfer encodings. */
export const encodings: Record<string, () => string> = {
  'no charset, UTF-8': () => message(part(['Content-Type: text/plain'], bytes('Grüße ☕'))),
  'no charset, Latin 1': () => message(part(['Content-Type: text/plain'], 'Gr\xfc\xdfe')),
  'US-ASCII that is UTF-8': () =>
    message(part(['Content-Type: text/plain; charset=us-ascii'], bytes('Grüße'))),
  'UTF-8 that is Latin 1': () => message(part(['Content-Type: text/plain; charset=utf-8'], 'Gr\xfc\xdfe')),
  'unknown-8bit': () => message(part(['Content-Type: text/plain; charset=unknown-8bit'], bytes('Grüße'))),
  'a charset that is none': () =>
    message(part(['Content-Type: text/plain; charset=x-made-up'], 'Gr\xfc\xdfe')),
  'windows-1252 called ISO-8859-1': () =>
    message(part(['Content-Type: text/plain; charset=iso-8859-1'], '\x93quoted\x94 \x80 5')),
  'ISO-8859-15': () => inCharset('iso-8859-15', '5 €'),
  'ISO-2022-JP': () =>
    message(
      part(
        ['Content-Type: text/plain; charset=ISO-2022-JP', 'Content-Transfer-Encoding: 7bit'],
        `${japanese}\r\n`,
      ),
      `Subject: =?ISO-2022-JP?B?${base64(japanese)}?=`,
    ),
  'Windows-31J': () => inCharset('shift_jis', 'こんにちは', 'Windows-31J'),
  'GB2312 with characters of GBK': () => inCharset('gbk', '朱镕基', 'gb2312'),
  'EUC-KR': () => inCharset('euc-kr', '안녕하세요', 'ks_c_5601-1987'),
  Big5: () => inCharset('big5', '你好'),
  'KOI8-R': () => inCharset('koi8-r', 'Привет'),
  'windows-1251': () => inCharset('windows-1251', 'Привет', 'CP1251'),
  'UTF-7': () => message(part(['Content-Type: text/plain; charset=utf-7'], 'Gr+APwA3w-e')),
  'UTF-16 in base64': () =>
    message(
      part(
        ['Content-Type: text/plain; charset=utf-16', 'Content-Transfer-Encoding: base64'],
        base64(Buffer.from('\ufeffGrüße', 'utf16le')),
      ),
    ),
  'a byte order mark': () => message(part(['Content-Type: text/plain; charset=utf-8'], bytes('\ufeffHello'))),
  'a charset in HTML alone': () =>
    message(part(['Content-Type: text/html'], bytes('<meta charset="utf-8"><p>Grüße</p>'))),
  'quoted-printable': () => quoted('Gr=C3=BC=C3=9Fe =', 'on one line=20', '=e2=82=ac ==', 'end'),
  'quoted-printable with broken codes': () => quoted('a =zz b =4', 'c =3D=3 100%= 5', 'a lone =', ''),
  'quoted-printable with an equals sign at the end': () => quoted('the end='),
  'quoted-printable HTML': () =>
    message(
      html('<a href=3D"https://example.com/?a=3Db">x</a>', 'Content-Transfer-Encoding: Quoted-Printable'),
    ),
  'base64 text': () =>
    message(
      part(
        ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: BASE64'],
        base64('Grüße\nund mehr'),
      ),
    ),
  'base64 with rubbish': () => attached('base64', 'QUJD\r\n!!! $%&\r\nREVG\r\n*R0hJ*\r\n'),
  'base64 without padding': () => attached('base64', 'QUJDRA'),
  'base64 with padding within': () => attached('base64', 'QUI=\r\nQ0Q=\r\nRQ==\r\n'),
  'base64 with a character too many': () => attached('base64', 'QUJDR'),
  'base64 of nothing': () => attached('base64', '====\r\n'),
  'an encoding with a comment': () => attached('(as it is) base64', 'QUJD'),
  'an encoding that is none': () => attached('x-unknown', 'QUJD'),
  'a multipart that says base64': () =>
    message(
      lines(
        'Content-Transfer-Encoding: base64',
        multipart('mixed', 'b', part(['Content-Type: text/plain'], 'not encoded')),
      ),
    ),
  'text in paragraphs': () =>
    message(
      part(
        ['Content-Type: text/plain; charset=utf-8; format=flowed'],
        lines('One paragraph that goes ', 'on in a second line.', ' From here', '-- ', 'Ada', ''),
      ),
    ),
  'text in paragraphs with a quotation': () =>
    message(
      part(
        ['Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes'],
        lines('> quoted and ', '> going on', 'mine', ''),
      ),
    ),
}
