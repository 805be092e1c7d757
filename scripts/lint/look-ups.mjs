/**
 * A table that is looked up by any text is a `Map`, as a rule of the linter: an object has members that nobody put
 * there, such as `constructor`, and whoever sends their names gets functions for entries. A table that is only gone
 * through by its own keys, and one whose keys are known to the compiler, may be an object.
 */
const maps = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const tables = new Map()
    const lookedUp = new Set()
    return {
      VariableDeclarator(node) {
        const { id, init, parent } = node
        const isOfModule = ['Program', 'ExportNamedDeclaration'].includes(parent.parent?.type)
        if (!isOfModule || init?.type !== 'ObjectExpression' || init.properties.length === 0) return
        if (!isByText(id.typeAnnotation?.typeAnnotation)) return
        tables.set(id.name, node)
        // Others may look it up.
        if (parent.parent.type === 'ExportNamedDeclaration') lookedUp.add(id.name)
      },
      MemberExpression({ object, property, computed }) {
        if (computed && object.type === 'Identifier' && property.type !== 'Literal') lookedUp.add(object.name)
      },
      BinaryExpression({ operator, right }) {
        if (operator === 'in' && right.type === 'Identifier') lookedUp.add(right.name)
      },
      'Program:exit'() {
        for (const [name, node] of tables)
          if (lookedUp.has(name))
            context.report({
              node,
              message: `Make ${name} a Map: an object also has members such as constructor.`,
            })
      },
    }
  },
}

/** Returns true if a type is `Record<string, …>`, also within `Readonly` and `Partial`. */
function isByText(type) {
  if (type?.type !== 'TSTypeReference') return false
  const parameters = (type.typeArguments ?? type.typeParameters)?.params ?? []
  const [first] = parameters
  if (['Readonly', 'Partial'].includes(type.typeName.name)) return isByText(first)
  return type.typeName.name === 'Record' && first?.type === 'TSStringKeyword'
}

export default { meta: { name: 'look-ups' }, rules: { maps } }
