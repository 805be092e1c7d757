import type { Content } from '../definition/content.js'
import { Difference } from './difference.js'
import { useNamed } from '../names.js'

/** What differs between the latest version and what was changed. */
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
