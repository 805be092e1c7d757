import type { TemplateCopy } from '../editor/working-copy.js'
import { Behind } from '../../versions/behind.js'
import { Difference } from './difference.js'

/** Offers to compare the typed content with a version that was saved meanwhile, and to choose one of both. */
export default function NewerVersion({ copy, latest }: { copy: TemplateCopy; latest: number }) {
  return (
    <Behind
      copy={copy}
      latest={latest}
      difference={(before, after) => <Difference before={before} after={after} />}
    />
  )
}
