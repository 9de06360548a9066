/** Looks at pages in light, in dark and on a phone: by axe, by their width, and next to the pictures that are kept. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOf } from './accessibility.ts'
import { watchRequests } from './at-rest.ts'
import { eventually, expectNoSidewaysScroll, PHONE, screenshot } from './console.ts'
import type { DialogOfPage } from './page-dialogs.ts'
import { compareWithKept, type Picture, takePicture } from './page-pictures.ts'

const TABLE = fileURLToPath(new URL('../../test-results/accessibility.md', import.meta.url))
const DESKTOP = { width: 1280, height: 720 }
/** For so long a fault must be there; on busy cores a dialog takes seconds. */
const STAYS_MS = 10_000

/** The theme is a matter of the style sheet, so that the dark has the document of the light, and the phone its colours. */
const LOOKS = [
  { look: 'light', colorScheme: 'light', viewport: DESKTOP, about: 'all' },
  { look: 'dark', colorScheme: 'dark', viewport: DESKTOP, about: 'colours' },
  { look: 'phone', colorScheme: 'light', viewport: PHONE.viewport, about: 'rest' },
] as const

type Look = (typeof LOOKS)[number]['look']

/** Of all pages of the file so far. */
const found = new Map<string, Partial<Record<Look, string[]>>>()

export interface Looker {
  /** The page that shows. */
  at(name: string): Promise<void>
  /** A dialog of it, which is closed again. */
  atDialog(name: string, opened: DialogOfPage): Promise<void>
  /** Writes the table of what axe found, which must be nothing, and holds the pictures against those that are kept. */
  expectNothing(): void
}

export async function lookThrough(page: Page): Promise<Looker> {
  const desk = await page.context().newPage()
  const atRest = watchRequests(page)
  const differences: string[] = []

  const each = async (name: string, then: (look: Look) => Promise<void>) => {
    const violations: Partial<Record<Look, string[]>> = {}
    for (const { look, colorScheme, viewport, about } of LOOKS) {
      await show(page, colorScheme, viewport)
      await atRest()
      await expectNoSidewaysScroll(page)
      await expectHeadsAboveCells(page)
      violations[look] = await settledViolations(page, about)
      await then(look)
      await screenshot(page, `${look}-${name}`)
    }
    found.set(name, violations)
    await show(page, 'light', DESKTOP)
  }

  return {
    async at(name) {
      const pictures: Record<string, Picture> = {}
      await each(name, async (look) => {
        pictures[look] = await takePicture(page, desk)
      })
      differences.push(...compareWithKept(name, pictures))
    },

    async atDialog(name, { button, item, dialog }) {
      await page.getByRole('button', { name: button, exact: true }).first().click()
      if (item) await page.getByRole('menuitem', { name: item, exact: true }).click()
      const roles = ['dialog', 'alertdialog'] as const
      const [plain, alert] = roles.map((role) => page.getByRole(role, { name: dialog }))
      if (!plain || !alert) throw new Error('there are two roles')
      const opened = plain.or(alert)
      await opened.waitFor()
      await each(`${name}: ${item ?? button}`, async () => {})
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'hidden' })
    },

    expectNothing() {
      const rows = [...found].map(([name, by]) => {
        const counts = LOOKS.map(({ look }) => by[look]?.length ?? '–')
        return `| ${name} | ${counts.join(' | ')} |`
      })
      mkdirSync(join(TABLE, '..'), { recursive: true })
      const head = ['| page | light | dark | phone |', '|---|---:|---:|---:|']
      writeFileSync(TABLE, `${[...head, ...rows].join('\n')}\n`)
      const all = [...found].flatMap(([name, by]) =>
        Object.entries(by).flatMap(([look, violations]) =>
          violations.map((one) => `${name}, ${look}: ${one}`),
        ),
      )
      expect(all).toEqual([])
      expect(differences, 'UPDATE_SNAPSHOTS=1 keeps them as they are now').toEqual([])
    },
  }
}

/** What a dialog covers is hidden a moment before the dialog is there: only what stays is a fault. */
async function settledViolations(page: Page, about: (typeof LOOKS)[number]['about']): Promise<string[]> {
  const end = performance.now() + STAYS_MS
  for (;;) {
    const found = await violationsOf(page, about)
    if (found.length === 0 || performance.now() > end) return found
  }
}

/** The pictures are too coarse for it: a head stands where the cells of its column begin or end, never in the middle. */
async function expectHeadsAboveCells(page: Page): Promise<void> {
  const centred = await page.evaluate(() =>
    [...document.querySelectorAll('th')]
      .filter((head) => !['start', 'left', 'end', 'right'].includes(getComputedStyle(head).textAlign))
      .map((head) => head.innerText),
  )
  expect(centred, page.url()).toEqual([])
}

async function show(page: Page, colorScheme: 'light' | 'dark', viewport: typeof DESKTOP): Promise<void> {
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await eventually(() => isDark(page)).toBe(colorScheme === 'dark')
}

/** By the brightest colour of the background. */
async function isDark(page: Page): Promise<boolean> {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  return Math.max(...(background.match(/\d+/g) ?? []).map(Number)) < 60
}
