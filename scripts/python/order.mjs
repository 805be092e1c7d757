// The order of definitions. Annotations that are evaluated, not kept as text, halve the time that the module takes to load.

/** Puts what a definition refers to ahead of it; a reference to a later one, in a circle, becomes a text. */
export function inOrder(definitions) {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const begun = new Set()
  const done = new Set()
  const ordered = []
  const visit = (definition) => {
    if (begun.has(definition.name)) return
    begun.add(definition.name)
    const types = [
      ...(definition.fields?.map(({ type }) => type) ?? [definition.type]),
      definition.base ?? '',
    ]
    for (const name of types.flatMap(namesIn)) if (byName.has(name)) visit(byName.get(name))
    const isLater = (name) => byName.has(name) && !done.has(name)
    ordered.push(withTexts(definition, isLater))
    done.add(definition.name)
  }
  definitions.forEach(visit)
  return ordered
}

/** The names in an annotation, without those in its literals. */
export function namesIn(type) {
  return type.replace(/"[^"]*"/g, '').match(/\w+/g) ?? []
}

function withTexts(definition, isLater) {
  if (definition.fields === undefined) return definition
  const fields = definition.fields.map((field) => {
    if (!namesIn(field.type).some(isLater)) return field
    return { ...field, type: `"${field.type.replaceAll('"', "'")}"` }
  })
  return { ...definition, fields }
}
