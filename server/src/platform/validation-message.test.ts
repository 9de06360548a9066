import { expect, test } from 'vitest'
import { refuse } from './errors.ts'
import { validationMessage } from './validation-message.ts'

test.each([
  [['body', 'total'], 'Input should be greater than or equal to 0', 'total: must be at least 0'],
  [['body', 'total'], 'Input should be less than or equal to 9', 'total: must be at most 9'],
  [['body', 'items', 3, 'name'], 'Field required', 'items.3.name: is required'],
  [['body'], 'Field required', 'body: is required'],
  [
    ['query', 'limit'],
    'Input should be a valid integer, unable to parse string as an integer',
    'limit: must be a whole number',
  ],
  [['body', 'on'], 'Input should be a valid boolean', 'on: must be true or false'],
  [['body', 'role'], "Input should be 'editor' or 'viewer'", "role: must be 'editor' or 'viewer'"],
  [['body', 'name'], 'String should have at most 200 characters', 'name: must have at most 200 characters'],
  [['body', 'a'], 'List should have at least 1 item after validation, not 0', 'a: must have at least 1 item'],
  [['body', 'a'], "String should match pattern '^[a-z]+$'", 'a: must match the pattern ^[a-z]+$'],
  [['body', 'timezone'], 'Value error, not an IANA time zone', 'timezone: not an IANA time zone'],
  [
    ['body', 'target_url'],
    'The address must begin with https://.',
    'target_url: The address must begin with https://.',
  ],
])('%j, %j reads %j', (loc, msg, message) => {
  expect(validationMessage({ loc: [...loc], msg, type: 'x' })).toBe(message)
})

test('a body that is not JSON is named with the position', () => {
  const row = { loc: ['body', 12], msg: 'JSON decode error', type: 'json_invalid' }
  expect(validationMessage(row)).toBe('body: is not valid JSON, at position 12')
})

test('a long value is cut', () => {
  const row = { loc: ['body', 'x'.repeat(10_000)], msg: 'Field required', type: 'missing' }
  expect(validationMessage(row).length).toBeLessThanOrEqual(501)
})

test('a refusal with rows takes the first as its message and leaves the rows as they are', () => {
  const detail = [
    { loc: ['body', 'total'], msg: 'Input should be greater than or equal to 0', type: 'greater_than_equal' },
    { loc: ['body', 'name'], msg: 'Field required', type: 'missing' },
  ]
  expect(refuse('validation_error', { detail })).toMatchObject({
    message: 'total: must be at least 0',
    detail,
  })
})
