/**
 * Holds that a doc comment names its subject, as a rule of the linter. A comment that begins with a clause ("What …",
 * "Whether …") or with a word for something else ("The same …", "Those …") leaves a reader to find out who does
 * what.
 */
const subjectless =
  /^(?:what|whether|whose|whom|where|of|how|as (?:it|they|much|many|long|soon)|the same|those|these|that|it|they|ditto)\b/i

const subject = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program: () => {
      for (const comment of context.sourceCode.getAllComments()) {
        if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue
        const text = comment.value.replace(/^[\s*]+/, '')
        const found = subjectless.exec(text)
        if (found === null) continue
        const message = `A doc comment that begins with "${found[0]}" does not name its subject: say who does what.`
        context.report({ loc: comment.loc, message })
      }
    },
  }),
}

export default { meta: { name: 'comments' }, rules: { subject } }
