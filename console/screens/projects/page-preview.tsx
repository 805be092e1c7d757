import { useState } from 'preact/hooks'
import { subscriptionPage } from '../../../server/product/audience/subscriptions/pages/page.js'
import {
  languages,
  type LanguageTag,
} from '../../../server/product/audience/subscriptions/pages/texts/languages.js'
import { MailFrame } from '../../ui/mail/mail-frame.js'
import { TabList } from '../../ui/controls/tabs.js'

const tabs = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
]
const isTag = (text: string): text is LanguageTag => Object.hasOwn(languages, text)

/** A preview of the unsubscribe page: as the service would send it to recipients with the design in the form. */
export default function PagePreview(design: {
  logo?: string
  accent_color?: string
  name: string
  language: string
}) {
  const { name, language, ...looks } = design
  const [view, choose] = useState('light')
  const page = subscriptionPage('optOut', isTag(language) ? language : 'en', {
    senderName: name,
    email: 'ada@example.com',
    design: looks,
  })
  return (
    <TabList label="Preview" tabs={tabs} chosen={view} onChoose={choose}>
      <MailFrame
        html={page.source}
        attachments={[]}
        isDark={view === 'dark'}
        title="The unsubscribe page as recipients see it"
      />
    </TabList>
  )
}
