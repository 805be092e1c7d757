import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { textIndexName, textSeparator, type TextIndex } from '../../server/operate/reference/built-pages.js'

const compress = promisify(brotliCompress)

/**
 * Pages are compressed together, since those of a tag tell the same objects: all of them take a third of what each for
 * itself would. To read one, the service unpacks its bundle, in about a millisecond for so many characters.
 */
const bundleLength = 100_000

/**
 * Writes texts as the service reads them: bundles, and an index of what is in each.
 *
 * @param folder gets the files
 * @param texts by their paths below the service's address
 * @param all the paths of what llms-full.txt has in it, in its order
 */
export async function writeTextBundles(
  folder: string,
  texts: ReadonlyMap<string, string>,
  all: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const bundles = bundlesOf(texts)
  const index: TextIndex = { bundles: bundles.map((bundle) => bundle.map(([name]) => name)), all }
  await writeFile(path.join(folder, textIndexName), JSON.stringify(index))
  const written = bundles.map(async (bundle, number) => {
    const text = Buffer.from(bundle.map(([, text]) => text).join(textSeparator))
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    await writeFile(path.join(folder, `${number}.br`), await compress(text, { params }))
  })
  await Promise.all(written)
}

function bundlesOf(texts: ReadonlyMap<string, string>): [name: string, text: string][][] {
  const bundles: [string, string][][] = []
  let length = Infinity
  for (const [name, text] of texts) {
    if (length + text.length > bundleLength) {
      bundles.push([])
      length = 0
    }
    bundles.at(-1)?.push([name, text])
    length += text.length
  }
  return bundles
}
