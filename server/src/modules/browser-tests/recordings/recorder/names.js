/** The role and the accessible name of elements, as people with a screen reader get them and tests find them again. */

const INPUT_ROLES = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
}
const TAG_ROLES = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  dialog: 'dialog',
  dd: 'definition',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  p: 'paragraph',
  svg: 'img',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  tr: 'row',
  ul: 'list',
}
/** Roles whose name is the text inside. */
const NAMED_BY_CONTENT = new Set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'.split(
    ' ',
  ),
)
const LANDMARKS = new Set(['dialog', 'document', 'group', 'main', 'none', 'presentation', 'region'])

export function tagOf(element) {
  return element.tagName.toLowerCase()
}

export function parentOf(node) {
  return node.parentElement ?? (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null)
}

/** Null when it has none. */
export function roleOf(element) {
  const [given = ''] = (element.getAttribute('role') ?? '').trim().split(/\s+/)
  if (given) return given.toLowerCase()
  const tag = tagOf(element)
  if (tag === 'a' || tag === 'area') return element.hasAttribute('href') ? 'link' : null
  if (tag === 'img') return element.getAttribute('alt') === '' ? null : 'img'
  if (tag === 'select') return element.multiple || element.size > 1 ? 'listbox' : 'combobox'
  if (tag !== 'input') return TAG_ROLES[tag] ?? null
  if (element.type === 'hidden') return null
  const isText = ['email', 'tel', 'text', 'url', 'search'].includes(element.type)
  if (isText && element.list) return 'combobox'
  return INPUT_ROLES[element.type] ?? 'textbox'
}

/** Whether it says what it is: a control, a link, a heading, and not merely a part of the page. */
export function isTelling(role) {
  return role !== null && !LANDMARKS.has(role)
}

export function isHidden(element) {
  for (let each = element; each; each = parentOf(each)) {
    if (each.getAttribute('aria-hidden') === 'true') return true
    if (getComputedStyle(each).display === 'none') return true
  }
  return getComputedStyle(element).visibility !== 'visible'
}

/** Whether a click can reach it; what pages draw in place of a checkbox often lies over one that is not there. */
export function isSeen(element) {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && !isHidden(element)
}

export function nameOf(element) {
  return oneLine(nameParts(element, roleOf(element)))
}

function nameParts(element, role) {
  const byOthers = labelledBy(element)
  if (byOthers) return byOthers
  const label = element.getAttribute('aria-label')
  if (label?.trim()) return label
  const own = nativeName(element)
  if (own?.trim()) return own
  const content = NAMED_BY_CONTENT.has(role) ? contentOf(element) : ''
  if (content.trim()) return content
  return element.getAttribute('title') || placeholderOf(element)
}

function labelledBy(element) {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const found = ids.map((id) => id && element.getRootNode().getElementById?.(id)).filter(Boolean)
  return found
    .map((each) => each.getAttribute('aria-label') || contentOf(each))
    .join(' ')
    .trim()
}

function nativeName(element) {
  const tag = tagOf(element)
  if (tag === 'input' && ['button', 'submit', 'reset'].includes(element.type)) {
    const usual = { submit: 'Submit', reset: 'Reset', button: '' }
    return element.value || labelsOf(element) || usual[element.type]
  }
  if (tag === 'input' && element.type === 'image') return element.alt || 'Submit'
  if (tag === 'input' && element.type === 'file') return labelsOf(element) || 'Choose File'
  if (tag === 'input' || tag === 'select' || tag === 'textarea') return labelsOf(element)
  if (tag === 'button') return labelsOf(element)
  if (tag === 'img' || tag === 'area') return element.alt
  if (tag === 'fieldset') return contentOf(element.querySelector(':scope > legend'))
  if (tag === 'table') return contentOf(element.caption)
  if (tag === 'svg') return contentOf(element.querySelector(':scope > title'))
  return ''
}

function labelsOf(element) {
  return [...(element.labels ?? [])].map((label) => contentOf(label, element)).join(' ')
}

function placeholderOf(element) {
  const tag = tagOf(element)
  return tag === 'input' || tag === 'textarea' ? element.placeholder : ''
}

/** The text inside, with what stands for pictures and fields; `except` is the field that the text is the label of. */
export function contentOf(element, except = null) {
  if (!element) return ''
  const style = getComputedStyle(element)
  const parts = [pseudoText(element, '::before')]
  for (const node of element.shadowRoot?.childNodes ?? element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.nodeValue)
    if (node.nodeType === Node.ELEMENT_NODE) parts.push(partOf(node, except))
  }
  parts.push(pseudoText(element, '::after'))
  const text = parts.join('')
  return style.display === 'inline' || style.display === 'contents' ? text : ` ${text} `
}

function partOf(element, except) {
  const tag = tagOf(element)
  if (element === except || tag === 'script' || tag === 'style' || tag === 'noscript') return ''
  const style = getComputedStyle(element)
  const isGone = style.display === 'none' || style.visibility !== 'visible'
  if (isGone || element.getAttribute('aria-hidden') === 'true') return ''
  const label = element.getAttribute('aria-label')
  if (label?.trim()) return ` ${label} `
  if (tag === 'slot') return [...element.assignedNodes()].map((node) => node.textContent).join('')
  // What is typed next to a label may be anybody's business; passwords are nobody's.
  if (tag === 'input' && ['text', 'search', 'number'].includes(element.type)) return ` ${element.value} `
  if (tag === 'select') return ` ${element.selectedOptions[0]?.text ?? ''} `
  return nativeOnly(element, tag) || contentOf(element, except)
}

function nativeOnly(element, tag) {
  return tag === 'img' || tag === 'svg' ? nativeName(element) : ''
}

function pseudoText(element, which) {
  const { content } = getComputedStyle(element, which)
  const [, text = ''] = /^"(.*)"$/.exec(content ?? '') ?? []
  return text.replaceAll('\\"', '"')
}

export function oneLine(text) {
  return text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim()
}
