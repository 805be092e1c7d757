import express from 'express'
import supertest from 'supertest'
import { expect, test, vi } from 'vitest'
import type { ContractDocument } from '../../server/http/contract.js'
import { requestValidator } from '../../server/http/validator.js'

/** A contract whose one parameter takes one value. */
function contractFor(value: string): ContractDocument {
  const parameter = { name: 'colour', in: 'query', required: true, schema: { type: 'string', enum: [value] } }
  const painted = { description: 'Painted', content: {} }
  return {
    openapi: '3.1.0',
    info: { title: 'Paint', version: '1' },
    paths: { '/paint': { get: { parameters: [parameter], responses: { 200: painted } } } },
    components: { schemas: {} },
  }
}

async function statusOf(contract: ContractDocument, colour: string): Promise<number> {
  const app = express()
  app.get('/paint', ...(await requestValidator(contract)), (_req, res) => void res.end())
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
  expect(statuses).toEqual([200, 400, 200, 400, 200])
})

test('a contract that cannot be used is refused before there is a request', async () => {
  const broken = { ...contractFor('red'), paths: { '/paint': { get: { responses: 'none' } } } }
  // The validator prints what is wrong.
  using _quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await expect(requestValidator(broken as unknown as ContractDocument)).rejects.toThrow()
})
