/**
 * A member that only its class uses is called `#name`, as a rule of the linter: TypeScript's `private` holds for the
 * compiler alone. A private constructor is fine, since JavaScript has no other.
 */
const names = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const look = (node) => {
      if (node.accessibility !== 'private' || node.kind === 'constructor') return
      const { name } = node.key ?? node.parameter.left ?? node.parameter
      context.report({ node, message: `Call it #${name}: private holds for the compiler alone.` })
    }
    return { PropertyDefinition: look, MethodDefinition: look, TSParameterProperty: look }
  },
}

export default { meta: { name: 'members' }, rules: { names } }
