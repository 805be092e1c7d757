import { isNode } from '../document.js'
import type { Rule } from './rule.js'

/** About operations: what is asked of a request, and what a reply is known by. */
export const operationRules: readonly Rule[] = [
  {
    id: 'tag-changed',
    breaks: ({ typeName, property, path }) =>
      typeName === 'Operation' && property === 'tags' && path.startsWith('#/paths/')
        ? 'The SDKs call the method’s resource by the tag.'
        : undefined,
  },
  {
    id: 'request-body-demanded',
    breaks: ({ typeName, kind, path, revision }) =>
      typeName === 'RequestBody' &&
      kind === 'added' &&
      path.startsWith('#/paths/') &&
      isNode(revision?.value) &&
      revision.value['required'] === true
        ? 'Requests without a body are refused now.'
        : undefined,
  },
  {
    // An unknown 4xx or 5xx is read as 400 or 500 (RFC 9110, section 15); what a 2xx carries has to be known.
    id: 'success-added',
    breaks: ({ typeName, kind, path }) =>
      typeName === 'Response' && kind === 'added' && /^#\/paths\/.*\/responses\/[123]/.test(path)
        ? 'Clients know the successes that were listed, and what they carry.'
        : undefined,
  },
  {
    id: 'response-header-optional',
    breaks: ({ typeName, property, base, revision }) =>
      typeName === 'Header' && property === 'required' && base?.value === true && revision?.value !== true
        ? 'Replies always had it, and may lack it now.'
        : undefined,
  },
]
