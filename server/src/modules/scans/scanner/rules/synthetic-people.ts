/** Invented people to try rules with. */
import type { ScannedSchema } from '../snapshot.ts'
import type { Json, RuleUser, Values } from './rule-engine.ts'
import { isObject, type RuleTerms } from './rule-terms.ts'

export interface People {
  /** Somebody who has just signed up: nothing is known of them. */
  fresh: RuleUser
  /** Who made the records that are tried. */
  owner: RuleUser
  /** Somebody else with values of their own in everything rules ask for. */
  peer: RuleUser
  /** A third one with values of their own, who has nothing yet. */
  heir: RuleUser
  /** Somebody else with the same values as the owner. */
  mate: RuleUser
  admin: RuleUser
  /** Everybody whom a rule names, by role, email, id or data; bounded. */
  named: RuleUser[]
}

const MOST_NAMED = 24

export function peopleFor(terms: RuleTerms, userSchema: ScannedSchema | null): People {
  const dataOf = (which: number): Values =>
    Object.fromEntries(dataNames(terms).map((name) => [name, threeValues(userSchema, name)[which] ?? null]))
  return {
    fresh: person('fresh', 'user', {}),
    owner: person('owner', 'user', dataOf(0)),
    peer: person('peer', 'user', dataOf(1)),
    heir: person('heir', 'user', dataOf(2)),
    mate: person('mate', 'user', dataOf(0)),
    admin: person('admin', 'admin', {}),
    named: named(terms, dataOf(0)),
  }
}

export function person(name: string, role: string, data: Values): RuleUser {
  return { id: `usr_tried_${name}`, email: `${name}@people.invalid`, role, data }
}

/** The names of `user.data` that rules ask for. */
export function dataNames({ wanted, templates }: RuleTerms): string[] {
  const all = new Set([...wanted.keys(), ...templates])
  return [...all].filter((name) => name.startsWith('data.')).map((name) => name.slice('data.'.length))
}

export function attributeOf(user: RuleUser, name: string): Json | undefined {
  if (name.startsWith('data.')) {
    const field = name.slice('data.'.length)
    return Object.hasOwn(user.data, field) ? user.data[field] : undefined
  }
  return name === 'id' || name === 'email' || name === 'role' ? user[name] : undefined
}

/** Different values that a field of users can have. */
function threeValues(userSchema: ScannedSchema | null, name: string): Json[] {
  const properties = isObject(userSchema?.properties) ? userSchema.properties : {}
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (isObject(property)) {
    if (Array.isArray(property.enum)) return [0, 1, 2].map((index) => one(property.enum as Json[], index))
    const types = [property.type].flat()
    if (types.includes('boolean')) return [true, false, true]
    if (types.includes('number') || types.includes('integer')) return [4_242, 2_424, 1_212]
  }
  return [`${name} of the owner`, `${name} of another`, `${name} of a third`]
}

function one(values: readonly Json[], index: number): Json {
  return values[index % values.length] ?? null
}

function named(terms: RuleTerms, data: Values): RuleUser[] {
  const wanted = (attribute: string) =>
    [...(terms.wanted.get(attribute) ?? [])]
      .filter((value) => typeof value === 'string' && value !== '')
      .slice(0, 4)
  const withWanted: Values = { ...data }
  for (const name of dataNames(terms)) {
    const [first] = terms.wanted.get(`data.${name}`) ?? []
    if (first !== undefined && !String(first).includes('{{')) withWanted[name] = first
  }
  const people: RuleUser[] = []
  for (const role of new Set(['user', 'admin', ...wanted('role')]))
    for (const email of [null, ...wanted('email')])
      for (const id of [null, ...wanted('id')]) {
        const someone = person(`named_${people.length}`, String(role), withWanted)
        people.push({
          ...someone,
          ...(email !== null && { email: String(email) }),
          ...(id !== null && { id: String(id) }),
        })
      }
  return people.slice(0, MOST_NAMED)
}
