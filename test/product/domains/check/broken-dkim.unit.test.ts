import { describe } from 'vitest'
import { each, useCheck } from './support/set-ups.js'
import { anotherKey, inParts, publicKey } from './support/zone.js'

const check = useCheck()

const selector = 'ps1._domainkey.shop.example'
const key = (...texts: string[]) => ({ [selector]: { TXT: texts.map(inParts) } })
const ours = `v=DKIM1; k=rsa; p=${publicKey}`

describe('DKIM:', () => {
  each(check, 'dkim', [
    [
      'no record',
      { [selector]: undefined },
      'missing',
      'dkim_missing',
      'There is no TXT record at ps1._domainkey.shop.example. Publish the expected one there.',
    ],
    [
      'an alias of nothing',
      { [selector]: { CNAME: 'gone.provider.example' } },
      'wrong',
      'dkim_alias_leads_nowhere',
      'The name ps1._domainkey.shop.example is an alias (CNAME) of gone.provider.example, where ' +
        'there is no TXT record. Replace it by the expected TXT record.',
    ],
    [
      'an alias of the key',
      { [selector]: { CNAME: 'k.provider.example' }, 'k.provider.example': { TXT: [inParts(ours)] } },
      'ok',
      null,
      null,
    ],
    [
      'no server that answers',
      { [selector]: { fails: 'silent' } },
      'unknown',
      'dns_timeout',
      'The DNS did not answer in time when asked for the TXT record of ' +
        'ps1._domainkey.shop.example. It is asked again with the next check.',
    ],
    [
      'a server in trouble',
      { [selector]: { fails: 'SERVFAIL' } },
      'unknown',
      'dns_failure',
      'The DNS could not answer (SERVFAIL) when asked for the TXT record of ' +
        'ps1._domainkey.shop.example. It is asked again with the next check.',
    ],
    [
      'another key',
      key(`v=DKIM1; k=rsa; p=${anotherKey}`),
      'wrong',
      'dkim_key_mismatch',
      'The TXT record at ps1._domainkey.shop.example has a different key than the one that signs. ' +
        'Publish the expected text instead.',
    ],
    [
      'a key cut off',
      key(ours.slice(0, 255)),
      'wrong',
      'dkim_key_cut_off',
      'The TXT record at ps1._domainkey.shop.example holds our key, but only the first 237 of ' +
        'its 392 characters. Publish the whole text, in several strings of at most 255 characters ' +
        'each.',
    ],
    [
      'white space in the key',
      key(`v=DKIM1;k=rsa;\tp = ${publicKey.replace(/.{60}/g, '$& ')} ;`),
      'ok',
      null,
      null,
    ],
    ['a key without its version', key(`p=${publicKey}`), 'ok', null, null],
    [
      'quotation marks in the text',
      key(`"${ours}"`),
      'wrong',
      'dkim_literal_quotes',
      'The TXT record at ps1._domainkey.shop.example has quotation marks in its text. Publish ' +
        'the expected text without them.',
    ],
    [
      'backslashes in the text',
      key(ours.replaceAll(';', '\\;')),
      'wrong',
      'dkim_literal_backslash',
      'The TXT record at ps1._domainkey.shop.example has backslashes in its text. Publish the ' +
        'expected text without them.',
    ],
    [
      'line ends in the text',
      key(ours.replace(/.{70}/g, '$&\n')),
      'wrong',
      'dkim_literal_line_end',
      'The TXT record at ps1._domainkey.shop.example has line ends in its text. Publish the ' +
        'expected text without them.',
    ],
    [
      'two records',
      key(ours, `v=DKIM1; p=${anotherKey}`),
      'wrong',
      'dkim_several',
      'There are 2 TXT records at ps1._domainkey.shop.example, and receivers take any of them. ' +
        'Leave the expected one only.',
    ],
    [
      'a revoked key',
      key('v=DKIM1; p='),
      'wrong',
      'dkim_revoked',
      'The TXT record at ps1._domainkey.shop.example has an empty p=, which says that the key ' +
        'is revoked. Publish the expected text to use it.',
    ],
    [
      'no key in the record',
      key('v=DKIM1; k=rsa'),
      'wrong',
      'dkim_no_key',
      'The TXT record at ps1._domainkey.shop.example holds no key: it lacks p=. Publish the ' +
        'expected text instead.',
    ],
    [
      'a key for another algorithm',
      key(ours.replace('k=rsa', 'k=ed25519')),
      'wrong',
      'dkim_wrong_algorithm',
      'The TXT record at ps1._domainkey.shop.example says k="ed25519", and the key is for rsa. ' +
        'Publish the expected text instead.',
    ],
    [
      'a key that is held to SHA-1',
      key(`${ours}; h=sha1`),
      'wrong',
      'dkim_wrong_hash',
      'The TXT record at ps1._domainkey.shop.example leaves out sha256 in h=, which the signatures use. Publish the expected text instead.',
    ],
    [
      'a key for something else than e-mail',
      key(`${ours}; s=tlsrpt`),
      'wrong',
      'dkim_not_for_mail',
      'The TXT record at ps1._domainkey.shop.example says in s= that the key is not for e-mail. ' +
        'Publish the expected text instead.',
    ],
    ['a key for all services and hashes', key(`${ours}; h=sha1:sha256; s=*; t=s; n=note`), 'ok', null, null],
    [
      'a key that is being tested',
      key(`${ours}; t=y:s`),
      'ok',
      'dkim_testing',
      'The TXT record at ps1._domainkey.shop.example says t=y, so receivers may ignore the signatures. Remove t=y.',
    ],
    [
      'another version',
      key(ours.replace('DKIM1', 'DKIM2')),
      'wrong',
      'dkim_version',
      'The TXT record at ps1._domainkey.shop.example says v="DKIM2", and receivers ignore ' +
        'everything but v=DKIM1. Publish the expected text instead.',
    ],
    [
      'a version that is not first',
      key(`k=rsa; v=DKIM1; p=${publicKey}`),
      'wrong',
      'dkim_version_not_first',
      'The TXT record at ps1._domainkey.shop.example does not begin with v=DKIM1, so receivers ' +
        'ignore it. Publish the expected text instead.',
    ],
    [
      'a tag twice',
      key(`${ours}; k=rsa`),
      'wrong',
      'dkim_duplicate_tag',
      'The TXT record at ps1._domainkey.shop.example has the tag k twice, so receivers ' +
        'ignore it. Publish the expected text instead.',
    ],
    [
      'a part that is no tag',
      key(`${ours}; hello`),
      'wrong',
      'dkim_malformed',
      'The TXT record at ps1._domainkey.shop.example has a part that is not a tag: "hello". ' +
        'Publish the expected text instead.',
    ],
    [
      'a key that is no base64',
      key('v=DKIM1; k=rsa; p=MIIB-your-key-here'),
      'wrong',
      'dkim_key_malformed',
      'The TXT record at ps1._domainkey.shop.example has characters in p= that are not of ' +
        'base64. Publish the expected text instead.',
    ],
    [
      'the domain twice in the name',
      { [selector]: undefined, [`${selector}.shop.example`]: { TXT: [inParts(ours)] } },
      'missing',
      'dkim_at_doubled_name',
      'The key is published at ps1._domainkey.shop.example.shop.example: most DNS providers append the domain to the name. Rename the record so that it stands at ' +
        'ps1._domainkey.shop.example.',
    ],
    [
      'no _domainkey in the name',
      { [selector]: undefined, 'ps1.shop.example': { TXT: [inParts(ours)] } },
      'missing',
      'dkim_at_wrong_name',
      'The key is published at ps1.shop.example, where receivers do not look for it. Publish it at ' +
        'ps1._domainkey.shop.example.',
    ],
    [
      'the key at the domain itself',
      { [selector]: undefined, 'shop.example': { TXT: [inParts(ours)] } },
      'missing',
      'dkim_at_wrong_name',
      'The key is published at shop.example, where receivers do not look for it. Publish it at ' +
        'ps1._domainkey.shop.example.',
    ],
  ])
})
