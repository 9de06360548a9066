import { expect, test } from 'vitest'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import { createUserFields } from './user-fields.ts'

const USER = { id: 'usr_1', email: 'ada@example.com', role: 'user', data: { team: 'red', nickname: 'Ada' } }
const ofAdmins = { user_condition: { role: 'admin' } }
const fieldsWith = (more: Partial<EntitySchema>) =>
  createUserFields({
    of: async () => ({
      version: 1,
      schema: { name: 'User', properties: { team: { type: 'string', rls: { write: ofAdmins } } }, ...more },
    }),
  })

test('fields of users that their schema does not declare are dropped', async () => {
  const fields = fieldsWith({})
  expect(await fields.readable('app_1', USER)).toEqual({ team: 'red' })
  expect(await fields.writable('app_1', USER, { nickname: 'A' }, ['body'])).toEqual({})
  expect(await fields.fitting('app_1', { nickname: 'A' }, ['body'])).toEqual({})
})

test('they are kept where it allows more, and the declared ones keep their rules', async () => {
  const fields = fieldsWith({ additionalProperties: true })
  expect(await fields.readable('app_1', USER)).toEqual({ team: 'red', nickname: 'Ada' })
  expect(await fields.writable('app_1', USER, { nickname: 'A' }, ['body'])).toEqual({ nickname: 'A' })
  expect(await fields.fitting('app_1', { nickname: 'A' }, ['body'])).toEqual({ nickname: 'A' })
  await expect(fields.writable('app_1', USER, { team: 'blue' }, ['body'])).rejects.toMatchObject({
    code: 'field_rule_refused',
  })
})
