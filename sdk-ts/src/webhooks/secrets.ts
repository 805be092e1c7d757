/** One signing secret as it was shown, or several of which any will do, as in a rotation. */
export type WebhookSecrets =
  | { secret: string | undefined; secrets?: undefined }
  | { secrets: readonly string[]; secret?: undefined }

/**
 * The secrets as a list.
 *
 * @throws TypeError where there is none, or one of them is empty or no text: anybody could sign with that
 */
export function secretsOf({ secret, secrets }: WebhookSecrets): string[] {
  const all: unknown[] = [secrets ?? secret ?? []].flat()
  if (!all[0] || !all.every((one) => typeof one === 'string' && one.trim()))
    throw new TypeError('A secret is missing or empty.')
  return all as string[]
}
