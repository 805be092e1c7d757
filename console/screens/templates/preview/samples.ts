import { useEffect, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from '../../../state/drafts.js'

/** The values that a template is shown with, as they are typed. They are kept in this browser. */
export interface Samples {
  readonly typed: Readonly<Record<string, string>>
  /** The address of the contact that it is shown for. */
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

/** Keeps the sample values of a template for when it is opened. */
export function keepSamples(templateId: string, samples: Samples): void {
  keepDraft(nameOf(templateId), { ...samples })
}

/** Forgets the sample values of a template. */
export function forgetSamples(templateId: string): void {
  keepDraft(nameOf(templateId), undefined)
}
