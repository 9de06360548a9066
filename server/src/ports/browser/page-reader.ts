/** Takes snapshots of the page, and keeps what their refs stand for. */
import type { ElementHandle, Frame, Locator, Page } from 'playwright-core'
import { MASKED } from '../../platform/text/secret-forms.ts'
import { shorten } from '../../platform/text/shorten.ts'
import { isTimeout } from './faults.ts'
import { outlineOf } from './outline.ts'
import {
  BrowserFailure,
  MAX_NODES,
  type PageElement,
  type PageNode,
  type PageSnapshot,
  type PageTarget,
} from './port.ts'
import { type AriaNode, NAME_LENGTH, nameFromContent, nodesOf, textOf, VALUE_LENGTH } from './snapshot.ts'
import { framesOf, frameWith, locatorIn } from './targets.ts'

export interface PageReader {
  snapshot(page: Page): Promise<PageSnapshot>
  find(page: Page, target: PageTarget): Promise<{ count: number; elements: PageElement[] }>
  /** What a ref of the last snapshot stands for; the name is whole, and not masked. */
  resolve(ref: string): Promise<FoundElement>
}

export interface FoundElement {
  frame: Frame
  element: ElementHandle
  role: string
  name: string
  /** Set on pages so large that looking for it by role and name takes too long. */
  css: string | null
}

/** A page with more elements is read by its outline. */
const MAX_ELEMENTS = 3_000
const MAX_FOUND = 10
const DESCRIBE_MS = 4_000
const ADDRESS_LENGTH = 2_048

interface Taken {
  page: Page
  byRef: Map<string, { role: string; name: string }>
  /** Of an outline: where the elements are. */
  paths: Map<string, string> | null
  /** Refs are forgotten by the browser when parts of the page are read again. */
  isStale: boolean
}

export function createPageReader(mask: (text: string) => string): PageReader {
  let taken: Taken | null = null

  async function takeTree(page: Page, hide = mask): Promise<PageNode[]> {
    const tree: (AriaNode | string)[] = await page.ariaSnapshotJSON({ mode: 'ai' })
    const byRef: Taken['byRef'] = new Map()
    const add = (item: AriaNode | string): void => {
      if (typeof item === 'string') return
      if (item.ref !== undefined)
        byRef.set(item.ref, { role: item.role, name: item.name ?? nameFromContent(item) })
      item.children?.forEach(add)
    }
    tree.forEach(add)
    taken = { page, byRef, paths: null, isStale: false }
    return nodesOf(tree, hide)
  }

  async function takeOutline(page: Page): Promise<PageNode[]> {
    const outline = await page.evaluate(outlineOf, MAX_NODES)
    const refs = outline.map((node, at) => ({ ...node, ref: `o${at + 1}` }))
    taken = {
      page,
      byRef: new Map(refs.map(({ ref, role, name }) => [ref, { role, name }])),
      paths: new Map(refs.map(({ ref, css }) => [ref, css])),
      isStale: false,
    }
    return refs.map(({ css: _, ...node }) => ({
      ...node,
      depth: 0,
      name: shorten(mask(node.name), NAME_LENGTH),
      value: node.value === null ? null : shorten(mask(node.value), VALUE_LENGTH),
      options: node.options.map((option) => shorten(mask(option), NAME_LENGTH)),
    }))
  }

  /** Null when it is gone in the meantime. */
  async function describe(one: Locator): Promise<PageElement | null> {
    try {
      const [first]: (AriaNode | string)[] = await one.ariaSnapshotJSON({ depth: 1, timeout: DESCRIBE_MS })
      if (first === undefined || typeof first === 'string' || first.role === 'text') return GENERIC
      return { role: first.role, name: shorten(mask(first.name ?? nameFromContent(first)), NAME_LENGTH) }
    } catch (error) {
      if (isTimeout(error)) return null
      throw error
    }
  }

  return {
    async snapshot(page) {
      const looks = await Promise.all(framesOf(page).map(lookAt))
      const isHuge = looks.reduce((sum, { count }) => sum + count, 0) > MAX_ELEMENTS
      const typed = new Set(looks.flatMap(({ passwords }) => passwords))
      const hide = (text: string) => (typed.has(text) ? MASKED : mask(text))
      const nodes = isHuge ? await takeOutline(page) : await takeTree(page, hide)
      return {
        url: shorten(mask(page.url()), ADDRESS_LENGTH),
        title: shorten(mask(await page.title()), NAME_LENGTH),
        nodes,
        text: textOf(nodes),
      }
    },

    async find(page, target) {
      const frame = await frameWith(page, target, 0)
      const found = locatorIn(frame, target)
      const count = await found.count()
      if (taken) taken.isStale = true
      const shown = Array.from({ length: Math.min(count, MAX_FOUND) }, (_, at) => describe(found.nth(at)))
      const elements = (await Promise.all(shown)).filter((element) => element !== null)
      return { count, elements }
    },

    async resolve(ref) {
      const known = taken?.byRef.get(ref)
      if (!taken || !known) throw new BrowserFailure('not_found', 'The last snapshot has no such element.')
      const { page, paths } = taken
      if (taken.isStale && paths === null) await takeTree(page)
      const path = paths?.get(ref)
      const locator = path === undefined ? page.getByRef(ref) : page.locator(`css=${path}`)
      const [element] = await locator.elementHandles()
      const frame = await element?.ownerFrame()
      if (!element || !frame)
        throw new BrowserFailure('not_found', 'The element is not on the page any more.')
      return { frame, element, ...known, css: path ?? null }
    },
  }
}

const GENERIC: PageElement = { role: 'generic', name: '' }

/** How large it is, and what the snapshot would show of fields for passwords. */
async function lookAt(frame: Frame): Promise<{ count: number; passwords: string[] }> {
  const look = () => ({
    count: document.getElementsByTagName('*').length,
    passwords: [...document.querySelectorAll<HTMLInputElement>('input[type=password]')]
      .slice(0, 20)
      .map(({ value }) => value)
      .filter(Boolean),
  })
  return frame.evaluate(look).catch((error) => {
    if (frame.isDetached()) return { count: 0, passwords: [] }
    throw error
  })
}
