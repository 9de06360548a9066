/** A person who changes something in the console sees when it failed. */
import { expect, test } from 'vitest'
import { consoleCalls, consoleSources } from './console-calls.ts'

test('only act.ts makes mutations, so that one place shows every failure', () => {
  const makers = consoleSources.filter(({ text }) => /\buseMutation\b|\bMutationObserver\b/.test(text))
  expect(makers.map(({ path }) => path)).toEqual(['console/src/act.ts'])
})

test('whatever the console sends, it sends through the hook that shows the failure', () => {
  const unseen = consoleCalls().filter(({ isShown }) => !isShown)
  expect(unseen.map(({ file, operation }) => `${file} ${operation}`)).toEqual([])
})

test('operations are called by their whole name, so that all calls are found', () => {
  const odd = consoleSources.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /(?<![\w.]|typeof )(?:client|workspaceClient\([^()]*\))(\.\w+(?!\w)(?!\.\w+\()|\.\w+\[|\[)[^\n]*/g,
      ),
    ]
      .map(([found]) => `${path}: ${found}`)
      .filter((found) => !/client\.(app|request)\(/.test(found)),
  )
  expect(odd).toEqual([])
})

test('each part of a page that says it is loading also says when that failed', () => {
  const timesIn = (text: string, name: string) =>
    text.split(`<${name} `).length + text.split(`<${name}\n`).length
  const silent = consoleSources.filter(
    ({ text }) => timesIn(text, 'PartFailure') < timesIn(text, 'PartLoading'),
  )
  expect(silent.map(({ path }) => path)).toEqual([
    // It loads code, and what then fails is shown by the page.
    'console/src/pages/workflows/graph/GraphBox.tsx',
  ])
})
