/** The examples of docs/workflows.md are definitions that can be saved. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { faultsOf } from './test/definition-faults.ts'

const text = await readFile(new URL('../../../../docs/workflows.md', import.meta.url), 'utf8')

const blocks = [...text.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => JSON.parse(json))
/** Alone, or as part of the body that creates the workflow. */
const definitions = blocks.map((block) => block.definition ?? block).filter((block) => 'do' in block)

/** By the title that stands before it. */
const titles = text
  .slice(text.indexOf('\n## Examples\n'))
  .matchAll(/^### (.+)\n(?:(?!^#).*\n)*?```json\n/gm)
  .map(([, title]) => title)
  .toArray()

test('there are at least ten examples, each with a title of its own', () => {
  expect(definitions.length).toBeGreaterThanOrEqual(10)
  expect(new Set(titles).size).toBeGreaterThanOrEqual(10)
})

test.each(definitions.map((definition) => [Object.keys(definition.do[0])[0], definition]))(
  'the example that begins with %s can be saved',
  async (_, definition) => {
    expect(await faultsOf(definition)).toEqual([])
  },
)
