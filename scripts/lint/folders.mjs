import path from 'node:path'

/**
 * The order of the folders of some trees, as a rule of the linter. Each option lists those of a tree from the highest to
 * the lowest, by their paths in it. A folder imports from itself and from those behind it. A file counts for the longest
 * path in the list that it is under.
 */
const order = {
  meta: {
    type: 'problem',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { tree: { type: 'string' }, folders: { type: 'array', items: { type: 'string' } } },
        required: ['tree', 'folders'],
        additionalProperties: false,
      },
    },
  },
  create(context) {
    const trees = context.options.map(({ tree, folders }) => {
      const root = path.join(context.cwd, tree)
      const placeOf = (file) => {
        const inTree = path.relative(root, file)
        const under = folders.filter((folder) => inTree.startsWith(`${folder}/`))
        return folders.indexOf(under.sort((a, b) => b.length - a.length)[0])
      }
      return { folders, placeOf, own: placeOf(context.filename) }
    })
    const look = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const file = path.resolve(path.dirname(context.filename), source.value)
      for (const { folders, placeOf, own } of trees) {
        const imported = placeOf(file)
        if (own === -1 || imported === -1 || imported >= own) continue
        const message = `${folders[own]}/ is below ${folders[imported]}/: see docs/architecture.md.`
        context.report({ node: source, message })
      }
    }
    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
    }
  },
}

export default { meta: { name: 'folders' }, rules: { order } }
