import { html, type Markup } from '../../../../platform/http/pages/html.js'
import type { PageDesign } from '../../../workspace/projects/page-design.js'
import { details, pageDocument } from './document.js'
import { languages, type LanguageTag } from './texts/languages.js'
import { topicPlace, type Texts } from './texts/texts.js'

/** The data of a contact that the preference page shows. */
export interface ShownPreferences {
  /** The name that the project has set for its pages, or else the project's own. */
  readonly senderName: string
  /** The address as it was last written. */
  readonly email: string
  /** True if the contact has unsubscribed from everything, whatever it has chosen for the topics. */
  readonly unsubscribed: boolean
  readonly topics: readonly ShownTopic[]
  /** The key of the topic of the mail whose link was opened; undefined if it was of none. */
  readonly mailTopic?: string
  /** The project's design for its pages; null if it has set none. */
  readonly design: PageDesign | null
}

interface TopicText {
  readonly name: string
  readonly description: string | null
}

interface ShownTopic extends TopicText {
  readonly key: string
  /** Translations by language tag. */
  readonly translations: Readonly<Record<string, TopicText>>
  readonly subscribed: boolean
}

/**
 * Renders the page on which a contact chooses between topics, leaves one or all of them, and comes back.
 *
 * @param state 'ask' for the question, 'saved' to report that the choice was saved
 */
export function preferencePage(
  language: LanguageTag,
  shown: ShownPreferences,
  state: 'ask' | 'saved',
): Markup {
  const all: Texts = languages[language]
  const texts = all.preferences
  const { senderName, email, unsubscribed, mailTopic, design } = shown
  const topics = shown.topics.map((topic) => ({ ...topic, ...topicText(topic, language) }))
  const whose = { senderName, email, design }
  const leaving = unsubscribed
    ? undefined
    : topics.find(({ key, subscribed }) => key === mailTopic && subscribed)
  const content = html`<h1>${texts.title}</h1>
    <p>${texts.text}</p>
    ${state === 'saved' && html`<p class="told" role="status">${texts.saved}</p>`}
    ${unsubscribed && html`<p class="told not">${texts.receivesNothing}</p>`} ${details(all, whose)}
    ${unsubscribed && form('resubscribe', texts.resubscribeButton)}
    ${
      leaving &&
      html`<form method="post">
        <input type="hidden" name="topic" value="${leaving.key}" />
        <button name="action" value="unsubscribe_topic">
          ${named(texts.leaveTopicButton, leaving.name)}
        </button>
      </form>`
    }
    ${
      topics.length > 0 &&
      html`<form class="topics" method="post" autocomplete="off">
        <fieldset>
          <legend>${texts.topics}</legend>
          ${topics.map(choice)}
        </fieldset>
        <button name="action" value="save" ${(unsubscribed || leaving) && html`class="second"`}>
          ${texts.saveButton}
        </button>
      </form>`
    }
    ${
      !unsubscribed &&
      html`${form('unsubscribe_all', texts.leaveAllButton, 'second')}
        <p class="note">${texts.stillArrives}</p>`
    }`
  const tone = state === 'saved' ? 'good' : 'question'
  return pageDocument({ language, title: texts.title, tone, whose, content })
}

/** Returns the words of a topic in a language, else in the language without its region, else the topic's own. */
function topicText({ name, description, translations }: ShownTopic, language: string): TopicText {
  const [base = language] = language.split('-')
  return translations[language] ?? translations[base] ?? { name, description }
}

/** Renders a form with one button. It goes to the page's own address, as all of them do. */
function form(action: PreferenceAction, label: string, look?: 'second'): Markup {
  return html`<form method="post">
    <button name="action" value="${action}" ${look && html`class="${look}"`}>${label}</button>
  </form>`
}

/** Inserts the name into a text, in a direction of its own. */
function named(text: string, name: string): Markup {
  const [before, after] = text.split(topicPlace)
  // This is one element, since a button lays out its children side by side.
  return html`<span>${before}<bdi>${name}</bdi>${after}</span>`
}

function choice({ key, name, description, subscribed }: ShownTopic, index: number): Markup {
  const [nameId, aboutId] = [`name-${index}`, `about-${index}`]
  return html`<label>
    <input
      type="checkbox"
      name="topic"
      value="${key}"
      aria-labelledby="${nameId}"
      ${description !== null && html`aria-describedby="${aboutId}"`}
      ${subscribed && html`checked`}
    />
    <span>
      <span class="name"><bdi id="${nameId}">${name}</bdi></span>
      ${description !== null && html`<span class="about"><bdi id="${aboutId}">${description}</bdi></span>`}
    </span>
  </label>`
}

const actions = ['save', 'unsubscribe_topic', 'unsubscribe_all', 'resubscribe'] as const
type PreferenceAction = (typeof actions)[number]

/** The content of a form of the page. */
export interface PreferenceForm {
  readonly action: PreferenceAction
  readonly choices: Readonly<Record<string, boolean>>
}

/**
 * Reads a form of the page. Saving states for every topic whether it is wanted, and leaving a topic states that it is
 * not; the other actions state nothing about topics. Topics that do not exist, or were deleted, are left out.
 *
 * @returns undefined if the body is no form of this page
 */
export function readPreferenceForm(
  body: URLSearchParams,
  topics: readonly Pick<ShownTopic, 'key'>[],
): PreferenceForm | undefined {
  const action = actions.find((name) => name === body.get('action'))
  if (action === undefined) return undefined
  const named = new Set(body.getAll('topic'))
  const keys = topics.map(({ key }) => key)
  switch (action) {
    case 'save':
      return { action, choices: Object.fromEntries(keys.map((key) => [key, named.has(key)])) }
    case 'unsubscribe_topic': {
      const left = keys.filter((key) => named.has(key))
      return { action, choices: Object.fromEntries(left.map((key) => [key, false])) }
    }
    default:
      return { action, choices: {} }
  }
}
