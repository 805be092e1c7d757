import { ChevronsUpDown } from '../../icons/icons.js'
import { Menu } from '../../ui/controls/menu.js'
import { apiBase, pathTo } from '../../state/location.js'
import { useChooseProject, useCurrentProject } from '../../api/project.js'

/** A switch between live and test mode, with a choice of the project whose mail is shown. */
export function ProjectSwitch() {
  const { project, projects } = useCurrentProject()
  const choose = useChooseProject()
  const mode = project?.environment
  return (
    <div class="switch">
      <div class="modes" role="group" aria-label="Mode">
        {(['live', 'test'] as const).map((environment) => {
          const first = projects.find((each) => each.environment === environment)
          return (
            <button
              key={environment}
              type="button"
              class={`mode ${environment}`}
              aria-pressed={mode === environment}
              disabled={first === undefined}
              title={
                environment === 'live' ? 'Mail goes to people' : 'Mail goes to the sink and to nobody else'
              }
              onClick={() => first !== undefined && mode !== environment && choose(first.id)}
            >
              {environment === 'live' ? 'Live' : 'Test'}
            </button>
          )
        })}
      </div>
      <Menu
        buttonClass="button plain project"
        button={
          <>
            <span class="ellipsis" title={project?.name}>
              {project?.name ?? 'No project'}
            </span>
            <ChevronsUpDown size={14} aria-hidden />
          </>
        }
      >
        {(['live', 'test'] as const).map((environment) => (
          <div key={environment} role="group" aria-label={environment}>
            <p class="group">
              {environment === 'live' ? 'Live: mail goes to people' : 'Test: mail goes to the sink'}
            </p>
            {projects
              .filter((each) => each.environment === environment)
              .map((each) => (
                <button
                  key={each.id}
                  type="button"
                  class="item"
                  aria-pressed={each.id === project?.id}
                  onClick={() => choose(each.id)}
                >
                  <span class="wrap">{each.name}</span>
                </button>
              ))}
          </div>
        ))}
        <hr />
        <a href={pathTo('projects')}>Manage projects</a>
        {mode === 'test' && (
          <a href={`${apiBase}/sink`} target="_blank" rel="noreferrer">
            Open the sink’s inbox
          </a>
        )}
      </Menu>
    </div>
  )
}
