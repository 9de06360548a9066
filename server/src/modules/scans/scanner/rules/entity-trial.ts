/** What invented people may do with invented records of one entity, by the rule engine. */
import type { ScannedSchema } from '../snapshot.ts'
import { findSelfWrittenFields, type SelfWritten } from './find-self-written-fields.ts'
import type { Json, MaybeUser, Operation, RuleEngine, RuleRecord, RuleUser, Values } from './rule-engine.ts'
import { type RuleTerms, termsOf } from './rule-terms.ts'
import { canonical, fieldPlaces, type Rules, rowRules } from './stored-rules.ts'
import { dataNames, type People, peopleFor } from './synthetic-people.ts'
import { recordsOf, type Tried } from './synthetic-records.ts'

export interface ScannedRules extends Bounds {
  engine: RuleEngine
  schema: ScannedSchema
  /** The schema named `User`, if the app has one. */
  userSchema: ScannedSchema | null
  publicSettings: string
}

export interface Bounds {
  /** Most records that are tried. */
  most: number
  /** Most work for one entity; a question to the engine costs by the length of the rules. */
  work: number
}

export interface EntityTrial extends ScannedRules {
  rls: Rules | null
  terms: RuleTerms
  people: People
  selfWritten: SelfWritten
  /** Whether people come in without signing in, and whether everybody can sign up. */
  anonymousComes: boolean
  strangersCome: boolean
  /** Records of the owner, in which fields name the owner or the peer. */
  others: Tried
  allows(user: MaybeUser, operation: Operation, record: RuleRecord): boolean
  /** How many of the owner's records somebody gets at; of new ones, how many combinations they may make. */
  share(user: MaybeUser, operation: Operation): 'all' | 'some' | 'none'
  /** Records that somebody makes. */
  madeBy(user: RuleUser): Tried
  /** Whether there is no time for more: what was not found until then may still be there. */
  isSpent(): boolean
  /** How a fresh user can change themselves by setting one more of their own fields. */
  selfChanges: SelfChange[]
}

export interface SelfChange {
  name: string
  before: RuleUser
  after: RuleUser
}

const MOST_STATES = 16
const MOST_FIELDS = 40
const COST_OF_USER = 50

export function tryEntity(given: ScannedRules): EntityTrial {
  const { engine, schema, userSchema, publicSettings, most } = given
  const rls = rowRules(schema)
  const rules = [
    ...Object.values(rls ?? {}),
    ...fieldPlaces(schema).flatMap((one) => Object.values(one.rls ?? {})),
  ]
  const terms = termsOf(rules)
  // Records differ in what row rules ask for; field rules add to that only as far as there is room.
  const rowTerms = termsOf(Object.values(rls ?? {}))
  const people = peopleFor(terms, userSchema)
  const selfWritten = findSelfWrittenFields(engine, userSchema, dataNames(terms))
  const source = { engine, schema, most }
  const whole = recordsOf({ ...source, terms }, people.owner, [people.owner, people.peer])
  const ofRows = recordsOf({ ...source, terms: rowTerms }, people.owner, [people.owner, people.peer])
  const others = whole.isComplete ? whole : ofRows
  const made = new Map<RuleUser, Tried>()
  const madeBy = (user: RuleUser) => {
    const known = made.get(user) ?? recordsOf({ ...source, terms: rowTerms }, user, [user, people.owner])
    made.set(user, known)
    return known
  }
  const shares = new Map<MaybeUser, Map<Operation, 'all' | 'some' | 'none'>>()
  const cost = 1 + canonical(rls).length / 200
  let { work } = given
  const askers = new Set<MaybeUser>()
  const allows: EntityTrial['allows'] = (user, operation, record) => {
    // The rules are put into words of the engine once for each user.
    work -= askers.has(user) ? cost : cost * COST_OF_USER
    askers.add(user)
    return engine.allows(schema, user, operation, record)
  }
  return {
    ...given,
    ...{ rls, terms: rowTerms, people, selfWritten, others, madeBy, allows },
    anonymousComes: publicSettings === 'public_without_login',
    strangersCome: publicSettings.startsWith('public_'),
    share(user, operation) {
      const ofUser = shares.get(user) ?? new Map<Operation, 'all' | 'some' | 'none'>()
      shares.set(user, ofUser)
      const { records } = operation === 'create' ? madeBy(user ?? ANONYMOUS) : others
      const known = ofUser.get(operation) ?? shareOf(records, (record) => allows(user, operation, record))
      ofUser.set(operation, known)
      return known
    },
    isSpent: () => work <= 0,
    selfChanges: selfChanges(terms, people, selfWritten),
  }
}

/** Records that are made without signing in. */
const ANONYMOUS: RuleUser = { id: 'anonymous', email: 'anonymous', role: '', data: {} }

function shareOf(records: readonly RuleRecord[], isAllowed: (record: RuleRecord) => boolean) {
  const count = records.filter(isAllowed).length
  if (count === 0) return 'none'
  return count === records.length ? 'all' : 'some'
}

/** The steps a fresh user can take among all combinations of values that rules ask for and that users can set. */
function selfChanges(terms: RuleTerms, { fresh, owner }: People, selfWritten: SelfWritten): SelfChange[] {
  const users = new Map<string, RuleUser>()
  const userWith = (data: Values) => {
    const key = canonical(data)
    const user = users.get(key) ?? { ...fresh, data }
    users.set(key, user)
    return user
  }
  const fields = dataNames(terms)
    .filter(selfWritten.has)
    .slice(0, MOST_FIELDS)
    .map((name) => ({ name, values: settable(terms, owner, selfWritten, name) }))
  const single = fields.flatMap(({ name, values }) => values.map((value): Values => ({ [name]: value })))
  let together: Values[] = [{}]
  // Those who set everything come first: they are kept when there are too many.
  for (const { name, values } of fields)
    together = together
      .flatMap((data) => [...values.map((value) => ({ ...data, [name]: value })), data])
      .slice(0, MOST_STATES)
  const several = together.filter((data) => Object.keys(data).length > 1)
  return [...single, ...several].flatMap((data) =>
    Object.keys(data).map((name) => {
      const { [name]: _, ...rest } = data
      return { name, before: userWith(rest), after: userWith(data) }
    }),
  )
}

/** What rules ask a field of users for, as far as users can set it, and what stands there for the owner. */
function settable(terms: RuleTerms, owner: RuleUser, selfWritten: SelfWritten, name: string): Json[] {
  const wanted = [...(terms.wanted.get(`data.${name}`) ?? [])].slice(0, MOST_STATES)
  const constant = wanted.filter((value) => !String(value).includes('{{') && selfWritten.takes(name, value))
  return [...constant, owner.data[name] ?? null]
}
