import { Router, type Request, type Response } from 'express'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operationsOf, ownContract } from '../../../../server/platform/http/operation/contract.js'
import { PathTable } from '../../../../server/platform/http/operation/path-table.js'
import { runs } from '../../../support/run/sampled.js'

const paths = [...new Set(operationsOf(ownContract()).map(({ path }) => path))]

function tableOf(of: readonly string[]): PathTable<string> {
  const table = new PathTable<string>()
  for (const path of of) table.add(path, path)
  return table
}

/** As Express finds a route: the patterns in their order, those with fewer variables first. */
function byExpress(of: readonly string[]): (asked: string) => unknown {
  const router = Router({ caseSensitive: true, strict: true })
  const variables = (path: string) => path.split('{').length
  let found: unknown
  for (const path of of.toSorted((a, b) => variables(a) - variables(b))) {
    router.all(path.replace(/\{(\w+)\}/g, ':$1'), (req) => {
      found = { value: path, params: { ...req.params } }
    })
  }
  return (asked) => {
    found = undefined
    router({ method: 'GET', url: asked } as Request, {} as Response, (error?: unknown) => {
      if (error !== undefined) throw error as Error
    })
    return found
  }
}

/** Runs a look-up; what cannot be percent-decoded is undefined as `broken`. */
function outcome(find: () => unknown): unknown {
  try {
    return find()
  } catch {
    return 'broken'
  }
}

test('finds what Express finds, and refuses what Express refuses', () => {
  const segments = [...new Set(paths.flatMap((path) => path.split('/').slice(1)))]
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...segments.filter((text) => !text.includes('{'))) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('', 'msg_1', 'V1', 'a%2Fb', '%C3%A4', '%zz', '%', ':id', '{id}', 'a.b'),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii' }).map(encodeURIComponent) },
  )
  const ofContract = fc
    .tuple(fc.constantFrom(...paths), segment)
    .map(([path, value]) => path.replace(/\{\w+\}/g, value))
  const anything = fc.array(segment, { maxLength: 7 }).map((list) => `/${list.join('/')}`)
  const table = tableOf(paths)
  const express = byExpress(paths)
  fc.assert(
    fc.property(
      fc.oneof(
        ofContract,
        anything,
        ofContract.map((path) => `${path}/`),
      ),
      (asked) => {
        expect(outcome(() => table.find(asked))).toEqual(outcome(() => express(asked)))
      },
    ),
    { numRuns: runs(2000) },
  )
})

test('finds the path with the fewest variables, wherever they stand', () => {
  const ambiguous = ['/a/b/{y}/{z}', '/a/{x}/c/d', '/{w}/b/c', '/a/{x}/c', '/a/b/c', '/a/b/{last}']
  fc.assert(
    fc.property(
      fc.shuffledSubarray(ambiguous, { minLength: 1 }),
      fc.constantFrom('/a/b/c/d', '/a/b/c', '/a/b/e', '/a/e/c', '/e/b/c', '/a/e/c/d', '/a/b/e/d', '/a/b'),
      (some, path) => {
        expect(tableOf(some).find(path)).toEqual(byExpress(some)(path))
      },
    ),
    { numRuns: runs(1000) },
  )
})

test('a variable that is part of a segment, and a path of before, are refused at the start', () => {
  expect(() => tableOf(['/a/{x}.json'])).toThrow('whole segment')
  expect(() => tableOf(['/a/{x}', '/a/{y}'])).toThrow('already')
})

test('params have no fields that a path does not name', () => {
  expect(tableOf(['/a/{x}']).find('/a/__proto__')?.params).toEqual({ x: '__proto__' })
})
