import path from 'node:path'

/**
 * The order of a tree's folders, as a rule of the linter. Its option lists them from the highest to the lowest, by
 * their paths in the tree. A folder imports from itself and from those behind it. A file counts for the longest path
 * in the list that it is under.
 */
const order = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: { tree: { type: 'string' }, folders: { type: 'array', items: { type: 'string' } } },
        required: ['tree', 'folders'],
        additionalProperties: false,
      },
    ],
  },
  create(context) {
    const [{ tree, folders }] = context.options
    const root = path.join(context.cwd, tree)
    const placeOf = (file) => {
      const inTree = path.relative(root, file)
      const under = folders.filter((folder) => inTree.startsWith(`${folder}/`))
      return folders.indexOf(under.sort((a, b) => b.length - a.length)[0])
    }
    const own = placeOf(context.filename)
    const look = ({ source }) => {
      if (own === -1 || typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const imported = placeOf(path.resolve(path.dirname(context.filename), source.value))
      if (imported === -1 || imported >= own) return
      const message = `${folders[own]}/ is below ${folders[imported]}/: see docs/architecture.md.`
      context.report({ node: source, message })
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
