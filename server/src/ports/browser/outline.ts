/**
 * What pages with very many elements are read by: Playwright's own snapshot would hold them up for a minute. Takes the
 * first elements that can be used or that structure the page, with roles and names as far as tags and attributes say them.
 */

export interface OutlineNode {
  role: string
  name: string
  value: string | null
  states: string[]
  options: string[]
  css: string
}

/** Runs in the page, so it uses nothing from outside. */
export function outlineOf(most: number): OutlineNode[] {
  // Far more than is shown: what is cut off before it is masked could be half of a secret.
  const TEXT_LENGTH = 1_200
  const OPTION_LENGTH = 300
  const MAX_OPTIONS = 50
  const MAX_STEPS = 20_000
  const wanted =
    'a[href],button,input,select,textarea,summary,h1,h2,h3,h4,h5,h6,[role],[onclick],[contenteditable],p,li,td,label'
  const inputRoles: Record<string, string> = {
    ...{ checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox' },
    ...{ submit: 'button', button: 'button', reset: 'button', image: 'button', file: 'button' },
  }
  const tagRoles: Record<string, string> = {
    ...{ a: 'link', button: 'button', select: 'combobox', textarea: 'textbox', li: 'listitem', td: 'cell' },
    ...{
      p: 'paragraph',
      h1: 'heading',
      h2: 'heading',
      h3: 'heading',
      h4: 'heading',
      h5: 'heading',
      h6: 'heading',
    },
  }
  const short = (text: string | null | undefined) =>
    (text ?? '').slice(0, TEXT_LENGTH).replace(/\s+/g, ' ').trim()

  function roleOf(element: Element): string {
    const tag = element.tagName.toLowerCase()
    if (tag === 'input') return inputRoles[element.getAttribute('type') ?? ''] ?? 'textbox'
    return element.getAttribute('role') || tagRoles[tag] || 'generic'
  }

  function nameOf(element: Element): string {
    const labels = (element as HTMLInputElement).labels
    return short(
      element.getAttribute('aria-label') ||
        labels?.[0]?.textContent ||
        element.getAttribute('placeholder') ||
        (element.matches('input,select,textarea') ? '' : element.textContent) ||
        element.getAttribute('title'),
    )
  }

  function pathOf(element: Element): string {
    const parts: string[] = []
    let at: Element | null = element
    while (at && at !== document.documentElement && at !== document.body) {
      let nth = 1
      for (let before = at.previousElementSibling; before; before = before.previousElementSibling) nth++
      parts.unshift(`${CSS.escape(at.localName)}:nth-child(${nth})`)
      at = at.parentElement
    }
    return ['body', ...parts].join(' > ')
  }

  const nodes: OutlineNode[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let step = 0; step < MAX_STEPS && nodes.length < most; step++) {
    const element = walker.nextNode() as Element | null
    if (!element) break
    if (!element.matches(wanted) || !element.checkVisibility()) continue
    const field = element as HTMLInputElement
    const isField = element.matches('input,select,textarea')
    const isSecret = field.type === 'password'
    nodes.push({
      role: roleOf(element),
      name: nameOf(element),
      value: isField && !isSecret ? short(field.value) || null : null,
      states: [field.checked && 'checked', field.disabled && 'disabled'].filter(
        (state) => typeof state === 'string',
      ),
      options: element.matches('select')
        ? [...(element as HTMLSelectElement).options]
            .slice(0, MAX_OPTIONS)
            .map((option) => short(option.label).slice(0, OPTION_LENGTH))
        : [],
      css: pathOf(element),
    })
  }
  return nodes
}
