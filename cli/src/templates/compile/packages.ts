import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The packages that a non-HTML body needs, or a description of the missing ones. */
export type Packages = { readonly found: Readonly<Record<string, string>> } | { readonly missing: string }

/** Finds the packages that compile MJML, searching upwards from a template's folder. */
export function packagesOfMjml(folder: string): Packages {
  const mjml = find(folder, 'mjml')
  if (mjml === undefined) return { missing: 'needs the package mjml: npm install --save-dev mjml' }
  return { found: { mjml: addressOf(mjml) } }
}

/** Finds the packages that compile a React Email component. */
export function packagesOfReact(folder: string): Packages {
  const react = find(folder, 'react')
  const render = find(folder, '@react-email/render') ?? find(folder, '@react-email/components')
  const esbuild = find(folder, 'esbuild') ?? findOf(folder, 'tsx', 'esbuild')
  if (react === undefined || render === undefined)
    return {
      missing: 'needs React Email: npm install --save-dev @react-email/components react react-dom',
    }
  if (esbuild === undefined)
    return { missing: 'needs the package esbuild, or tsx: npm install --save-dev esbuild' }
  return {
    found: { react: addressOf(react), render: addressOf(render), esbuild: addressOf(esbuild) },
  }
}

/** Returns the nearest node_modules above a folder, in which packages are found. */
export function nearestModules(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    const modules = path.join(at, 'node_modules')
    if (existsSync(modules)) return modules
    if (path.dirname(at) === at) return undefined
  }
}

function find(folder: string, name: string): string | undefined {
  try {
    return createRequire(path.join(folder, 'body.js')).resolve(name)
  } catch {
    return undefined
  }
}

/** Finds a package that another package depends on. */
function findOf(folder: string, owner: string, name: string): string | undefined {
  const found = find(folder, `${owner}/package.json`)
  return found === undefined ? undefined : find(path.dirname(found), name)
}

function addressOf(file: string): string {
  return pathToFileURL(file).href
}
