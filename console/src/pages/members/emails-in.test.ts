import { describe, expect, test } from 'vitest'
import { emailsIn } from './emails-in.ts'

describe('emails in pasted text', () => {
  test.each([
    ['one', 'ada@example.com', ['ada@example.com']],
    ['lines', 'ada@example.com\r\n\r\ngrace@example.com\n', ['ada@example.com', 'grace@example.com']],
    ['commas and semicolons', 'a@x.test, b@x.test;c@x.test', ['a@x.test', 'b@x.test', 'c@x.test']],
    ['spaces', 'a@x.test b@x.test', ['a@x.test', 'b@x.test']],
    [
      'names',
      'Ada Byron <ada@example.com>, "Grace" <grace@example.com>',
      ['ada@example.com', 'grace@example.com'],
    ],
    ['doubles', 'ada@example.com, ADA@example.com', ['ADA@example.com']],
    ['nothing', ' \n ', []],
  ])('%s', (_, text, emails) => {
    expect(emailsIn(text)).toEqual({ emails, others: [] })
  })

  test('what looks like no email is recognised', () => {
    expect(emailsIn('ada@example.com, grace, <>, Alan <alan>, two@at@signs')).toEqual({
      emails: ['ada@example.com'],
      others: ['grace', 'alan', 'two@at@signs'],
    })
  })
})
