import { expect, test } from 'vitest'
import { applyTemplate } from './apply-template.ts'

const sent: string[] = []
const start = (fails: readonly string[], withExamples = true) => {
  sent.length = 0
  const send = async (what: string) => {
    sent.push(what)
    if (fails.includes(what)) throw new Error('no')
  }
  return applyTemplate({
    id: 'shop',
    withExamples,
    makeSchemas: (schemas) => send(Object.keys(schemas).join()),
    makeRecords: ({ entity_name }) => send(entity_name),
    onProgress: () => {},
  })
}

test('makes entities first, then the records of each', async () => {
  expect(await start([])).toEqual([])
  expect(sent).toEqual(['Product,Order', 'Product', 'Order'])
})

test('makes no records without being asked to', async () => {
  await start([], false)
  expect(sent).toEqual(['Product,Order'])
})

test('says which records are missing, and makes the others', async () => {
  const [missing, ...others] = await start(['Product'])
  expect(missing).toMatch(/^The example records of Product were not made/)
  expect(others).toEqual([])
  expect(sent).toContain('Order')
})

test('makes no records where the entities were refused', async () => {
  expect(await start(['Product,Order'])).toEqual([expect.stringMatching(/^Its entities were not made/)])
  expect(sent).toEqual(['Product,Order'])
})
