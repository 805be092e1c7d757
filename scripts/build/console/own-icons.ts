import type { Plugin } from 'esbuild'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve('console/icons')
const imports = /import \{([^}]*)\} from '((?:\.\.\/)+icons\/icons\.js)'/g

/**
 * Gives an icon that one module of a screen has for itself to that screen. All icons are in one module, which esbuild
 * would put into the first load as a whole. Icons of several modules stay there: each would make a part of its own.
 */
export const ownIcons: Plugin = {
  name: 'own-icons',
  setup: (build) => {
    const icons = iconsOf(readFileSync(path.join(folder, 'icons.ts'), 'utf8'))
    const users = usersOf('console')
    const isOwn = (icon: string) => users.get(icon) === 1 && icons.has(icon)
    build.onResolve({ filter: /^own-icon:/ }, (asked) => ({
      path: asked.path.replace('own-icon:', ''),
      namespace: 'own-icon',
      sideEffects: false,
    }))
    build.onLoad({ filter: /.*/, namespace: 'own-icon' }, ({ path: name }) => ({
      contents: `import { icon } from './icon.js'\nexport default ${icons.get(name)}`,
      resolveDir: folder,
    }))
    build.onLoad({ filter: /console[\\/]\w+[\\/].*\.tsx?$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      const contents = text.replace(imports, (_, names: string, library: string) => {
        const kept: string[] = []
        const lines = namesOf(names).flatMap((name) => {
          const [exported = '', local = exported] = name.split(' as ')
          if (isOwn(exported)) return [`import ${local} from 'own-icon:${exported}'`]
          kept.push(name)
          return []
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

/** Counts the modules that import each icon. */
function usersOf(tree: string): ReadonlyMap<string, number> {
  const users = new Map<string, number>()
  for (const name of readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    for (const [, names = ''] of readFileSync(path.join(tree, name), 'utf8').matchAll(imports)) {
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

/** Finds the expression that makes each icon, by the icon's name. */
function iconsOf(source: string): ReadonlyMap<string, string> {
  return new Map(
    [...source.matchAll(/^export const (\w+) = (.*)$/gm)].map(([, name = '', made = '']) => [name, made]),
  )
}
