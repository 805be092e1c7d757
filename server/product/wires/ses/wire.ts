import type { operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { account } from './account.js'
import { bulk } from './bulk.js'
import { emails } from './emails.js'
import { shapeError } from './errors.js'
import { identities } from './identities.js'
import { signatureOf } from './signature/signature.js'
import { suppressions } from './suppressions.js'
import { templates } from './templates.js'

const answered: WireOperations<operations, Calls> = {
  ...emails,
  ...bulk,
  ...suppressions,
  ...identities,
  ...account,
  ...templates,
}

/** Version 2 of the API of Amazon SES, as the packages of AWS call it. */
export const sesWire: Wire = { name: 'ses', signatureOf, shapeError, operations: answered }
