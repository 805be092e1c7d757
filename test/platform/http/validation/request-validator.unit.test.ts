import express from 'express'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { ContractDocument } from '../../../../base/contract/document.js'
import { operationsOf, ownContract } from '../../../../server/platform/http/operation/contract.js'
import { requestSideOf } from '../../../../server/platform/http/validation/request-side.js'
import { requestValidator } from '../../../../server/platform/http/validation/validator.js'

/** A contract whose one parameter takes one value. */
function contractFor(value: string): ContractDocument {
  const parameter = { name: 'colour', in: 'query', required: true, schema: { type: 'string', enum: [value] } }
  const painted = { description: 'Painted', content: {} }
  return {
    openapi: '3.1.0',
    info: { title: 'Paint', version: '1' },
    paths: {
      '/paint': { get: { operationId: 'paint', parameters: [parameter], responses: { 200: painted } } },
    },
    components: { schemas: {} },
  }
}

async function statusOf(contract: ContractDocument, colour: string): Promise<number> {
  const app = express()
  const [paint] = operationsOf(contract)
  if (paint === undefined) throw new Error('the contract has no operation')
  const validate = requestValidator(contract, [paint])
  app.get('/paint', (req, res) => {
    void validate(paint)(req, undefined)
    res.end()
  })
  const quiet: express.ErrorRequestHandler = (error: { status: number }, _req, res, _next) => {
    res.status(error.status).end()
  }
  app.use(quiet)
  return (await supertest(app).get('/paint').query({ colour })).status
}

test('each contract is validated by itself, in every app that has it', async () => {
  const [red, blue] = [contractFor('red'), contractFor('blue')]
  const asked = [
    [red, 'red'],
    [red, 'blue'],
    [blue, 'blue'],
    [blue, 'red'],
    [red, 'red'],
  ] as const
  const statuses: number[] = []
  for (const [contract, colour] of asked) statuses.push(await statusOf(contract, colour))
  expect(statuses).toEqual([200, 422, 200, 422, 200])
})

test('a contract that cannot be used is refused before there is a request', () => {
  const sound = contractFor('red')
  const paint = {
    operationId: 'paint',
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Nowhere' } } } },
    responses: {},
  }
  const broken: ContractDocument = { ...sound, paths: { '/paint': { post: paint } } }
  expect(() => requestValidator(broken, operationsOf(broken))).toThrow('schemas/Nowhere')
})

test('what no request has is no business of the validator', () => {
  const kept = requestSideOf(ownContract(), operationsOf(ownContract()))
  const operation = kept.paths['/v1/messages']?.['post']
  expect(operation).toMatchObject({ requestBody: {}, parameters: expect.any(Array) as unknown[] })
  const names = (kind: string) => Object.keys(kept.components[kind] ?? {})
  expect(names('schemas')).toEqual(expect.arrayContaining(['SendMessageRequest', 'EmailAddress']))
  expect(names('schemas')).not.toContain('Message')
  expect(names('responses')).toEqual([])

  // Whatever it refers to is in it.
  for (const [, kind = '', name = ''] of JSON.stringify(kept).matchAll(/"#\/components\/(\w+)\/(\w+)/g)) {
    expect(names(kind)).toContain(name)
  }
  const sending = requestSideOf(
    ownContract(),
    operationsOf(ownContract()).filter(({ path }) => path === '/v1/sending-status'),
  )
  expect([Object.keys(sending.paths), sending.components]).toEqual([['/v1/sending-status'], {}])
})

test('operations of one contract are validated beside others of it', async () => {
  const contract = contractFor('red')
  requestValidator(contract, [])
  expect(await statusOf(contract, 'blue')).toBe(422)
})
