import express from 'express'
import { middleware } from 'express-openapi-validator'
import type { AddressInfo } from 'node:net'
import { operationsOf, ownContract } from '../../../server/platform/http/operation/contract.js'
import { requestSideOf } from '../../../server/platform/http/validation/request-side.js'
import { ownFormats } from '../../../server/platform/http/validation/contract-ajv.js'
import { acceptedReply } from './accepted-reply.js'

/**
 * A process with nothing but Express and express-openapi-validator as its documentation mounts it, with a
 * document of one operation, the contract's send, and a handler that answers 202.
 */

const contract = ownContract()
const send = operationsOf(contract).filter(({ id }) => id === 'sendMessage')
type Document = Parameters<typeof middleware>[0]['apiSpec']

const app = express()
app.use(express.json())
const apiSpec = requestSideOf(contract, send) as unknown as Document
app.use(middleware({ apiSpec, formats: { ...ownFormats } }))
app.post('/v1/messages', (_req, res) => void res.status(202).json(acceptedReply))

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.once('disconnect', () => process.exit(0))
