import { CONVERSION_TYPES, type ConversionTypeName } from '@atrium/contract/conversions'
import type { NewGoal } from '../../../ports/ad-platform/port.ts'

/** What the goals are called, and when they are reached. */
export const GOAL_WORDS: Record<ConversionTypeName, { name: string; when: string }> = {
  PURCHASE: { name: 'Purchase', when: 'somebody has paid for something' },
  ADD_TO_CART: { name: 'Add to cart', when: 'something was put into a cart' },
  BEGIN_CHECKOUT: { name: 'Begin checkout', when: 'somebody goes to the checkout' },
  SIGNUP: { name: 'Sign-up', when: 'an account was created' },
  SUBMIT_LEAD_FORM: { name: 'Lead form', when: 'a form of an interested person was sent' },
  CONTACT: { name: 'Contact', when: 'a message to the business was sent' },
  REQUEST_QUOTE: { name: 'Quote request', when: 'a quote was asked for' },
  BOOK_APPOINTMENT: { name: 'Appointment', when: 'an appointment was booked' },
  SUBSCRIBE_PAID: { name: 'Paid subscription', when: 'a paid subscription began' },
  PHONE_CALL_LEAD: { name: 'Phone call', when: 'somebody uses a link to call the business' },
}

/** Platforms take at most 100 letters for the name of a goal. */
const LONGEST_APP_NAME = 70

/** One for each type, such as "Bakery – Purchase". */
export function standardGoals(appName: string): NewGoal[] {
  const name = [...appName.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, LONGEST_APP_NAME).join('').trim()
  return CONVERSION_TYPES.map((category) => ({
    category,
    name: name === '' ? GOAL_WORDS[category].name : `${name} – ${GOAL_WORDS[category].name}`,
  }))
}
