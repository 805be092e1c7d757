import type { Handlers } from '../http/handler.js'

type Operation =
  'listDomains' | 'createDomain' | 'retrieveDomain' | 'deleteDomain' | 'checkDomain' | 'rotateDomainDkim'

export function domainHandlers(): Pick<Handlers, Operation> {
  const missing = () => Promise.reject(new Error('not built yet'))
  return {
    listDomains: missing,
    createDomain: missing,
    retrieveDomain: missing,
    deleteDomain: missing,
    checkDomain: missing,
    rotateDomainDkim: missing,
  }
}
