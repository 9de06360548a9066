/** A duration that is one number of one unit, as a form can show it. */
import { isObject, type Json } from '../../../entity-schema.ts'

export const UNITS = ['milliseconds', 'seconds', 'minutes', 'hours', 'days'] as const
export type Unit = (typeof UNITS)[number]

const LETTERS: Record<string, Unit> = { D: 'days', H: 'hours', M: 'minutes', S: 'seconds' }

/** Null for what has several units or none. */
export function simpleDuration(duration: Json | undefined): { amount: number; unit: Unit } | null {
  if (typeof duration === 'string') {
    const [, day, time, letter = ''] = /^P(?:(\d+)D|T(\d+)([HMS]))$/.exec(duration) ?? []
    const unit = day === undefined ? LETTERS[letter] : 'days'
    return unit ? { amount: Number(day ?? time), unit } : null
  }
  if (duration === undefined || !isObject(duration)) return null
  const [entry, ...more] = Object.entries(duration)
  const unit = UNITS.find((each) => each === entry?.[0])
  const amount = entry?.[1]
  return unit && typeof amount === 'number' && more.length === 0 ? { amount, unit } : null
}
