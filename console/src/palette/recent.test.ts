import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearRecent, readRecent, recentAppIds, saveRecent } from './recent.ts'

/** As the storage of a browser: its keys are those of the object. */
class Kept {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

let kept: Kept
beforeEach(() => {
  kept = new Kept()
  vi.stubGlobal('localStorage', kept)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const thing = (to: string, label = to) => ({ to, label, detail: '' })
const open = (...places: string[]) => {
  for (const to of places) saveRecent('usr_1', 'ws_1', thing(to))
}
const shown = () => readRecent('usr_1', 'ws_1').map(({ to }) => to)

test('what was opened last comes first, each once, and only the latest eight are shown', () => {
  open('/w/1/a', '/w/1/b', '/w/1/c', '/w/1/b')
  expect(shown()).toEqual(['/w/1/b', '/w/1/c', '/w/1/a'])
  saveRecent('usr_1', 'ws_1', thing('/w/1/a', 'Renamed'))
  expect(readRecent('usr_1', 'ws_1')[0]).toEqual(thing('/w/1/a', 'Renamed'))
  open(...Array.from({ length: 9 }, (_, n) => `/w/1/${n}`))
  expect(shown()).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((n) => `/w/1/${n}`))
})

test('apps are known behind those that are shown, up to thirty things', () => {
  open('/w/1/apps/app_old', '/w/1/apps/app_1/data?page=2')
  open('/w/1/agents/agt_1', '/w/1/apps/app_1', ...Array.from({ length: 27 }, (_, n) => `/w/1/members/${n}`))
  expect(recentAppIds('usr_1', 'ws_1')).toEqual(['app_1', 'agt_1'])
  open('/w/1/members')
  expect(recentAppIds('usr_1', 'ws_1')).toEqual(['app_1', 'agt_1'])
  open('/w/1/settings')
  expect(recentAppIds('usr_1', 'ws_1')).toEqual(['app_1'])
})

test('each person has their own in each workspace', () => {
  open('/w/1/a')
  expect(readRecent('usr_2', 'ws_1')).toEqual([])
  expect(readRecent('usr_1', 'ws_2')).toEqual([])
})

test('nothing of anybody is left after signing out, and what is not ours stays', () => {
  open('/w/1/a')
  saveRecent('usr_2', 'ws_2', thing('/w/2/b'))
  kept.setItem('theme', 'dark')
  clearRecent()
  expect(Object.keys(kept)).toEqual(['theme'])
})

test('leads to places of the console only, whatever is stored', () => {
  const key = 'atrium.recent.usr_1.ws_1'
  const things = [thing('https://other.example/w/1'), thing('//other.example'), { to: '/w/1/a' }, null]
  kept.setItem(key, JSON.stringify([...things, thing('/w/1/b')]))
  expect(shown()).toEqual(['/w/1/b'])
  for (const spoilt of ['{', '{"to":"/w/1"}', 'null']) {
    kept.setItem(key, spoilt)
    expect(shown()).toEqual([])
  }
})
