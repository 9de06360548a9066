import { ApiError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { problemsOf } from './build-problems.ts'

const files = ['index.ts', 'lib/price.ts'].map((path) => ({ path, content: '' }))
const refused = (detail: object[]) =>
  new ApiError(422, new Headers(), { code: 'validation_error', message: 'No', detail })
const problem = (loc: (string | number)[], msg: string) =>
  problemsOf(refused([{ loc, msg, type: 'x' }]), files)[0]

test.each<[string, (string | number)[], string, object]>([
  [
    'a line',
    ['body', 'files', 0],
    'lib/price.ts:3: Unexpected token',
    { path: 'lib/price.ts', line: 3, message: 'Unexpected token' },
  ],
  [
    'a file',
    ['body', 'files', 0],
    'index.ts: It is empty',
    { path: 'index.ts', line: null, message: 'It is empty' },
  ],
  [
    'a path',
    ['body', 'files', 1, 'path'],
    'A path names no folder by dots',
    { path: 'lib/price.ts', line: null, message: 'A path names no folder by dots' },
  ],
  ['all files', ['body', 'files'], 'Too large', { path: null, line: null, message: 'Too large' }],
  [
    'something else',
    ['body', 'automations', 0, 'cron'],
    'Send five fields',
    { path: null, line: null, message: 'automations.0.cron: Send five fields' },
  ],
])('a problem of %s is placed there', (_, loc, msg, expected) => {
  expect(problem(loc, msg)).toEqual(expected)
})

test('what is no refusal of single parts has none', () => {
  expect(problemsOf(new ApiError(503, new Headers(), { code: 'functions_unavailable' }), files)).toEqual([])
  expect(problemsOf(new Error('offline'), files)).toEqual([])
})
