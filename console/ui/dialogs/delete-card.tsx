import type { ComponentChildren, ComponentProps } from 'preact'
import { Card } from '../card.js'
import { DeleteButton } from './dialog.js'

/** The part of a page that deletes its thing, and explains the consequences. */
export function DeleteCard({
  about,
  ...button
}: { about: ComponentChildren } & ComponentProps<typeof DeleteButton>) {
  return (
    <Card title="Delete">
      <div class="stack tight">
        <p>{about}</p>
        <div class="row">
          <DeleteButton {...button} />
        </div>
      </div>
    </Card>
  )
}
