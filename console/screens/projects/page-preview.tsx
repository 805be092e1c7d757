import { useState } from 'preact/hooks'
import { subscriptionPage } from '../../../server/product/audience/subscriptions/pages/page.js'
import {
  languages,
  type LanguageTag,
} from '../../../server/product/audience/subscriptions/pages/texts/languages.js'
import { MailFrame } from '../../ui/mail-frame.js'
import { TabList } from '../../ui/tabs.js'
import { isColour } from './pages.js'

const tabs = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
]
const isTag = (text: string): text is LanguageTag => Object.hasOwn(languages, text)

/** The page to unsubscribe as recipients will see it: what the service would send, of what stands in the form. */
export default function PagePreview(form: { logo: string; accent: string; name: string; language: string }) {
  const { logo, accent, name, language } = form
  const [view, choose] = useState('light')
  const design = { ...(logo !== '' && { logo }), ...(isColour(accent) && { accent_color: accent }) }
  const page = subscriptionPage('optOut', isTag(language) ? language : 'en', {
    senderName: name,
    email: 'ada@example.com',
    design,
  })
  return (
    <TabList label="How the page looks" tabs={tabs} chosen={view} onChoose={choose}>
      <MailFrame
        html={page.source}
        attachments={[]}
        isDark={view === 'dark'}
        title="The page to unsubscribe as recipients see it"
      />
    </TabList>
  )
}
