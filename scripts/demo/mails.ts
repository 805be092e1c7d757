import type { components } from '../../generated/api-types.js'
import type { Random } from './random.js'

type Send = components['schemas']['SendMessageRequest']

/** The projects of the demo. */
export type ProjectName = 'shop' | 'accounts' | 'test'

/** A mail as an application would send it, without its recipient. */
export type Content = Required<Pick<Send, 'from_email' | 'from_name' | 'subject' | 'text' | 'html'>> &
  Pick<Send, 'category' | 'metadata' | 'list_unsubscribe'>

/** A kind of mail that an application sends. */
export interface Kind {
  readonly project: ProjectName
  readonly content: (random: Random, name: string) => Content
}

const goods = [
  'Walnut desk',
  'Linen curtains',
  'Reading lamp',
  'Oak shelf',
  'Wool rug',
  'Tea set',
  'Floor lamp',
]
const carriers = ['DHL', 'UPS', 'GLS', 'Royal Mail']

const page = (title: string, ...paragraphs: string[]) =>
  `<!doctype html><html lang="en"><body style="font-family: sans-serif"><h1>${title}</h1>${paragraphs
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')}</body></html>`

function mail(
  from: Pick<Content, 'from_email' | 'from_name'>,
  subject: string,
  paragraphs: readonly string[],
  more: Pick<Send, 'category' | 'metadata' | 'list_unsubscribe'>,
): Content {
  return {
    ...from,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: page(subject, ...paragraphs),
    ...more,
  }
}

const shop = { from_email: 'orders@shop.example', from_name: 'Shop' }
const accounts = { from_email: 'no-reply@accounts.shop.example', from_name: 'Shop accounts' }
const order = (random: Random) => `A-${Math.floor(random.between(10_000, 99_999))}`

function receipt(random: Random, name: string): Content {
  const [number, item, total] = [order(random), random.pick(goods), random.between(15, 480).toFixed(2)]
  const paragraphs = [`Dear ${name},`, `thank you for your order ${number}: ${item}, EUR ${total}.`]
  return mail(shop, `Your receipt for order ${number}`, paragraphs, {
    category: 'receipt',
    metadata: { order_id: number, plan: random.pick(['basic', 'plus']) },
  })
}

/** Tells that an order is on its way. */
export function shipping(random: Random, name: string): Content {
  const number = order(random)
  const paragraphs = [`Dear ${name},`, `your order ${number} is on its way with ${random.pick(carriers)}.`]
  const more = { category: 'shipping_notice', metadata: { order_id: number } }
  return mail(shop, `Order ${number} has shipped`, paragraphs, more)
}

function reset(random: Random, name: string): Content {
  const token = Math.floor(random.between(1e8, 1e9)).toString(36)
  const link = `https://accounts.shop.example/reset/${token}`
  const paragraphs = [`Dear ${name},`, `follow this link to choose a new password: ${link}`]
  return mail(accounts, 'Reset your password', paragraphs, { category: 'password_reset' })
}

function code(random: Random): Content {
  const digits = String(Math.floor(random.between(100_000, 999_999)))
  const paragraphs = [`Your code is ${digits}. It is valid for ten minutes.`]
  return mail(accounts, `${digits} is your sign-in code`, paragraphs, { category: 'sign_in_code' })
}

function welcome(_random: Random, name: string): Content {
  const paragraphs = [`Dear ${name},`, 'your account is ready. We are glad that you are here.']
  return mail(accounts, 'Welcome to Shop', paragraphs, { category: 'welcome' })
}

/** The newsletter of a week. */
export function newsletter(week: number): Kind['content'] {
  return (random, name) => {
    const item = goods[week % goods.length] ?? ''
    const paragraphs = [`Dear ${name},`, `this week: ${item} and ${random.pick(goods)}, at a tenth off.`]
    return mail(
      { from_email: 'news@shop.example', from_name: 'Shop news' },
      `This week: ${item}`,
      paragraphs,
      {
        category: 'newsletter',
        list_unsubscribe: { url: 'https://shop.example/unsubscribe' },
      },
    )
  }
}

/** All that is sent from day to day. */
export const kinds: readonly (readonly [weight: number, kind: Kind])[] = [
  [34, { project: 'shop', content: receipt }],
  [24, { project: 'shop', content: shipping }],
  [16, { project: 'accounts', content: reset }],
  [14, { project: 'accounts', content: code }],
  [6, { project: 'accounts', content: welcome }],
  [4, { project: 'test', content: receipt }],
]
