import type { Content } from '../definition/content.js'
import { Difference } from './difference.js'
import { useNamed } from '../names.js'

/** The differences between the latest version and the unsaved changes. */
export default function Compared({
  projectId,
  before,
  after,
}: {
  projectId: string
  before: Content
  after: Content
}) {
  const { names } = useNamed(projectId)
  return <Difference before={before} after={after} names={names} />
}
