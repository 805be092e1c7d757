import { awsKeyOf, type AwsKey } from '../../../server/platform/auth/aws-keys.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import type { Uuid } from '../../../server/platform/db/ids.js'
import type { TestService } from '../service/service.js'

const known = new Map<string, AwsKey>()

/** Remembers the AWS credentials of an API key that a test has added, by the key itself. */
export function rememberAwsKey({ config }: Pick<TestService, 'config'>, id: Uuid, key: string): void {
  known.set(key, awsKeyOf(loadServiceKey(config).derive('aws'), id))
}

/** Returns the AWS credentials of an API key that a test has added. */
export function awsKeyFor(key: string): AwsKey {
  const found = known.get(key)
  if (found === undefined) throw new Error('no test has added this API key')
  return found
}
