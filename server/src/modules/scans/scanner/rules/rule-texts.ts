/** What findings about rules say. */

import type { Hole, RuleId } from './hole.ts'
import type { Operation } from './rule-engine.ts'

interface Texts {
  title: string
  description: string
  recommendation: string
  cwe: string[]
}

const VERBS: Record<Operation, string> = {
  create: 'create',
  read: 'read',
  update: 'change',
  delete: 'delete',
}

/** `who`: as it is in this app. */
export function textsOf({ rule_id, operations, fields }: Hole, entity: string, who: string): Texts {
  const done = joined(operations.map((operation) => VERBS[operation]))
  const named = joined(fields.map((field) => `\`${field}\``))
  return TEXTS[rule_id]({ entity, done, named, who })
}

interface Facts {
  entity: string
  done: string
  named: string
  who: string
}

const TEXTS: Record<RuleId, (it: Facts) => Texts> = {
  rls_missing: ({ entity, done, named, who }) => ({
    title: `${entity} has no rule for who may ${done} its records`,
    description: `Where no rule is stated, ${who} may ${done} all records of ${entity}.${named && ` They hold ${named}.`}`,
    recommendation: 'State a rule: let people reach the records that they made, and admins all of them.',
    cwe: ['CWE-862'],
  }),
  rls_always_true: ({ entity, done, who }) => ({
    title: `The rule of ${entity} lets ${who} ${done} all records`,
    description: `The rule holds for every record and every user: ${who} may ${done} all records of ${entity}.`,
    recommendation:
      'If that is not meant, let people reach the records that they made, and admins all of them.',
    cwe: ['CWE-863'],
  }),
  rls_anonymous_write: ({ entity, done }) => ({
    title: `Everybody can ${done} records of ${entity} without signing in`,
    description: `The app is open without signing in, and the rule lets every visitor ${done} records of ${entity}.`,
    recommendation: 'Let people who are signed in write their own records, and admins all of them.',
    cwe: ['CWE-306', 'CWE-862'],
  }),
  rls_missing_owner_check: ({ entity, done }) => ({
    title: `Every user can ${done} records of ${entity} that are not theirs`,
    description: `The rule does not ask whose a record is, so every user who is signed in may ${done} what others made.`,
    recommendation: 'Ask for the owner as well: `created_by_id` must be the user, or the user an admin.',
    cwe: ['CWE-639'],
  }),
  rls_no_policy: ({ entity }) => ({
    title: `Nobody can do anything with ${entity}`,
    description:
      'The rules refuse every operation to everybody; only those who pass the rules by reach its records.',
    recommendation: 'If that is not meant, state who may read and write the records.',
    cwe: [],
  }),
  rls_trusts_user_editable_field: ({ entity, done, named }) => ({
    title: `Users can give themselves access to ${entity}`,
    description: `The rules for who may ${done} records of ${entity} ask for ${named}, which users can set themselves by updating their own profile.`,
    recommendation: `Let only admins write ${named}: give the field a rule in the schema \`User\`.`,
    cwe: ['CWE-639', 'CWE-807'],
  }),
  rls_movable_row: ({ entity, named }) => ({
    title: `Records of ${entity} can be moved to somebody else`,
    description: `Whose a record is stands in ${named}, and those who may change the record can change that, too: a record can be put into the hands of somebody else, or be taken over.`,
    recommendation: `Let only admins change ${named} once the record is made.`,
    cwe: ['CWE-639', 'CWE-915'],
  }),
  rls_write_wider_than_read: ({ entity, done }) => ({
    title: `People can ${done} records of ${entity} that they cannot read`,
    description: `The rule for who may ${done} a record lets in people whom the rule for reading refuses.`,
    recommendation: 'Ask of those who write at least what is asked of those who read.',
    cwe: ['CWE-863'],
  }),
  sensitive_fields_exposed: ({ entity, named, who }) => ({
    title: `Fields of ${entity} that should be secret can be read by others`,
    description: `By their names, ${named} should not be seen by others, but ${who} may read them in records that are not theirs.`,
    recommendation: 'Give these fields a rule for reading of their own.',
    cwe: ['CWE-200', 'CWE-359'],
  }),
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
