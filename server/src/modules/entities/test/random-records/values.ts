/** Values that fit a field, and such that do not. */
import type { Chance } from '../../../../../test/chance.ts'
import type { ModelEntity, Value } from './model.ts'

const WORDS = ['a', 'bee', 'Zoë', '日本', "o'clock", 'x'.repeat(20), '$1', '%s', '{{user.id}}', '🙂']

/** What fits; the owner is one of these emails. */
export function fitting(chance: Chance, field: string, emails: readonly string[]): Value {
  switch (field) {
    case 'title':
      return chance.one(WORDS)
    case 'n':
      return chance.below(101)
    case 'flag':
      return chance.percent(50)
    case 'state':
      return chance.one(['new', 'open', 'locked'])
    case 'tags':
      return Array.from({ length: chance.below(4) }, () => chance.one(WORDS))
    case 'owner':
      return chance.one(emails)
    case 'score':
      return chance.below(1000) / 4
    default:
      return chance.one(WORDS)
  }
}

/** What does not fit, whatever the field. */
export function unfit(chance: Chance, field: string): unknown {
  const wrong: Record<string, readonly unknown[]> = {
    title: [1, true, {}, [], 'x'.repeat(21), ''],
    n: ['1', 1.5, -1, 101, true, []],
    flag: ['true', 1, 'no', {}],
    state: ['gone', 1, true, ['new']],
    tags: ['a', {}, [1], ['a', 'b', 'c', 'd']],
    owner: ['nobody', 1, {}],
    score: ['1', true, {}],
    secret: [1, false, []],
  }
  return chance.one(wrong[field] ?? [{}])
}

/** Some fields with values that fit. */
export function someValues(chance: Chance, entity: ModelEntity, emails: readonly string[]) {
  const fields = Object.keys(entity.schema.properties).filter(() => chance.percent(35))
  return Object.fromEntries(
    fields.map((field) => {
      const isCleared = field !== 'title' && chance.percent(10)
      return [field, isCleared ? null : fitting(chance, field, emails)]
    }),
  ) as { [field: string]: Value }
}
