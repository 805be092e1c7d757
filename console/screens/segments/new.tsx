import { useLocation } from 'preact-iso/router'
import { useMemo } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useCurrentProject, useProjectsError } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { Screen } from '../../app/screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { ruleOf, SegmentForm } from './segment-form.js'
import { beginWith } from './starts.js'

const above = <a href={pathTo('segments')}>Segments</a>

function requestOf(values: Values) {
  return { project_id: textOf(values.project_id), name: textOf(values.name), rule: ruleOf(values) }
}

/** Creates a segment. */
export default function NewSegment() {
  const { project } = useCurrentProject()
  const projects = useProjectsError()
  const { params } = useParams()
  const { route } = useLocation()
  const { start } = params
  const begin = useMemo(() => beginWith(start), [start])
  return (
    <Screen
      title="New segment"
      above={above}
      hint="A rule that selects contacts. It is evaluated each time it is used."
    >
      {projects.error !== null && (
        <ErrorNotice
          error={projects.error}
          title="The projects could not be loaded"
          onRetry={projects.retry}
        />
      )}
      {project === undefined && projects.error === null && <Lines what="the form" count={6} />}
      {project !== undefined && (
        <SegmentForm
          key={start}
          initial={{ project_id: project.id, ...begin }}
          draft={start === undefined ? 'segment' : `segment.${start}`}
          call={{ method: 'POST', path: '/v1/segments', body: requestOf }}
          verb="Create the segment"
          submit={(values) => client.segments.create(requestOf(values))}
          onDone={({ id }) => {
            void queries.invalidateQueries({ queryKey: ['segments'] })
            route(pathTo(`segments/${id}`))
          }}
        />
      )}
    </Screen>
  )
}
