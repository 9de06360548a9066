/** Finds a target that names one element alone. */
import type { ElementHandle, Frame } from 'playwright-core'
import type { PageReader } from './page-reader.ts'
import type { PageTarget } from './port.ts'
import { allIn } from './targets.ts'

export async function findTargetOf(
  reader: PageReader,
  ref: string,
  mask: (text: string) => string,
): Promise<PageTarget> {
  const { frame, element, role, name, css } = await reader.resolve(ref)
  if (css !== null) return { css }
  const isShowable = (target: PageTarget) =>
    Object.values(target).every((value) => mask(String(value)) === value)
  const candidates: PageTarget[] = []
  if (role !== 'generic' && name !== '' && name.length <= MAX_NAME) candidates.push({ role, name })
  candidates.push(...(await normalized(element)))
  const places = await Promise.all(
    candidates
      .filter(isShowable)
      .map(async (target) => ({ ...(await placeIn(frame, exactly(target), element)) })),
  )
  const fitting = places.filter(({ index }) => index >= 0)
  const alone = fitting.find(({ count }) => count === 1)
  if (alone) return alone.target
  const [first] = fitting.filter(({ index }) => index <= MAX_NTH)
  return first ? { ...first.target, nth: first.index } : { css: await element.evaluate(cssPathOf) }
}

const MAX_NAME = 500
const MAX_NTH = 1_000

/** Names are matched whole: part of one fits too much. */
function exactly(target: PageTarget): PageTarget {
  return target.css !== undefined || target.test_id !== undefined ? target : { ...target, exact: true }
}

async function placeIn(frame: Frame, target: PageTarget, element: ElementHandle) {
  const place = await allIn(frame, target).evaluateAll(
    (all, wanted) => ({ count: all.length, index: all.indexOf(wanted as (typeof all)[number]) }),
    element as ElementHandle<SVGElement | HTMLElement>,
  )
  return { ...place, target }
}

/** Other ways to name it, from its attributes: how people call it first. */
async function normalized(element: ElementHandle): Promise<PageTarget[]> {
  const found = await element.evaluate((node) => {
    const one = node as HTMLInputElement
    const text = (one.textContent ?? '').replace(/\s+/g, ' ').trim()
    return {
      label:
        one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
      placeholder: one.getAttribute('placeholder') ?? '',
      test_id: one.getAttribute('data-testid') ?? '',
      text: one.children.length === 0 ? text : '',
    }
  })
  return Object.entries(found)
    .filter(([, value]) => value !== '' && value.length <= 200)
    .map(([way, value]) => ({ [way]: value }))
}

/** Runs in the page. */
function cssPathOf(node: Node): string {
  const parts: string[] = []
  let at: Element | null = node as Element
  while (at && at !== document.documentElement) {
    if (at.id && document.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
      parts.unshift(`#${CSS.escape(at.id)}`)
      break
    }
    const { localName } = at
    const same: Element[] = [...(at.parentElement?.children ?? [])].filter(
      (one) => one.localName === localName,
    )
    parts.unshift(
      same.length > 1
        ? `${CSS.escape(localName)}:nth-of-type(${same.indexOf(at) + 1})`
        : CSS.escape(localName),
    )
    at = at.parentElement
  }
  return parts.join(' > ')
}
