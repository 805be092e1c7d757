import type { AutomationsConfig } from '../../platform/config/automations.js'
import { suppressionFinder } from '../audience/suppressions/find.js'
import { automationDefinitionHandlers } from './automations/definition-handlers.js'
import type { AutomationDependencies } from './automations/dependencies.js'
import { automationRunHandlers } from './automations/run-handlers.js'
import { versionLoader } from './automations/versions.js'
import type { CampaignDependencies } from './campaigns/dependencies.js'
import { campaignHandlers } from './campaigns/handlers.js'
import { contactImportHandlers } from './contact-imports/handlers.js'
import { optInHandlers, type OptInHandlerDependencies } from './opt-in.js'

/** Without what `programHandlers` makes itself. */
type OwnDependencies = Omit<
  AutomationDependencies & CampaignDependencies,
  'config' | 'findSuppressions' | 'versions'
>

export interface ProgramDependencies extends OwnDependencies, OptInHandlerDependencies {
  readonly automations: AutomationsConfig
}

/** The handlers of campaigns, automations, opt-in mails and imports of contacts. */
export function programHandlers(given: ProgramDependencies) {
  const dependencies = {
    ...given,
    config: given.automations,
    findSuppressions: suppressionFinder(given.db, given.tokens),
    versions: versionLoader(),
  }
  return {
    ...automationDefinitionHandlers(dependencies),
    ...automationRunHandlers(dependencies),
    ...campaignHandlers(dependencies),
    ...optInHandlers(dependencies),
    ...contactImportHandlers(dependencies),
  }
}
