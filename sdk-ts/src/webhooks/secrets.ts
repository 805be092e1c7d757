/** One signing secret as it was shown, or several of which any will do, as in a rotation. */
export type WebhookSecrets =
  { secret: string; secrets?: undefined } | { secrets: readonly string[]; secret?: undefined }

/**
 * The secrets as a list.
 *
 * @throws TypeError where there is none, or one of them is empty or no text: anybody could sign with that
 */
export function secretsOf({ secret, secrets }: WebhookSecrets): readonly string[] {
  const all: unknown = secrets ?? [secret]
  const areTexts = Array.isArray(all) && all.every((one) => typeof one === 'string' && one.trim() !== '')
  if (!areTexts || all.length === 0)
    throw new TypeError('Pass `secret`, or a list of `secrets`, that are not empty. Is the variable set?')
  return all as string[]
}
