import type { CheckedDomain } from '../../../../../server/product/domains/check/record-check.js'
import { newKey } from '../../../../../server/product/domains/dkim/new-key.js'
import type { SendingSetup } from '../../../../../server/product/domains/sending-setup.js'
import type { Zone } from '../../../../support/domains/dns.js'

/** A service that sends from one address, and a domain whose records are all as they should be. */

export const sendingSetup: SendingSetup = {
  staysHere: false,
  direct: true,
  namedAddresses: [],
  hostname: 'mail.postseal.example',
  returnPathDomain: 'bounce.postseal.example',
}

export const ourAddress = '192.0.2.25'

export const { publicKey } = await newKey('rsa')
export const { publicKey: anotherKey } = await newKey('rsa')

export const domain: CheckedDomain = {
  name: 'shop.example',
  returnPathLabel: 'bounces',
  keys: [{ selector: 'ps1', algorithm: 'rsa', publicKey, status: 'active' }],
  isBulkSender: false,
}

/** A text as the DNS carries it: in strings of 255 octets at most. */
export function inParts(text: string): string[] {
  return text.match(/[^]{1,255}/g) ?? ['']
}

export const rightZone: Zone = {
  'ps1._domainkey.shop.example': { TXT: [inParts(`v=DKIM1; k=rsa; p=${publicKey}`)] },
  'bounce.postseal.example': {
    TXT: ['something else', 'v=spf1 a:mail.postseal.example -all'],
    MX: [[10, 'mail.postseal.example']],
  },
  'mail.postseal.example': { A: [ourAddress] },
  'bounces.shop.example': { CNAME: 'bounce.postseal.example' },
  '_dmarc.shop.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@bounce.postseal.example'] },
  'shop.example._report._dmarc.bounce.postseal.example': { TXT: ['v=DMARC1;'] },
  '_mta-sts.shop.example': { TXT: ['v=STSv1; id=20260101T000000;'] },
  '_smtp._tls.shop.example': {
    TXT: [
      'v=TLSRPTv1; rua=mailto:tls@shop.example,https://shop.example/tls,mailto:dmarc@bounce.postseal.example',
    ],
  },
  'default._bimi.shop.example': { TXT: ['v=BIMI1; l=https://shop.example/logo.svg; a='] },
}
