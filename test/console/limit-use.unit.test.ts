import { describe, expect, it } from 'vitest'
import { useOf } from '../../console/screens/limits/use.js'

describe('the use of a rate limit', () => {
  it('is read from the header fields of a reply', () => {
    const headers = new Headers({
      RateLimit: '"requests";r=59968;t=21',
      'RateLimit-Policy': '"requests";q=60000;w=60',
    })
    expect(useOf(headers)).toEqual({ used: 32, of: 60_000, seconds: 21 })
  })

  it('is unknown where a reply says nothing of it', () => {
    expect(useOf(new Headers())).toBeUndefined()
    expect(useOf(new Headers({ RateLimit: '"requests";r=1;t=2' }))).toBeUndefined()
  })
})
