import { textOf } from '../../../ui/forms/form.js'
import type { Body } from '../rules/tree.js'

/** The fields of a condition about a topic. */
export function TopicFields({ body, onChange }: { body: Body; onChange: (body: Body) => void }) {
  return (
    <>
      <select
        aria-label="Topic"
        data-part="status"
        value={String(body.is)}
        onChange={({ currentTarget: { value: is } }) => onChange({ ...body, is })}
      >
        <option value="subscribed">wants</option>
        <option value="unsubscribed">does not want</option>
      </select>
      <input
        aria-label="Key of the topic"
        data-part="name"
        class="mono"
        placeholder="product-news"
        autocomplete="off"
        spellcheck={false}
        autocapitalize="off"
        value={textOf(body.topic)}
        onInput={({ currentTarget: { value: topic } }) => onChange({ ...body, topic })}
      />
    </>
  )
}
