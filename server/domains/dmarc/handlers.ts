import type { Handlers } from '../../http/handler.js'

type Operation = 'listDmarcSources' | 'reviewDmarcSource' | 'retrieveDmarcRamp' | 'listDmarcRamps'

export function dmarcHandlers(): Pick<Handlers, Operation> {
  const missing = () => Promise.reject(new Error('not built yet'))
  return {
    listDmarcSources: missing,
    reviewDmarcSource: missing,
    retrieveDmarcRamp: missing,
    listDmarcRamps: missing,
  }
}
