import { CircleAlert, TriangleAlert } from '../../../icons/icons.js'
import { pathTo } from '../../../state/location.js'
import { Button } from '../../../ui/controls/button.js'
import { whereOf, type Problem } from './problems.js'

/**
 * The problems of a content, each with a link to its place.
 *
 * @param props.onDeclare declares a variable that the content uses
 */
export function ProblemList({
  of,
  onGo,
  onDeclare,
}: {
  of: readonly Problem[]
  onGo: (problem: Problem) => void
  onDeclare: (name: string) => void
}) {
  const errors = of.filter(({ severity }) => severity === 'error').length
  const warnings = of.length - errors
  return (
    <section class="stack tight" aria-label="Mistakes and warnings">
      <p class="small quiet" role="status">
        {of.length === 0
          ? 'No mistakes and no warnings.'
          : [errors > 0 && counted(errors, 'mistake'), warnings > 0 && counted(warnings, 'warning')]
              .filter(Boolean)
              .join(', ')}
      </p>
      <ul class="problems">
        {of.map((problem, at) => {
          const { severity, message, field, templateId, undeclared } = problem
          const Icon = severity === 'error' ? CircleAlert : TriangleAlert
          const where = whereOf(problem)
          return (
            <li key={at} class={severity}>
              <Icon size={16} aria-label={severity === 'error' ? 'Mistake' : 'Warning'} role="img" />
              <span class="wrap">
                {templateId !== undefined ? (
                  <a href={pathTo(`templates/${templateId}`)}>{where}</a>
                ) : (
                  field !== undefined && (
                    <button type="button" class="to-place" onClick={() => onGo(problem)}>
                      {where}
                    </button>
                  )
                )}
                {where !== undefined && ': '}
                {message}
              </span>
              {undeclared !== undefined && (
                <Button onClick={() => onDeclare(undeclared)}>Declare {undeclared}</Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function counted(count: number, what: string): string {
  return count === 1 ? `One ${what}` : `${count} ${what}s`
}
