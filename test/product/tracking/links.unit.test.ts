import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import { trackingLinks } from '../../../server/product/tracking/links.js'

const links = trackingLinks(new Uint8Array(32).fill(1), 'https://links.shop.example')
const others = trackingLinks(new Uint8Array(32).fill(2), 'https://links.shop.example')
const delivery = { workspaceId: newUuid() as WorkspaceId, logId: newUuid() }

const partsOf = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return {
    token:
      pathname
        .split('/')
        .at(-1)
        ?.replace(/\.gif$/, '') ?? '',
    target: searchParams.get('u') ?? '',
  }
}

test('a link says whose mail it stands in, and where it leads', () => {
  expect(links.readOpen(partsOf(links.openUrl(delivery)).token)).toEqual(delivery)
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.nat(999),
      (target, position) => {
        const { token, target: shown } = partsOf(links.clickUrl({ ...delivery, position }, target))
        expect(shown).toBe(target)
        expect(links.readClick(token, shown)).toEqual({ ...delivery, position })
      },
    ),
  )
})

test('with another target, another key or a letter changed it leads nowhere', () => {
  const { token, target } = partsOf(links.clickUrl({ ...delivery, position: 3 }, 'https://shop.example/a'))
  expect(links.readClick(token, 'https://evil.example/')).toBeUndefined()
  expect(links.readClick(token, `${target}?x=1`)).toBeUndefined()
  expect(others.readClick(token, target)).toBeUndefined()
  expect(links.readOpen(token)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCab019_-'), (at, letter) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1)
      if (changed !== token) expect(links.readClick(changed, target)).toBeUndefined()
    }),
  )
})
