import fc from 'fast-check'
import { cleanFilename } from '../../../server/product/messages/admit/attachments.js'
import { cleanName } from '../../../base/text/clean-name.js'

/** Arbitrary content of messages. */

/** Text that JSON can carry and PostgreSQL keeps, with what means something to mail more often than not. */
const telling = fc.constantFrom(
  ...[
    '\r\n',
    '\n',
    '\r',
    '.',
    '=',
    '=?',
    '?=',
    '_',
    '"',
    '\\',
    '<',
    '>',
    ',',
    ';',
    ':',
    ' ',
    '  ',
    '\t',
    '@',
    '--',
  ],
  ...[
    'From ',
    '=_',
    '=\r\n',
    'é',
    '🎉',
    '日本',
    '\u202e',
    '\u0301',
    '\ufeff',
    '=?utf-8?q?x?=',
    '(',
    ')',
    '%',
    "'",
    '*',
  ],
)
export const anyText = fc
  .array(fc.oneof(telling, fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ maxLength: 90 })), {
    maxLength: 30,
  })
  .map((pieces) => pieces.join('').replace(/\p{Surrogate}|\0/gu, ''))

export const oneLine = anyText.map((text) => text.replace(/[\r\n]/g, '')).filter((text) => text.trim() !== '')
/** Values that a send may give a header field of its own. */
export const headerText = oneLine
  .map((text) =>
    text
      .replace(/[\p{Cc}]/gu, '')
      .slice(0, 998)
      .replace(/\p{Surrogate}/gu, ''),
  )
  .filter((text) => text.trim() !== '')

/** Names, cleaned as an accepted send's are. */
export const anyName = oneLine.map((text) => cleanName(text.slice(0, 200).replace(/\p{Surrogate}/gu, '')))
export const anyFilename = oneLine.map((text) =>
  cleanFilename(text.slice(0, 255).replace(/\p{Surrogate}/gu, '')),
)
