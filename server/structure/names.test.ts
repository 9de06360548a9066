/** A newcomer guesses the next file's name and is right. */
import { basename } from 'node:path'
import { allOperations, type Operation, operations } from '@atrium/contract'
import { expect, test } from 'vitest'
import { readSources } from './sources.ts'

const sources = readSources()

test('files are kebab-case, components PascalCase', () => {
  const odd = sources.filter(({ path }) => {
    const name = basename(path)
      .replace(/\.((integration\.|slow\.)?test|smoke|e2e|config|d)(?=\.tsx?$)/, '')
      // The same words in another language.
      .replace(/(?<=words)\.[a-z]{2}(?=\.ts$)/, '')
      .replace(/\.tsx?$/, '')
    const isComponent = path.endsWith('.tsx')
    return !(isComponent ? /^([A-Z][A-Za-z0-9]*|[a-z][a-z0-9-]*)$/ : /^[a-z0-9]+(-[a-z0-9]+)*$/).test(name)
  })
  expect(odd.map(({ path }) => path)).toEqual([])
})

test('no file is named after a kind', () => {
  const kinds = /^(utils?|helpers?|common|misc|types|services?|manager|shared-\w+)\.tsx?$/
  expect(sources.map(({ path }) => path).filter((path) => kinds.test(basename(path)))).toEqual([])
})

test('an operation is called what its place in the table says', () => {
  for (const [area, verbs] of Object.entries(operations)) {
    for (const [verb, operation] of Object.entries(verbs as Record<string, Operation>)) {
      expect(operation.name).toBe(`${area}.${verb}`)
    }
  }
})

test('every operation has a use case in a file of its own name', () => {
  const contractText = sources
    .filter(({ path }) => /^contract\/src\/(index|\w+-operations)\.ts$/.test(path))
    .map(({ text }) => text)
    .join('\n')
  const files = sources.map(({ path }) => path)
  const missing = allOperations.filter(({ name }) => {
    const [area = '', verb = ''] = name.split('.')
    const entry = new RegExp(`\\n  ${area}: \\{[^}]*?\\b${verb}\\b(?:: (?:\\w+\\.)?(\\w+))?`).exec(
      contractText,
    )
    const exported = entry?.[1] ?? verb
    // What an app has as agents have it is one use case: createAppWebhook stands in create-webhook.ts.
    const names = [exported, exported.replace('App', '')].map(kebab)
    return !files.some((path) => path.startsWith('server/src/') && names.includes(basename(path, '.ts')))
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

test('no file written by hand is longer than 350 lines', () => {
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > 350)
  expect(long).toEqual([])
})

test('nothing is left for later and no test is switched off', () => {
  const marks = /\b(TODO|FIXME|XXX|HACK)\b|\b(it|test|describe)\.(only|skip|todo)\(/
  const unfinished = sources.filter(
    ({ path, text }) => !path.startsWith('server/structure/') && marks.test(text),
  )
  expect(unfinished.map(({ path }) => path)).toEqual([])
})
