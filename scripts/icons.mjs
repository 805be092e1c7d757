// Writes console/icons/icons.ts: the icons that the console imports from it, out of Lucide's in tools/. Import an icon by
// its name there (https://lucide.dev/icons), then run `npm run icons`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const library = path.join(root, 'tools/node_modules/lucide-preact')
const { version } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8'))

const files = filesOf(readFileSync(path.join(library, 'dist/esm/lucide-preact.mjs'), 'utf8'))
const names = importedNames(path.join(root, 'console'))
const lines = await Promise.all(names.map(lineOf))
const text = [
  `// Made from lucide-preact ${version} by scripts/icons.mjs. Do not edit. Its licence is in the file LICENSE beside this one.`,
  "import { icon } from './icon.js'",
  "export type { IconComponent } from './icon.js'",
  '',
  ...lines,
  '',
].join('\n')
writeFileSync(path.join(root, 'console/icons/icons.ts'), text)
console.log(`console/icons/icons.ts has ${names.length} icons.`)

/** Returns the names, other than types, that the modules of the console import from icons.ts. */
function importedNames(folder) {
  const modules = readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(file))
  const lists = modules.flatMap((file) =>
    [
      ...readFileSync(path.join(folder, file), 'utf8').matchAll(
        /^import \{([^}]*)\} from '[^']*icons\/icons\.js'/gm,
      ),
    ].map(([, list]) => list),
  )
  const found = lists.flatMap((list) => list.split(',').map((name) => name.trim().split(' as ')[0]))
  return [...new Set(found)].filter((name) => /^[A-Z]/.test(name)).sort()
}

/** The module of each icon, by the names that the library's index gives it. */
function filesOf(index) {
  return new Map(
    [...index.matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g)].flatMap(([, exported, file]) =>
      [...exported.matchAll(/default as (\w+)/g)].map(([, name]) => [name, file]),
    ),
  )
}

/** The line that exports an icon. scripts/build/console/own-icons.ts takes such lines apart. */
async function lineOf(name) {
  const file = files.get(name)
  if (file === undefined) throw new Error(`Lucide has no icon ${name}.`)
  const { __iconData: data } = await import(pathToFileURL(path.join(library, 'dist/esm', file)).href)
  if (data.size !== 24) throw new Error(`The icon ${name} is ${data.size} wide, and not 24.`)
  const shapes = data.node.map(([element, { key: _, ...attributes }, children]) => {
    if (children !== undefined) throw new Error(`The icon ${name} has shapes within shapes.`)
    return [element, attributes]
  })
  return `export const ${name} = /* @__PURE__ */ icon(${JSON.stringify(shapes)})`
}
