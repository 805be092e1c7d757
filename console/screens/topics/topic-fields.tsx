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
        hint="Contacts know it by this name. It stands on the page that they choose on."
      />
      <TextField
        name="description"
        label="Description"
        placeholder="New features, about once a month."
        hint="What they get, in a sentence."
      />
      <CheckField
        name="default_subscribed"
        label="Contacts get it until they say no"
        hint="Without it, only those get it who have said yes."
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
