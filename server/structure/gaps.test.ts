/** docs/gaps.md says of every choice whether it is built; the contract knows. */
import { readFileSync } from 'node:fs'
import { allOperations } from '@atrium/contract'
import { Description, TargetUrl } from '@atrium/contract/webhook'
import { describe, expect, test } from 'vitest'

/** What is not there yet: what a row speaks of, and the operation with which it comes. */
const TO_COME = [
  [/security scan|finding/i, 'scans.read'],
  [/coding.session/i, 'coding.launch'],
  [/chat message/i, 'chat.send'],
  [/workflow|list runs|analysis of a run/i, 'workflows.list'],
  [/test runs|test deletion/i, 'flows.list'],
  [/connection|connector/i, 'connectors.list'],
] as const

const page = readFileSync(new URL('../../docs/gaps.md', import.meta.url), 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, number = '', ...cells] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  if (!/^G\d+$/.test(number)) return []
  const filled = cells.filter((cell) => cell !== '')
  return [
    { number, text: filled.slice(0, -2).join(' '), choice: filled.at(-2) ?? '', status: filled.at(-1) ?? '' },
  ]
})
const known = new Set<string>(allOperations.map(({ name }) => name))

test('has rows, each number once, built or later', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ status }) => status !== 'built' && status !== 'later')).toEqual([])
  const numbers = rows.map(({ number }) => number)
  expect(numbers.filter((one, at) => numbers.indexOf(one) < at)).toEqual([])
})

describe('what is said to come later', () => {
  test('belongs to something that the contract does not have', () => {
    const wrong = rows.filter(({ text, status }) => {
      const [, operation] = TO_COME.find(([words]) => words.test(text)) ?? []
      return status === 'later' && (operation === undefined || known.has(operation))
    })
    expect(wrong.map(({ number, text }) => `${number} ${text}`)).toEqual([])
  })

  test('names no address that is there', () => {
    const wrong = rows.filter(({ choice, status }) => status === 'later' && addresses(choice).some(isThere))
    expect(wrong.map(({ number }) => number)).toEqual([])
  })
})

test('what is said to be built names addresses that are there', () => {
  const wrong = rows.flatMap(({ number, choice, status }) =>
    status === 'built'
      ? addresses(choice)
          .filter((one) => !isThere(one))
          .map(({ method, path }) => `${number} ${method} ${path}`)
      : [],
  )
  expect(wrong).toEqual([])
})

test('rate limits and bounds that a row names are those of the contract', () => {
  const choiceOf = (wanted: string) => rows.find(({ number }) => number === wanted)?.choice ?? ''
  const limits = [...choiceOf('G55').matchAll(/`(\w+\.\w+)` (\d+)/g)].map(([, name, limit]) => [
    name,
    Number(limit),
  ])
  expect(limits.length).toBeGreaterThan(3)
  const stated = limits.map(([name]) => {
    const operation = allOperations.find((one) => one.name === name)
    return [name, operation?.limit?.per_minute]
  })
  expect(limits).toEqual(stated)
  expect(choiceOf('G55')).not.toMatch(/none elsewhere/)
  const { maxLength: address } = TargetUrl as { maxLength?: number }
  const { maxLength: label } = Description as { maxLength?: number }
  expect(choiceOf('G837')).toContain(`\`target_url\` 1 to ${address?.toLocaleString('en')} characters`)
  expect(choiceOf('G837')).toContain(`\`description\` at most ${label}`)
})

interface Address {
  method: string
  path: string
}

/** `GET …/launch-readiness`: the method, and the end of the path. */
function addresses(choice: string): Address[] {
  return [...choice.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\S+?)`/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }))
}

function isThere({ method, path }: Address): boolean {
  const wanted = path.replace(/^…/, '')
  return allOperations.some(
    (one) => one.method === method && [one.path, one.also ?? ''].some((own) => own.endsWith(wanted)),
  )
}
