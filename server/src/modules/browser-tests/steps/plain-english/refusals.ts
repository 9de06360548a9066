import type { StepChoice } from '../step-reader.ts'
import type { Found } from './find-element.ts'
import type { Place } from './page-tree.ts'

export type NotUnderstood = Extract<StepChoice, { kind: 'not_understood' }>

const MAX_SHOWN = 60
const MAX_NAMED = 3

export function notUnderstood(reason: string): NotUnderstood {
  return { kind: 'not_understood', reason }
}

/** Says what might have been meant, so that a person can name one of them. */
export function notOne(words: string, found: Exclude<Found, { kind: 'found' }>): NotUnderstood {
  if (found.kind === 'several') {
    return notUnderstood(
      `“${short(words)}” could be ${listed(found.places)}; say which one, such as the first, or in which row.`,
    )
  }
  const closest = found.closest.length === 0 ? '' : `; closest: ${listed(found.closest)}`
  return { ...notUnderstood(`Nothing on the page is clearly “${short(words)}”${closest}.`), is_missing: true }
}

export function noOption(words: string, place: Place): NotUnderstood {
  const options = place.node.options.slice(0, 8).map((option) => `“${short(option)}”`)
  const list = options.length === 0 ? 'shows no options; open it and click one' : `has ${options.join(', ')}`
  return notUnderstood(`“${short(words)}” cannot be chosen: ${described(place)} ${list}.`)
}

function listed(places: readonly Place[]): string {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(described(place), (counts.get(described(place)) ?? 0) + 1)
  const named = [...counts]
    .slice(0, MAX_NAMED)
    .map(([text, count]) => (count > 1 ? `${count} times ${text}` : text))
  return counts.size > MAX_NAMED ? `${named.join(', ')} and others` : named.join(' or ')
}

function described({ node, name }: Place): string {
  return `${node.role} “${short(name.text)}”`
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line
}
