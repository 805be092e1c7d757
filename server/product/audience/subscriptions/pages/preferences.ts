import { html, type Markup } from '../../../../platform/http/pages/html.js'
import type { PageDesign } from '../../../workspace/projects/page-design.js'
import { details, pageDocument } from './document.js'
import { languages, type LanguageTag } from './texts/languages.js'
import { topicPlace, type Texts } from './texts/texts.js'

/** What the page of preferences shows of a contact. */
export interface ShownPreferences {
  /** The name that the project has set for its pages, or else its own. */
  readonly senderName: string
  /** As it was given. */
  readonly email: string
  /** From everything, whatever is chosen for the topics. */
  readonly unsubscribed: boolean
  readonly topics: readonly ShownTopic[]
  /** The key of the topic of the mail whose link was opened. */
  readonly mailTopic?: string
  /** What the project has set of its pages; null where nothing is set. */
  readonly design: PageDesign | null
}

interface TopicText {
  readonly name: string
  readonly description: string | null
}

interface ShownTopic extends TopicText {
  readonly key: string
  /** By language tag. */
  readonly translations: Readonly<Record<string, TopicText>>
  readonly subscribed: boolean
}

/**
 * The page on which a contact chooses between topics, leaves one or all of them, and comes back.
 *
 * @param state whether somebody is asked, or is told that what they chose was saved
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

/** The words of a topic in a language, else in the language that it is a region of, else as the topic has them. */
function topicText({ name, description, translations }: ShownTopic, language: string): TopicText {
  const [base = language] = language.split('-')
  return translations[language] ?? translations[base] ?? { name, description }
}

/** A form with one button goes to the page's own address, as all of them do. */
function form(action: PreferenceAction, label: string, look?: 'second'): Markup {
  return html`<form method="post">
    <button name="action" value="${action}" ${look && html`class="${look}"`}>${label}</button>
  </form>`
}

/** The name in a direction of its own, within a text. */
function named(text: string, name: string): Markup {
  const [before, after] = text.split(topicPlace)
  // One element, since a button lays out its children side by side.
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

/** What a form of the page says. */
export interface PreferenceForm {
  readonly action: PreferenceAction
  readonly choices: Readonly<Record<string, boolean>>
}

/**
 * Reads what a form of the page says. To save says of every topic whether it is wanted; to leave a topic, that it is
 * not; the others say nothing of topics. Topics that there are not, or not any more, are left out.
 *
 * @returns undefined where it is no form of this page
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
