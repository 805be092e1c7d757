import { CheckField, TextField } from '../../ui/forms/field.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { rowsIn, translationsOf } from './translation-rows.js'
import { TranslationsField } from './translations-field.js'

/** The fields of a topic, without its key. */
export function TopicFields() {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        placeholder="Product news"
        hint="Shown to contacts on the page where they choose topics."
      />
      <TextField
        name="description"
        label="Description"
        placeholder="New features, about once a month."
        hint="One sentence about the mail."
      />
      <CheckField
        name="default_subscribed"
        label="Contacts get it until they opt out"
        hint="If off, only contacts who opted in get it."
      />
      <TranslationsField />
    </>
  )
}

/** Converts the fields' values into the request. */
export function topicOf({ name, description, default_subscribed: isDefault, translations }: Values) {
  return {
    name: textOf(name),
    description: description === undefined ? null : textOf(description),
    default_subscribed: isDefault === true,
    translations: translationsOf(rowsIn(translations)),
  }
}
