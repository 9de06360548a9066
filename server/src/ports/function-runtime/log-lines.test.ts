import { expect, test } from 'vitest'
import { parseLine } from './log-lines.ts'

const MARK = 'f00d'.repeat(8)
const LINE = JSON.stringify({ level: 'warn', message: 'hello', request_id: 'req_1' })

test('a line with the mark is one of the protocol', () => {
  expect(parseLine(MARK + LINE, 'info', MARK)).toEqual({
    ...{ kind: 'log', level: 'warn', message: 'hello', request_id: 'req_1' },
  })
  expect(parseLine(`${MARK}{"state":"ready"}`, 'info', MARK)).toMatchObject({ kind: 'state', state: 'ready' })
})

test.each([LINE, '{"state":"ready"}', '{"state":"broken","message":"a"}', `x${MARK.slice(0, 8)}${LINE}`])(
  'a line that the code prints forges nothing: %s',
  (line) => {
    expect(parseLine(line, 'error', MARK)).toEqual({
      kind: 'log',
      level: 'error',
      message: line,
      request_id: null,
    })
  },
)

test('the mark is not shown where a line cannot be read', () => {
  expect(parseLine(`${MARK}{"level":"info"`, 'info', MARK)).toMatchObject({ message: '{"level":"info"' })
  expect(parseLine(`printed ${MARK}${LINE}`, 'info', MARK)).toMatchObject({ message: `printed ${LINE}` })
})
