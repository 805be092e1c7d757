import type { Provider } from './provider.js'

/**
 * The providers that are told apart. Limits stand here only if the provider has published them, under `see`; the
 * adaptive limiter finds the others out.
 */
export const knownProviders: readonly Provider[] = [
  {
    id: 'google',
    name: 'Google',
    exchanges: ['google.com', 'googlemail.com'],
    aboutSource: [
      // 421 4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address.
      { pattern: /^4\d\d 4\.7\.28 .*\bIP (address|netblock)/i, minutes: 60 },
      // 421 4.7.0 IP not in whitelist for RCPT domain, closing connection / … Try again later, closing connection.
      { pattern: /^421 4\.7\.0 .*Try again later, closing connection/i, minutes: 15 },
    ],
    see: ['https://support.google.com/a/answer/3221692', 'https://support.google.com/a/answer/81126'],
  },
  {
    id: 'microsoft',
    name: 'Microsoft',
    exchanges: ['protection.outlook.com', 'mx.microsoft', 'hotmail.com', 'outlook.com'],
    aboutSource: [
      // 451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S775)
      // 451 4.7.651 with the same words (S3114)
      { pattern: /^451 4\.7\.65[01] /, minutes: 30 },
      // 421 RP-001 … the mail server IP connecting to Outlook.com server has exceeded the rate limit allowed.
      { pattern: /^421 .*\bRP-00[123]\b/, minutes: 30 },
    ],
    see: [
      'https://learn.microsoft.com/en-us/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/non-delivery-reports-in-exchange-online',
      'https://sendersupport.olc.protection.outlook.com/pm/troubleshooting.aspx',
    ],
  },
  {
    id: 'yahoo',
    name: 'Yahoo and AOL',
    exchanges: ['yahoodns.net'],
    mailsPerConnection: 20,
    aboutSource: [
      // 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints
      { pattern: /^4\d\d .*\[TSS0\d\]/, minutes: 60 },
      // 421 4.7.1 [TS03] All messages from 192.0.2.1 will be permanently deferred
      { pattern: /^4\d\d .*\[TS0\d\]/, minutes: 240 },
    ],
    see: ['https://help.yahoo.com/kb/SLN3433.html', 'https://senders.yahooinc.com/smtp-error-codes/'],
  },
  {
    id: 'apple',
    name: 'Apple iCloud',
    exchanges: ['mail.icloud.com'],
    see: ['https://support.apple.com/en-us/102322'],
  },
  {
    id: 'comcast',
    name: 'Comcast Xfinity',
    exchanges: ['comcast.net'],
    connections: 25,
    aboutSource: [
      // 421 comcast Try again later / RL000001 … too many connections or mails from this IP address
      { pattern: /^4\d\d .*\bRL00\d{4}\b/, minutes: 15 },
    ],
    see: ['https://postmaster.comcast.net/smtp-error-codes.php'],
  },
  {
    id: 'united-internet',
    name: 'GMX, WEB.DE and IONOS',
    exchanges: ['gmx.net', 'web.de', 'kundenserver.de', 'perfora.net', 'ionos.de'],
    see: ['https://postmaster.gmx.net/en/error-messages'],
  },
  {
    id: 't-online',
    name: 'Telekom (T-Online)',
    exchanges: ['t-online.de'],
    see: ['https://postmaster.t-online.de/index.en.html'],
  },
  { id: 'orange', name: 'Orange', exchanges: ['orange.fr'], see: ['https://postmaster.orange.fr/'] },
  { id: 'free', name: 'Free', exchanges: ['free.fr'], see: ['https://postmaster.free.fr/'] },
  { id: 'sfr', name: 'SFR', exchanges: ['sfr.fr'], see: ['https://postmaster.sfr.fr/'] },
  { id: 'laposte', name: 'La Poste', exchanges: ['laposte.net'], see: ['https://postmaster.laposte.net/'] },
  { id: 'libero', name: 'Libero and Virgilio', exchanges: ['libero.it', 'iol.it'], see: [] },
  { id: 'mail-ru', name: 'Mail.ru', exchanges: ['mail.ru'], see: ['https://postmaster.mail.ru/'] },
  {
    id: 'yandex',
    name: 'Yandex',
    exchanges: ['yandex.ru', 'yandex.net'],
    see: ['https://postoffice.yandex.com/'],
  },
  { id: 'qq', name: 'Tencent QQ', exchanges: ['qq.com'], see: ['https://service.mail.qq.com/'] },
  { id: 'netease', name: 'NetEase 163', exchanges: ['163.com', '126.com', 'netease.com'], see: [] },
  { id: 'naver', name: 'Naver', exchanges: ['naver.com'], see: [] },
  { id: 'zoho', name: 'Zoho', exchanges: ['zoho.com', 'zoho.eu', 'zoho.in'], see: [] },
  { id: 'proton', name: 'Proton', exchanges: ['protonmail.ch'], see: ['https://proton.me/support/'] },
  { id: 'fastmail', name: 'Fastmail', exchanges: ['messagingengine.com'], see: [] },
  { id: 'mimecast', name: 'Mimecast', exchanges: ['mimecast.com', 'mimecast.co.za'], see: [] },
  { id: 'proofpoint', name: 'Proofpoint', exchanges: ['pphosted.com', 'ppe-hosted.com'], see: [] },
  { id: 'barracuda', name: 'Barracuda', exchanges: ['barracudanetworks.com'], see: [] },
  { id: 'cisco', name: 'Cisco', exchanges: ['iphmx.com'], see: [] },
  { id: 'godaddy', name: 'GoDaddy', exchanges: ['secureserver.net'], see: [] },
  { id: 'rackspace', name: 'Rackspace', exchanges: ['emailsrvr.com'], see: [] },
]
