/** Contrast of both themes, computed from the tokens of the style sheet: WCAG 2.2 AA, 1.4.3 for text and 1.4.11 for controls. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

type Colour = readonly [red: number, green: number, blue: number]
type Theme = 'light' | 'dark'

const THEMES = ['light', 'dark'] as const
const TEXT = 4.5
const PART = 3

const sheet = readFileSync(fileURLToPath(new URL('styles.css', import.meta.url)), 'utf8')
/** Both values of each token; those that let through what is behind are left out. */
const TOKENS = new Map(
  [...sheet.matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, { light: light ?? both ?? '', dark: dark ?? both ?? '' }],
  ),
)
const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What pages, dialogs, menus and rows are drawn on. */
const SURFACES = ['frame', 'surface', 'raised', 'sunken', 'hover']
const TEXTS = ['ink', 'ink-2', 'ink-3', 'accent', 'accent-strong', 'danger', 'caution']
/** Backgrounds with text of the colour around them. */
const TINTS = ['active', 'accent-soft', 'danger-soft', 'caution-soft']
/** Outlines and marks that a person must see to use a control. */
const PARTS = ['control', 'accent', 'danger', 'ink-3']

describe.each(THEMES)('in the %s theme', (theme) => {
  const contrasts = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([front, back]) => ({ front, back, ratio: ratioOf(theme, front, back) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`)

  test('every text colour is readable on every surface', () => {
    expect(contrasts(pairsOf(TEXTS, SURFACES), TEXT)).toEqual([])
  })

  test('text is readable on every tint', () => {
    expect(contrasts(pairsOf(['ink', 'ink-2'], TINTS), TEXT)).toEqual([])
  })

  test('text is readable on the colour that was made for it', () => {
    const made = [...TOKENS.keys()].filter((name) => name.startsWith('on-'))
    const backs = made.map((name) => [name, name.slice('on-'.length)] as const)
    expect(made.length).toBeGreaterThan(8)
    const fills = backs.map(([front, back]) => [front, back === 'danger' ? 'danger-fill' : back] as const)
    expect(contrasts(fills, TEXT)).toEqual([])
  })

  test('controls, focus rings and marks are told from every surface', () => {
    expect(
      contrasts(
        pairsOf(
          PARTS,
          SURFACES.filter((name) => name !== 'hover'),
        ),
        PART,
      ),
    ).toEqual([])
    expect(
      contrasts(
        [
          ['on-accent', 'accent'],
          ['control', 'sunken'],
        ],
        PART,
      ),
    ).toEqual([])
  })

  test('every pair of a text and a background colour that an element names is readable', () => {
    const pairs = pairsInSources()
    expect(pairs.length).toBeGreaterThan(25)
    expect(contrasts(pairs, TEXT)).toEqual([])
  })
})

test('the style sheet states every colour for both themes', () => {
  const stated = [...sheet.matchAll(/^ {2}--color-([\w-]+):/gm)].map(([, name = '']) => name)
  const others = stated.filter((name) => !TOKENS.has(name))
  // The keywords of CSS, and what darkens the page behind a dialog.
  expect(others).toEqual(['transparent', 'current', 'backdrop'])
  expect(stated.length).toBeGreaterThan(35)
})

test('black on white has the highest contrast, and a colour on itself none', () => {
  expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrastOf([90, 90, 90], [90, 90, 90])).toBe(1)
  // From the W3C's own examples.
  expect(contrastOf([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
})

function pairsOf(fronts: readonly string[], backs: readonly string[]) {
  return fronts.flatMap((front) => backs.map((back) => [front, back] as const))
}

/** In the class names of one element: a text colour and a background, at rest and in each state such as hovered. */
function pairsInSources(): (readonly [string, string])[] {
  const pairs = new Map<string, readonly [string, string]>()
  for (const text of Object.values(sources)) {
    for (const [, classes = ''] of text.matchAll(/['"`]([^'"`\n]*\bbg-[^'"`\n]*)['"`]/g)) {
      for (const pair of pairsIn(classes)) pairs.set(pair.join(' '), pair)
    }
  }
  return [...pairs.values()]
}

function pairsIn(classes: string): (readonly [string, string])[] {
  const named = classes.split(/\s+/).flatMap((name) => {
    const found = /^((?:[^\s:[\]]+:)*)(text|bg)-([\w-]+)(?:\/(\d+))?$/.exec(name)
    const [, state = '', property, colour = '', alpha] = found ?? []
    return TOKENS.has(colour) ? [{ state, property, colour: alpha ? `${colour}/${alpha}` : colour }] : []
  })
  const colourOf = (property: string, state: string) =>
    named.find((one) => one.property === property && one.state === state)?.colour
  return (
    [...new Set(named.map(({ state }) => state))]
      // Controls that are off need no contrast.
      .filter((state) => !/disabled|placeholder/.test(state))
      .flatMap((state) => {
        const front = colourOf('text', state) ?? colourOf('text', '')
        const back = colourOf('bg', state) ?? colourOf('bg', '')
        return front && back ? [[front, back] as const] : []
      })
  )
}

/** The lowest contrast; a background that lets others through is tried on every surface. */
function ratioOf(theme: Theme, front: string, back: string): number {
  const [colour = '', alpha] = back.split('/')
  const behind = alpha ? SURFACES.map((name) => coloured(theme, name)) : [coloured(theme, colour)]
  const share = alpha ? Number(alpha) / 100 : 1
  const ratios = behind.map((base) =>
    contrastOf(coloured(theme, front), mixed(coloured(theme, colour), base, share)),
  )
  return Math.min(...ratios)
}

function coloured(theme: Theme, name: string): Colour {
  const hex = TOKENS.get(name)?.[theme]
  if (!hex) throw new Error(`the style sheet has no colour ${name}`)
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

function mixed(over: Colour, under: Colour, share: number): Colour {
  const channel = (at: 0 | 1 | 2) => over[at] * share + under[at] * (1 - share)
  return [channel(0), channel(1), channel(2)]
}

function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance, as WCAG defines it. */
function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
