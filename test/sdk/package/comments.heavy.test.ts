import ts from 'typescript'
import { expect, test } from 'vitest'

/** Tests that an editor can show a comment for each class that the package exports and each public member. */

const entries = ['index', 'webhooks/index', 'testing/index'].map(
  (name) => new URL(`../../../sdk-ts/src/${name}.ts`, import.meta.url).pathname,
)

/** Names that their class inherits with a comment, or that the language gives their meaning. */
const inherited = new Set(['name', 'then', 'toString'])

const program = ts.createProgram(entries, {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
})
const checker = program.getTypeChecker()

/** The classes and options that a file exports, also as types. */
function exportedBy(entry: string): ts.Symbol[] {
  const file = program.getSourceFile(entry)
  const module = file && checker.getSymbolAtLocation(file)
  return checker
    .getExportsOfModule(module as ts.Symbol)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
}

/** Returns true if a declaration is in this package's own source. */
function isOwn(declaration: ts.Node | undefined): declaration is ts.Node {
  return declaration?.getSourceFile().fileName.includes('/sdk-ts/src/') === true
}

function isPublic(member: ts.ClassElement | ts.TypeElement): boolean {
  const isHidden = member.name !== undefined && ts.isPrivateIdentifier(member.name)
  const internal = ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal')
  return !isHidden && !internal && member.name !== undefined && !ts.isComputedPropertyName(member.name)
}

function commentOf(symbol: ts.Symbol | undefined): string {
  return ts.displayPartsToString(symbol?.getDocumentationComment(checker))
}

test.each(entries)('%s', (entry) => {
  const lacking: string[] = []
  const resources: string[] = []
  for (const symbol of exportedBy(entry)) {
    const declaration = symbol.declarations?.[0]
    if (!isOwn(declaration) || !ts.isClassDeclaration(declaration)) continue
    if (commentOf(symbol) === '') lacking.push(symbol.name)
    for (const member of declaration.members) {
      const name = member.name?.getText() ?? ''
      if (!isPublic(member) || inherited.has(name)) continue
      const comment = commentOf(member.name && checker.getSymbolAtLocation(member.name))
      if (comment === '') lacking.push(`${symbol.name}.${name}`)
      if (symbol.name !== 'Postseal' || !ts.isPropertyDeclaration(member)) continue
      // A comment that has slipped to a neighbour is there, and wrong.
      const resource = commentOf(checker.getTypeAtLocation(member).getSymbol())
      resources.push(name)
      expect
        .soft(resource.replaceAll('\n', ' '), name)
        .toContain(comment.replaceAll('\n', ' ').replace(/\.$/, ''))
    }
  }
  expect(lacking).toEqual([])
  expect(resources.includes('signInLinks')).toBe(entry === entries[0])
})
