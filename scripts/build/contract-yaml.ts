import { readFile, writeFile } from 'node:fs/promises'
import { stringify } from 'yaml'

/**
 * Writes the bundled contract as YAML, to be downloaded. It is the same document as generated/openapi.json, and every
 * string is one for readers of YAML 1.1 as well, which take a bare `on` for true and a bare time for a date.
 */
export async function writeContractYaml(file: string): Promise<void> {
  const contract: unknown = JSON.parse(await readFile('generated/openapi.json', 'utf8'))
  await writeFile(
    file,
    stringify(contract, {
      compat: 'yaml-1.1',
      aliasDuplicateObjects: false,
      lineWidth: 0,
      singleQuote: true,
    }),
  )
}
