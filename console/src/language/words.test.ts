/** Every text is there in every language, with the same places to be filled. */
import { describe, expect, test } from 'vitest'

type Words = Record<string, string>
const english = import.meta.glob<{ english: Words }>(['../**/words.ts', '../**/*-words.ts'])
const german = import.meta.glob<{ words: Words }>('../**/*words.de.ts', { eager: true })

const placesOf = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

describe.each(Object.entries(german))('%s', async (file, { words }) => {
  const original = (await english[file.replace('.de.ts', '.ts')]?.())?.english ?? {}

  test('has all texts, and no other', () => {
    expect(Object.keys(words).length).toBeGreaterThan(0)
    expect(Object.keys(words)).toEqual(Object.keys(original))
    expect(Object.values(words).filter((text) => text.trim() === '')).toEqual([])
  })

  test('has the same places in each', () => {
    const places = (all: Words) =>
      Object.fromEntries(Object.entries(all).map(([name, text]) => [name, placesOf(text)]))
    expect(places(words)).toEqual(places(original))
  })
})

test('what is translated is found', () => {
  expect(Object.keys(german).length).toBeGreaterThan(3)
})
