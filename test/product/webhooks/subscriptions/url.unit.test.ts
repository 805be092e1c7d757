import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { addressGuard } from '../../../../server/mail/network/address-guard.js'
import { endpointUrl } from '../../../../server/product/webhooks/subscriptions/url.js'

/** Addresses of endpoints as people and attackers write them. No name is looked up. */

const guard = addressGuard([])

/** The code of the refusal, or the normal form. */
function outcome(url: string, allowed?: readonly string[]): string {
  try {
    return endpointUrl(url, allowed === undefined ? guard : addressGuard(allowed), () => false)
  } catch (error) {
    const details = (error as ApiError).details
    expect(details?.map(({ path }) => path)).toEqual(['/body/url'])
    return `refused: ${details?.[0]?.code}`
  }
}

describe('is taken in its normal form', () => {
  test.each([
    ['https://shop.example/hooks', 'https://shop.example/hooks'],
    ['http://shop.example', 'http://shop.example/'],
    ['HTTPS://SHOP.Example/Hooks', 'https://shop.example/Hooks'],
    ['https://shop.example:443/', 'https://shop.example/'],
    ['http://shop.example:80/', 'http://shop.example/'],
    ['https://shop.example:80/', 'https://shop.example:80/'],
    ['http://shop.example:65535/', 'http://shop.example:65535/'],
    ['http://shop.example:1/', 'http://shop.example:1/'],
    ['https://shop.example/a/../b/./c', 'https://shop.example/b/c'],
    ['https://shop.example/?token=a%2Fb&x=%C3%A4', 'https://shop.example/?token=a%2Fb&x=%C3%A4'],
    ['https://shop.example/?', 'https://shop.example/?'],
    ['https://shop.example./', 'https://shop.example./'],
    ['https://b%C3%BCcher.example/', 'https://xn--bcher-kva.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://_hooks.shop.example/', 'https://_hooks.shop.example/'],
    // What it leads to is asked when it is connected to.
    ['http://receiver:8080/', 'http://receiver:8080/'],
    ['http://127.0.0.1.nip.io/', 'http://127.0.0.1.nip.io/'],
    ['http://localhost.shop.example/', 'http://localhost.shop.example/'],
    ['http://notlocalhost/', 'http://notlocalhost/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://0x08.010.8.8/', 'http://8.8.8.8/'],
    ['http://134744072/', 'http://8.8.8.8/'],
    ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443/'],
    ['http://[2606:4700:0:0:0:0:0:1111]/', 'http://[2606:4700::1111]/'],
    ['http://[::ffff:8.8.8.8]/', 'http://[::ffff:808:808]/'],
    ['http://[64:ff9b::8.8.8.8]/', 'http://[64:ff9b::808:808]/'],
    ['http://[2002:808:808::1]/', 'http://[2002:808:808::1]/'],
  ])('%s', (url, normal) => {
    expect(outcome(url)).toBe(normal)
    // Saved again it is the same.
    expect(outcome(normal)).toBe(normal)
  })
})

describe('is refused, as it does not lead to the public internet', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0x7f.0x0.0x0.0x1/',
    'http://127.0.0.1./',
    'http://0x7f.1./',
    'http://127.0.0.1:8080/',
    'http://127%2e0.0.1/',
    'http://127。0。0。1/',
    'http://\uff11\uff12\uff17.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://10.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://3232235777/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[64:ff9b:1::808:808]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a00:1::1]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[fe80::1]/',
    'http://[fd12:3456::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost:4000/',
    'http://localhost./',
    'https://hooks.localhost/',
    'https://hooks.localhost./',
    'http://loc%61lhost/',
  ])('%s', (url) => {
    expect(outcome(url)).toBe('refused: address_refused')
  })
})

describe('is refused', () => {
  test.each([
    ['ftp://shop.example/', 'url'],
    ['shop.example/hooks', 'url'],
    ['javascript:alert(1)', 'url'],
    ['', 'url'],
    ['https://xn--/', 'url'],
    ['https://xn--a.example/', 'url'],
    [' https://shop.example/', 'url'],
    ['http:shop.example', 'url'],
    ['http:/shop.example', 'url'],
    ['http:///shop.example', 'url'],
    ['http:\\\\shop.example', 'url'],
    ['http://\\shop.example', 'url'],
    ['http://', 'url'],
    ['http://:80/', 'url'],
    ['http://?a', 'url'],
    ['http://shop.example:65536/', 'url'],
    ['http://shop.example:-1/', 'url'],
    ['http://shop example/', 'url'],
    ['http://256.256.256.256/', 'url'],
    ['http://1.2.3.4.5/', 'url'],
    ['http://[::1/', 'url'],
    ['http://[fe80::1%25eth0]/', 'url'],
    ['http://[1.2.3.4]/', 'url'],
    ['http://ada@shop.example/', 'credentials'],
    ['http://ada:secret@shop.example/', 'credentials'],
    ['http://:secret@shop.example/', 'credentials'],
    ['http://8.8.8.8@127.0.0.1/', 'credentials'],
    ['https://shop.example/#top', 'fragment'],
    ['https://shop.example/#', 'fragment'],
    ['http://shop.example:0/', 'port'],
    ['http://./', 'host'],
    ['http://.shop.example/', 'host'],
    ['http://shop..example/', 'host'],
    ['http://localhost../', 'host'],
    // Each apostrophe takes three characters once it is escaped.
    [`https://shop.example/?${"'".repeat(1000)}`, 'maxLength'],
  ])('%s: %s', (url, code) => {
    expect(outcome(url)).toBe(`refused: ${code}`)
  })
})

describe('the operator', () => {
  test.each([
    ['http://127.0.0.1:9/', '127.0.0.0/8'],
    ['http://localhost/', '127.0.0.0/8'],
    ['http://localhost/', '::1/128'],
    ['http://a.localhost/', '127.0.0.1/32'],
    ['http://[::1]/', '::1/128'],
    ['http://[::ffff:127.0.0.1]/', '127.0.0.0/8'],
    ['http://0xa.1/', '10.0.0.0/8'],
  ])('can allow %s by %s', (url, range) => {
    expect(outcome(url, [range])).not.toContain('refused')
  })

  test.each([
    ['http://127.0.0.1/', '10.0.0.0/8'],
    ['http://localhost/', '10.0.0.0/8'],
    ['http://[::1]/', '127.0.0.0/8'],
  ])('does not allow %s by %s', (url, range) => {
    expect(outcome(url, [range])).toBe('refused: address_refused')
  })

  test('is named in the refusal, with what allows it', () => {
    expect(() => endpointUrl('http://0x7f.1/', guard, () => false)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          /127\.0\.0\.1.*postseal listen --forward <url>.*POSTSEAL_ALLOWED_WEBHOOK_CIDRS/s,
        ) as string,
      }) as Error,
    )
  })
})
