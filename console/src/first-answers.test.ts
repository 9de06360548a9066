import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropFirstAnswers, fetchFirst } from './first-answers.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    return new Response('asked now')
  })
})
// Other files run in the same process.
afterEach(() => {
  vi.unstubAllGlobals()
})

/** As in a page whose first script asked for these. */
function havingAsked(answers: Record<string, Response | null>) {
  const asked = Object.entries(answers).map(([path, answer]) => [path, Promise.resolve(answer)] as const)
  vi.stubGlobal('firstAnswers', new Map(asked))
}

const textOf = async (path: string) => (await fetchFirst(path)).text()

test('what was asked for first is taken once, and asked for again from then on', async () => {
  havingAsked({ '/api/apps': new Response('asked first') })
  expect(await textOf('/api/apps')).toBe('asked first')
  expect(await textOf('/api/apps')).toBe('asked now')
  expect(await textOf('/api/auth/me')).toBe('asked now')
})

test('what got no answer is asked for again', async () => {
  havingAsked({ '/api/apps': null })
  expect(await textOf('/api/apps')).toBe('asked now')
})

test.each(['before', 'while'])(
  'an answer that does not come is given up %s it is waited for',
  async (when) => {
    vi.stubGlobal('firstAnswers', new Map([['/api/apps', new Promise(() => {})]]))
    const end = new AbortController()
    if (when === 'before') end.abort()
    const answer = fetchFirst('/api/apps', { signal: end.signal })
    end.abort()
    await expect(answer).rejects.toThrow('aborted')
  },
)

test('what the first page did not take is not kept for another', async () => {
  havingAsked({ '/api/apps': new Response('asked first') })
  dropFirstAnswers()
  expect(await textOf('/api/apps')).toBe('asked now')
})

test('where nothing was asked for first, it is asked for as ever', async () => {
  expect(await textOf('/api/apps')).toBe('asked now')
})
