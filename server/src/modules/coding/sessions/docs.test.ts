/** docs/coding-sessions.md is held against contract and code: it leaves no field, state, event, code or limit out. */
import { readFile } from 'node:fs/promises'
import { allOperations } from '@atrium/contract'
import { MAX_QUESTIONS, sendSessionMessage } from '@atrium/contract/coding-messages'
import {
  CodingSession,
  INPUT_HOURS,
  launchSession,
  MAX_OPEN_SESSIONS,
  MAX_PROMPT,
  MAX_RUNNING_SESSIONS,
  MAX_SESSION_EVENTS,
  MAX_SESSION_MINUTES,
  MAX_SESSION_STEPS,
  SESSION_DAYS,
  SESSION_EVENTS,
  SESSION_FAULTS,
} from '@atrium/contract/coding-sessions'
import { MAX_DIFF_BYTES, MAX_DIFF_FILES, MAX_PATCH_BYTES } from '@atrium/contract/pull-requests'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { TRANSITIONS } from './states.ts'

const text = await readFile(new URL('../../../../../docs/coding-sessions.md', import.meta.url), 'utf8')
const missing = (names: readonly string[]) => names.filter((name) => !text.includes(`\`${name}\``))

test('its examples can be sent', () => {
  const [launch, answer] = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) =>
    JSON.parse(json),
  )
  expect([...Value.Errors(launchSession.body, launch)]).toEqual([])
  expect([...Value.Errors(sendSessionMessage.body, answer)]).toEqual([])
})

test('every field, event and fault is there', () => {
  const shown = ['id', 'error_message', 'plan', 'outcome', 'summary'] as const
  expect(Object.keys(CodingSession.properties)).toEqual(expect.arrayContaining([...shown]))
  expect(
    missing([
      ...Object.keys(launchSession.body.properties),
      ...Object.keys(sendSessionMessage.body.properties),
      ...['error_message', 'plan', 'outcome', 'summary', 'branch_id', 'session_url', 'message_id'],
      ...SESSION_EVENTS,
      ...SESSION_FAULTS,
    ]),
  ).toEqual([])
})

test('every refusal of the operations is there', () => {
  const names = allOperations
    .filter(({ name }) => name.startsWith('coding.'))
    .flatMap(({ refuses }) => refuses as readonly string[])
    .filter((code) => code !== 'app_not_found')
  expect(missing([...new Set(names)])).toEqual([])
})

test('the table of states has every transition', () => {
  const rows = text
    .split('\n')
    .filter((line) => /^\| (`\w+`(, )?)+ \|.*\| `\w+`/.test(line))
    .flatMap((line) => {
      const [, from = '', , to = ''] = line.split('|')
      const state = /`(\w+)`/.exec(to)?.[1]
      return [...from.matchAll(/`(\w+)`/g)].map(([, one]) => `${one} ${state}`)
    })
    .filter((pair) => pair.split(' ').every((state) => state in TRANSITIONS))
  const table = Object.entries(TRANSITIONS).flatMap(([from, all]) =>
    Object.values(all).map((to) => `${from} ${to}`),
  )
  expect([...new Set(rows)].sort()).toEqual([...new Set(table)].sort())
})

test('every limit is there', () => {
  const sentences = [
    `1 to ${MAX_PROMPT.toLocaleString('en')}`,
    `at most ${MAX_SESSION_EVENTS.toLocaleString('en')}`,
    `up to ${MAX_QUESTIONS} \`questions\``,
    `${MAX_RUNNING_SESSIONS} sessions of an app run at a time`,
    `${MAX_OPEN_SESSIONS} may be open`,
    `${MAX_SESSION_STEPS} steps and ${MAX_SESSION_MINUTES} minutes`,
    `for ${INPUT_HOURS} hours`,
    `for ${SESSION_DAYS} days`,
    `Up to ${MAX_DIFF_FILES} files`,
    `more than ${MAX_PATCH_BYTES.toLocaleString('en')} bytes`,
    `of ${MAX_DIFF_BYTES.toLocaleString('en')} bytes`,
  ]
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
})
