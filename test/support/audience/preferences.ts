import type { ShownPreferences } from '../../../server/product/audience/subscriptions/pages/preferences.js'

/** A contact with two of three topics, who has come from a mail of the first. */
export const samplePreferences: ShownPreferences = {
  senderName: 'Shop & Co',
  email: 'ada@example.com',
  unsubscribed: false,
  design: null,
  mailTopic: 'news',
  topics: [
    {
      key: 'news',
      name: 'Product news',
      description: 'What is new in the shop, about once a month.',
      translations: {
        de: { name: 'Neuigkeiten', description: null },
        ar: { name: 'أخبار المنتجات', description: 'كل ما هو جديد في المتجر، مرة في الشهر تقريبًا.' },
      },
      subscribed: true,
    },
    { key: 'offers', name: 'Offers', description: null, translations: {}, subscribed: false },
    {
      key: 'digest',
      name: 'Weekly digest',
      description: 'The articles of the week.',
      translations: {},
      subscribed: true,
    },
  ],
}
