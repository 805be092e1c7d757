import type { components } from '../../../../../generated/api-types.js'
import type { components as sendgrid } from '../../../../../generated/wires/sendgrid.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'

type Mail = sendgrid['schemas']['Mail']

const ofMail = [
  ['sandbox_mode', 'is not there: use the key of a test project, which sends nothing outside'],
  ['bypass_list_management', 'is not there: Postseal sends no mail to suppressed addresses'],
  ['bypass_spam_management', 'is not there: Postseal sends no mail to suppressed addresses'],
  ['bypass_bounce_management', 'is not there: Postseal sends no mail to suppressed addresses'],
  ['bypass_unsubscribe_management', 'is not there: Postseal sends no mail to suppressed addresses'],
  ['footer', 'is not there: put the footer into the content or the template'],
  ['bcc', 'is not there: put the address into bcc of the personalization'],
] as const

const ofTracking = [
  ['subscription_tracking', 'is not there: Postseal writes no links for unsubscribing into content'],
  ['ganalytics', 'is not there: write the parameters into the links'],
] as const

/**
 * Refuses settings that ask for what the service does not do. Many applications send them switched off.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function checkSettings({ mail_settings: mail = {}, tracking_settings: tracking = {} }: Mail): void {
  for (const [name, reason] of ofMail)
    if (mail[name]?.enable === true) throw refusedValue(`/body/mail_settings/${name}`, 'not_allowed', reason)
  for (const [name, reason] of ofTracking)
    if (tracking[name]?.enable === true)
      throw refusedValue(`/body/tracking_settings/${name}`, 'not_allowed', reason)
  if (tracking.click_tracking?.enable_text === true)
    throw refusedValue(
      '/body/tracking_settings/click_tracking/enable_text',
      'not_allowed',
      'is not there: Postseal tracks the links of the HTML only',
    )
}

/** Returns the choices about opens and clicks that a request makes; undefined if it makes none. */
export function trackingOf({
  tracking_settings: given,
}: Mail): components['schemas']['TrackingChoice'] | undefined {
  const opens = given?.open_tracking?.enable
  const clicks = given?.click_tracking?.enable
  if (opens === undefined && clicks === undefined) return undefined
  return { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) }
}
