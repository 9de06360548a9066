import { shorten } from '../../../platform/text/shorten.ts'
import type { PageExpectation, PageSnapshot, PageTarget } from '../../../ports/browser/port.ts'

/** An element in words, such as `button “Save”`. */
export function describeTarget(target: PageTarget): string {
  const { role, name, label, placeholder, text, test_id, css, nth } = target
  const words =
    (role !== undefined && (name ? `${role} ${quoted(name)}` : role)) ||
    (label !== undefined && `the field ${quoted(label)}`) ||
    (placeholder !== undefined && `the field with the placeholder ${quoted(placeholder)}`) ||
    (text !== undefined && `the text ${quoted(text)}`) ||
    (test_id !== undefined && `the element with the test id ${quoted(test_id)}`) ||
    `the element ${quoted(css ?? '')}`
  return nth === undefined ? words : `${words}, number ${nth + 1}`
}

/** What was expected and what was there instead, as a sentence. */
export function describeMiss({ expect, target, value, count }: PageExpectation, actual: string): string {
  const subject = target ? describeTarget(target) : 'the page'
  const wanted = quoted(value ?? '')
  const there = shortened(actual)
  const held = there === '' ? 'it is empty' : `it is ${quoted(there)}`
  const condition = there === '' ? 'it is not on the page' : `it is ${there}`
  const [expected, instead] = {
    visible: [`${subject} to be visible`, condition],
    hidden: [`${subject} not to be visible`, condition],
    text: target
      ? [`${subject} to have the text ${wanted}`, held]
      : [`the page to show ${wanted}`, 'it does not'],
    value: [`${subject} to hold ${wanted}`, held],
    enabled: [`${subject} to be enabled`, condition],
    disabled: [`${subject} to be disabled`, condition],
    checked: [`${subject} to be checked`, condition],
    unchecked: [`${subject} not to be checked`, condition],
    count: [`${count} of ${subject}`, `there are ${there}`],
    url: [`the address to be ${wanted}`, held],
    title: [`the title to be ${wanted}`, held],
  }[expect]
  // The browser says it in a sentence where there is no state to name.
  if (there.endsWith('.') && instead === condition) return `Expected ${expected}. ${there}`
  return `Expected ${expected}, but ${instead}.`
}

/** What a person would notice first on a page: messages, else its headings. */
export function describePage({ title, nodes }: PageSnapshot): string {
  const shown = (roles: readonly string[]) =>
    nodes
      .filter(({ role, name, value }) => roles.includes(role) && (name || value))
      .slice(0, MOST_SHOWN)
      .map(({ role, name, value }) => `${role} ${quoted(name || (value ?? ''))}`)
  const messages = shown(['alert', 'alertdialog', 'dialog', 'status'])
  const parts = messages.length > 0 ? messages : shown(['heading'])
  const page = title === '' ? 'The page' : `The page ${quoted(title)}`
  return parts.length === 0 ? '' : `${page} shows ${parts.join(' and ')}.`
}

const MOST_SHOWN = 2

export function quoted(text: string): string {
  return `“${shortened(text)}”`
}

const LONGEST = 300

function shortened(text: string): string {
  const line = text.toWellFormed().replaceAll(/\s+/g, ' ').trim()
  return shorten(line, LONGEST)
}
