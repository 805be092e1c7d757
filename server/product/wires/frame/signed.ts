import { awsSecretsOf } from '../../../platform/auth/aws-keys.js'
import type { KeySource } from '../../../platform/auth/key-source.js'
import { unexpired, type Credentials } from '../../../platform/http/access/authenticate.js'
import type { BodyMemory } from '../../../platform/http/body/body-memory.js'
import { readCheckedBody } from '../../../platform/http/body/read-body.js'
import type { Operation } from '../../../platform/http/operation/contract.js'
import { contextOf } from '../../../platform/http/operation/request-context.js'
import type { Step } from '../../../platform/http/operation/step.js'
import type { WireWithSignatures } from './wire.js'

interface Binding {
  readonly credentials: Credentials
  readonly bodies: BodyMemory
  readonly signing: KeySource
}

/**
 * Returns the step that admits signed requests. It looks the key up before it reads the body, so that nobody makes the
 * service read bodies with an invented key id. A key id is no secret, so the request has a principal, who is charged
 * for it, only once the signature over the body is verified.
 */
export function admitSigned(
  wire: WireWithSignatures,
  operation: Operation,
  { credentials, bodies, signing }: Binding,
): Step[] {
  return [
    async (req, res) => {
      const signature = wire.signatureOf(req)
      const principal = unexpired(await credentials.keys.findById(signature.keyId))
      const read = readCheckedBody(operation, bodies, (bytes) => {
        signature.verify(awsSecretsOf(signing, principal.keyId), bytes)
        const context = contextOf(res)
        context.principal = principal
        context.signedOnce = signature.idempotencyKey
        credentials.keyUses.note(principal.keyId)
      })
      await read(req, res)
    },
  ]
}
