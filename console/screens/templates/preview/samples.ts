import { useEffect, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from '../../../state/drafts.js'

/** Typed values with which a template is shown. They are kept in this browser. */
export interface Samples {
  readonly typed: Readonly<Record<string, string>>
  /** Address of the contact for whom the template is shown. */
  readonly email: string
}

const nameOf = (templateId: string) => `template.${templateId}.samples`

/** Reads and changes the sample values of a template. */
export function useSamples(templateId: string) {
  const [samples, set] = useState<Samples>(() => {
    const { typed, email } = takeDraft(nameOf(templateId)) ?? {}
    return {
      typed: typeof typed === 'object' && typed !== null ? (typed as Samples['typed']) : {},
      email: typeof email === 'string' ? email : '',
    }
  })
  useEffect(() => keepSamples(templateId, samples), [templateId, samples])
  return { samples, set }
}

/** Stores the sample values of a template for the next time that it is opened. */
export function keepSamples(templateId: string, samples: Samples): void {
  keepDraft(nameOf(templateId), { ...samples })
}

/** Deletes the sample values of a template. */
export function forgetSamples(templateId: string): void {
  keepDraft(nameOf(templateId), undefined)
}
