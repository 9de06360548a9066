import { expect, test } from 'vitest'
import { readPushCommands } from './push-commands.ts'

const NONE = '0'.repeat(40)
const ONE = '1'.repeat(40)
const line = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`
const read = (text: string) => readPushCommands(Buffer.from(text))

test('a push names what it creates, moves and deletes, and the capabilities of its client', () => {
  const sent = [
    line(`shallow ${ONE}\n`),
    line(`${NONE} ${ONE} refs/heads/new\0 report-status side-band-64k agent=git/2`),
    line(`${ONE} ${'A'.repeat(40)} refs/heads/ä\n`),
    line(`${ONE} ${NONE} refs/tags/v1`),
    '0000',
  ].join('')
  expect(read(`${sent}PACK`)).toEqual({
    commands: [
      { ref: 'refs/heads/new', from: null, to: ONE },
      { ref: 'refs/heads/ä', from: ONE, to: 'a'.repeat(40) },
      { ref: 'refs/tags/v1', from: ONE, to: null },
    ],
    capabilities: new Set(['report-status', 'side-band-64k', 'agent=git/2']),
    state: 'whole',
    bytes: Buffer.byteLength(sent),
  })
})

test('bytes that end before the commands do are partial', () => {
  const whole = `${line(`${NONE} ${ONE} refs/heads/a`)}0000`
  for (let length = 0; length < whole.length; length++)
    expect(read(whole.slice(0, length)).state, whole.slice(0, length)).toBe('partial')
  expect(read(whole).state).toBe('whole')
})

test.each([
  ['a signed push', line('push-cert\0 push-cert=x')],
  ['a command without a name', line(`${NONE} ${ONE}`)],
  ['a name with a line break inside', line(`${NONE} ${ONE} refs/heads/a\nb`)],
  ['a delimiter', '0001'],
  ['an empty line', '0004'],
  ['a length that is not four digits', `0x3f${NONE}`],
])('%s is malformed', (_, sent) => {
  expect(read(`${sent}0000`).state).toBe('malformed')
})
