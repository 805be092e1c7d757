import { parse } from 'tldts'

/** A provider of mailboxes and its domains, by the id that deliveries use for it. */
interface MailboxProvider {
  readonly id: string
  readonly domains: readonly string[]
  /** Names that are the provider's below every public suffix, such as `yahoo` in `yahoo.co.uk`. */
  readonly names?: readonly string[]
}

/** Returns a name below each of some suffixes, such as `outlook.com`. */
const below = (name: string, suffixes: string) => suffixes.split(' ').map((suffix) => `${name}.${suffix}`)

/**
 * Providers whose domains have nothing but mailboxes of the public. Internet providers are left out: their domains
 * are also the name of the company, which may send as it likes.
 */
const mailboxProviders: readonly MailboxProvider[] = [
  { id: 'google', domains: ['gmail.com', 'googlemail.com'] },
  {
    id: 'microsoft',
    domains: [
      'msn.com',
      'passport.com',
      'windowslive.com',
      ...below(
        'live',
        'com at be ca cl cn co.in co.kr co.uk co.za com.ar com.au com.mx com.my com.ph com.pt com.sg',
      ),
      ...below('live', 'de dk fi fr hk ie in it jp nl no ru se'),
      ...below(
        'outlook',
        'com at be cl co.id co.il co.nz co.th com.ar com.au com.br com.gr com.tr com.vn cz de dk',
      ),
      ...below('outlook', 'es fr hu ie in it jp kr lv my ph pt sa sg sk'),
    ],
    names: ['hotmail'],
  },
  {
    id: 'yahoo',
    domains: ['ymail.com', 'rocketmail.com', 'myyahoo.com', 'aim.com'],
    names: ['yahoo', 'aol'],
  },
  { id: 'apple', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { id: 'united-internet', domains: ['web.de', 'mail.com'], names: ['gmx'] },
  { id: 'mail-ru', domains: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru'] },
  { id: 'yandex', domains: ['ya.ru'], names: ['yandex'] },
  { id: 'qq', domains: ['qq.com', 'foxmail.com'] },
  { id: 'netease', domains: ['163.com', '126.com', 'yeah.net'] },
  { id: 'naver', domains: ['naver.com'] },
  { id: 'proton', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { id: 'fastmail', domains: ['fastmail.com', 'fastmail.fm'] },
]

const byDomain = new Map(mailboxProviders.flatMap(({ id, domains }) => domains.map((domain) => [domain, id])))
const byName = new Map(mailboxProviders.flatMap(({ id, names = [] }) => names.map((name) => [name, id])))

/**
 * Returns the provider whose mailboxes a domain has, or a domain above it; undefined for every other domain.
 *
 * @param domain domain as A-labels in lower case
 */
export function mailboxProviderOf(domain: string): string | undefined {
  const { domain: registered, domainWithoutSuffix: name } = parse(domain)
  if (registered === null || name === null) return undefined
  return byDomain.get(registered) ?? byName.get(name)
}
