/** Checks pages in light, in dark and on a phone: by axe, by their width, and against the stored pictures. */
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

type RulesAbout = Parameters<typeof violationsOf>[1]

export type LookOfPage = (typeof LOOKS)[number]['look']

export const ALL_LOOKS = LOOKS.map(({ look }) => look)

/** Of all pages of the file so far. */
const found = new Map<string, Partial<Record<LookOfPage, string[]>>>()

export interface Looker {
  /** Checks the page that shows. */
  at(name: string, looks: readonly LookOfPage[]): Promise<void>
  /** Checks a dialog of it in all looks, and closes the dialog. */
  atDialog(name: string, opened: DialogOfPage): Promise<void>
  /** Fails on any violation and on any picture that differs from the stored one. */
  expectNothing(): void
}

/** Writes what axe found on the pages of the file, page by page. */
export function writeTable(): void {
  const rows = [...found].map(([name, by]) => {
    const counts = LOOKS.map(({ look }) => by[look]?.length ?? '–')
    return `| ${name} | ${counts.join(' | ')} |`
  })
  mkdirSync(join(TABLE, '..'), { recursive: true })
  const head = ['| page | light | dark | phone |', '|---|---:|---:|---:|']
  writeFileSync(TABLE, `${[...head, ...rows].join('\n')}\n`)
}

/** `exclude` names parts of pages that axe passes over. */
export async function lookThrough(
  page: Page,
  { exclude = [] }: { exclude?: readonly string[] } = {},
): Promise<Looker> {
  const desk = await page.context().newPage()
  const atRest = watchRequests(page)
  const differences: string[] = []

  const each = async (
    name: string,
    looks: readonly LookOfPage[],
    then: (look: LookOfPage) => Promise<void>,
  ) => {
    const violations: Partial<Record<LookOfPage, string[]>> = {}
    for (const { look, colorScheme, viewport, about: usual } of LOOKS) {
      if (!looks.includes(look)) continue
      const about = look === 'phone' && !looks.includes('light') ? 'all' : usual
      await show(page, colorScheme, viewport)
      await atRest()
      await expectNoSidewaysScroll(page)
      await expectHeadsAboveCells(page)
      violations[look] = await settledViolations(page, about, exclude)
      await then(look)
      await screenshot(page, `${look}-${name}`)
    }
    found.set(name, violations)
    await show(page, 'light', DESKTOP)
  }

  return {
    async at(name, looks) {
      const pictures: Record<string, Picture> = {}
      await each(name, looks, async (look) => {
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
      await each(`${name}: ${item ?? button}`, ALL_LOOKS, async () => {})
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'hidden' })
    },

    expectNothing() {
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
async function settledViolations(
  page: Page,
  about: RulesAbout,
  exclude: readonly string[],
): Promise<string[]> {
  const end = performance.now() + STAYS_MS
  for (;;) {
    const found = await violationsOf(page, about, exclude)
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
