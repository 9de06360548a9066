/** Pictures of the page in which no secret can be read. */
import type { CDPSession, Frame, Page, selectors as Selectors } from 'playwright-core'

const QUALITY = 60

/** Looked for before and after: a secret may come or go just then. */
export async function takeScreenshot(
  page: Page,
  secrets: readonly string[],
  timeout: number,
): Promise<Buffer> {
  // All frames, also those that nothing else looks into: the picture shows them.
  const mask = secrets.length === 0 ? [] : page.frames().map((frame) => holdersIn(frame, secrets))
  const isClean = async () => {
    const counts = await Promise.all(mask.map((holders) => holders.count()))
    return counts.every((count) => count === 0)
  }
  if (await isClean()) {
    const picture = await capture(page)
    if (await isClean()) return picture
  }
  return page.screenshot({ type: 'jpeg', quality: QUALITY, scale: 'css', mask, maskColor: '#222', timeout })
}

const holdersIn = (frame: Frame, secrets: readonly string[]) =>
  frame.locator(`${ENGINE}=${JSON.stringify(secrets)}`)

const captures = new WeakMap<Page, Promise<CDPSession>>()

/** Straight from the browser: in half of the time, and without waiting for fonts that never come. */
async function capture(page: Page): Promise<Buffer> {
  const attached = captures.get(page) ?? page.context().newCDPSession(page)
  captures.set(page, attached)
  const browser = await attached
  const { data } = await browser.send('Page.captureScreenshot', { format: 'jpeg', quality: QUALITY })
  return Buffer.from(data, 'base64')
}

const ENGINE = 'secret-holders'

let registering: Promise<void> | null = null

/** Once for the process: Playwright refuses a second one of the same name. */
export function registerSecretHolders(selectors: typeof Selectors): Promise<void> {
  registering ??= selectors.register(ENGINE, createSecretHolders, { contentScript: true })
  return registering
}

/** Runs in the page: the innermost elements whose text, value or hint holds a secret. */
function createSecretHolders() {
  function holds(text: string | null | undefined, secrets: string[]): boolean {
    if (!text) return false
    const plain = text.replace(/\s+/g, ' ')
    return secrets.some((secret) => text.includes(secret) || plain.includes(secret.replace(/\s+/g, ' ')))
  }
  /** Only as deep as the text is: most pages show no secret at all. */
  function descend(element: Element, secrets: string[], found: Element[]): void {
    if (!holds(element.textContent, secrets)) return
    const before = found.length
    for (const child of element.children) descend(child, secrets, found)
    if (found.length === before) found.push(element)
  }
  function collect(root: Element | ShadowRoot | Document, secrets: string[], found: Element[]): void {
    for (const field of root.querySelectorAll<HTMLInputElement>('input,textarea')) {
      if (holds(field.value, secrets) || holds(field.placeholder, secrets)) found.push(field)
    }
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) collect(element.shadowRoot, secrets, found)
    }
    for (const child of root.children) descend(child, secrets, found)
  }
  return {
    queryAll(root: Element | Document, selector: string): Element[] {
      const found: Element[] = []
      collect(root, JSON.parse(selector), found)
      return found
    },
    query(root: Element | Document, selector: string): Element | null {
      return this.queryAll(root, selector)[0] ?? null
    },
  }
}
