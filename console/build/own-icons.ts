import type { Plugin } from 'esbuild'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const library = 'lucide-preact'
const imports = new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g')

/**
 * Gives an icon that one module of a screen has for itself to that screen. esbuild takes all that the library's index
 * names for what each importer of the index needs, and would put the icons of all screens in the first load. Icons of
 * several modules stay in the index: each would make a part of its own.
 */
export const ownIcons: Plugin = {
  name: 'own-icons',
  setup: (build) => {
    const folder = path.join(path.dirname(createRequire(import.meta.url).resolve(library)), '../esm')
    const files = filesOf(readFileSync(path.join(folder, 'lucide-preact.mjs'), 'utf8'))
    const users = usersOf('console')
    const ownFile = (icon: string) => (users.get(icon) === 1 ? files.get(icon) : undefined)
    build.onLoad({ filter: /lucide-preact\.mjs$/ }, () => ({
      contents: [...users]
        .filter(([icon]) => ownFile(icon) === undefined && files.has(icon))
        .map(([icon]) => `export { default as ${icon} } from '${files.get(icon)}'`)
        .join('\n'),
      resolveDir: folder,
    }))
    build.onLoad({ filter: /console[\\/]\w+[\\/].*\.tsx?$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      const contents = text.replace(imports, (_, names: string) => {
        const kept: string[] = []
        const lines = namesOf(names).flatMap((name) => {
          const [exported = '', local = exported] = name.split(' as ')
          const own = ownFile(exported)
          if (own === undefined) kept.push(name)
          return own === undefined ? [] : [`import ${local} from ${JSON.stringify(path.join(folder, own))}`]
        })
        return [
          ...lines,
          ...(kept.length === 0 ? [] : [`import { ${kept.join(', ')} } from '${library}'`]),
        ].join(';')
      })
      return contents === text ? undefined : { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}

/** How many modules import each icon. */
function usersOf(folder: string): ReadonlyMap<string, number> {
  const users = new Map<string, number>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    for (const [, names = ''] of readFileSync(path.join(folder, name), 'utf8').matchAll(imports)) {
      for (const [icon = ''] of namesOf(names).map((each) => each.split(' as ')))
        users.set(icon, (users.get(icon) ?? 0) + 1)
    }
  }
  return users
}

function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The file of each icon, by its names. */
function filesOf(index: string): ReadonlyMap<string, string> {
  return new Map(
    [...index.matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g)].flatMap(
      ([, names = '', file = '']) =>
        [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}
