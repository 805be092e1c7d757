/**
 * The programs that compile a body. Each runs standalone, reads a job from standard input, and writes its outcome to
 * the file that the job names. The programs use packages that the user has installed, so this package contains none of
 * them.
 */

/** The input of a compiler program. */
export interface Job {
  /** Absolute path of the body. */
  readonly file: string
  /** Absolute path of the file for the outcome. */
  readonly outcome: string
  /** Absolute path of a file that the program can write, in a place from which the user's packages are found. */
  readonly draft: string
  /** URLs of the user's packages, by package name. */
  readonly packages: Readonly<Record<string, string>>
  /** The properties of a component. */
  readonly props: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly html?: string
  readonly mistakes?: readonly {
    readonly line?: number
    readonly column?: number
    readonly message: string
  }[]
}

const read = `
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
const job = JSON.parse(readFileSync(0, 'utf8'))
const load = async (name) => {
  const found = await import(job.packages[name])
  return found.default?.default ?? found.default ?? found
}
const end = (outcome) => {
  writeFileSync(job.outcome, JSON.stringify(outcome))
  process.exit(0)
}
process.on('uncaughtException', (error) => end({ mistakes: [{ message: String(error?.message ?? error) }] }))
`

// MJML generates random ids. The same body must give the same HTML, or every push would have changes.
const mjml = `${read}
let seed = 1
Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
const mjml2html = await load('mjml')
// The files that it includes are the user's own; MJML 5 leaves them out unless told.
const { html, errors } = await mjml2html(readFileSync(job.file, 'utf8'), { filePath: job.file, ignoreIncludes: false })
end({ html, mistakes: errors.map(({ line, tagName, message }) => ({ line, message: tagName + ': ' + message })) })
`

const react = `${read}
const { build } = await load('esbuild')
try {
  await build({
    entryPoints: [job.file], outfile: job.draft, bundle: true, packages: 'external', platform: 'node', format: 'esm',
    jsx: 'automatic', logLevel: 'silent',
  })
} catch (error) {
  if (!error.errors) throw error
  end({ mistakes: error.errors.map(({ text, location }) => {
    if (!location) return { message: text }
    const { file, line, column } = location
    if (resolve(file) === job.file) return { line, column: column + 1, message: text }
    return { message: text + ' (in ' + file + ':' + line + ')' }
  }) })
}
const { default: component } = await import(pathToFileURL(job.draft))
if (typeof component !== 'function') throw new Error('its default export is not a component')
const { createElement } = await load('react')
const { render } = await load('render')
end({ html: await render(createElement(component, job.props)) })
`

export const programs = { mjml, react } as const
