/**
 * Holds that one folder writes the tables of mail, as a rule of the linter: SQL outside of server/product/mail/ does not
 * name them for writing. It reads the texts of a file, and not what a statement is put together from at run time.
 */
const writes = /\b(?:update|insert\s+into|delete\s+from)\s+(messages|message_logs|delivery_queue)\b/i

const owner = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const look = (node, text) => {
      const found = writes.exec(text)
      if (found === null) return
      const message = `${found[1]} is written by server/product/mail/ alone: see its README.md.`
      context.report({ node, message })
    }
    return {
      TemplateElement: (node) => look(node, node.value.raw),
      Literal: (node) => typeof node.value === 'string' && look(node, node.value),
    }
  },
}

export default { meta: { name: 'mail-tables' }, rules: { owner } }
