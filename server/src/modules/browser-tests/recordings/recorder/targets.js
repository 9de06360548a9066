import { isHidden, isTelling, nameOf, oneLine, parentOf, roleOf, tagOf } from './names.js'

/** How a test finds an element again: as people name it where that is clear, by its place in the page where it is not. */

const LONGEST_NAME = 200
const LONGEST_TEXT = 80
/** Beyond so many elements the page is too large to compare them all. */
const MOST_COMPARED = 5_000
const OTHER_TEST_IDS = ['data-test', 'data-test-id', 'data-cy', 'data-qa']

export function targetOf(element) {
  const role = roleOf(element)
  const name = nameOf(element)
  const test_id = element.getAttribute('data-testid')
  const isNamed = isTelling(role) && name !== '' && name.length <= LONGEST_NAME
  const byRole = isNamed ? { role, name } : null
  const alone = byRole && firstAlone(element, [byRole, { ...byRole, exact: true }])
  if (alone) return alone
  if (test_id && isAlone(element, matching({ test_id }))) return { test_id }
  if (byRole) return counted(element, { ...byRole, exact: true })
  const text = isField(element) ? null : textTarget(element)
  if (text) return text
  if (isTelling(role) && isAlone(element, matching({ role }))) return { role }
  if (test_id) return counted(element, { test_id })
  return { css: cssOf(element) }
}

/** What it holds changes. */
function isField(element) {
  return element.isContentEditable || ['input', 'select', 'textarea'].includes(tagOf(element))
}

/** Text that stands in this element and in no other but those around it. */
function textTarget(element) {
  const text = oneLine(element.textContent)
  if (text === '' || text.length > LONGEST_TEXT) return null
  return firstAlone(element, [{ text }, { text, exact: true }]) ?? null
}

function firstAlone(element, targets) {
  return targets.find((target) => isAlone(element, matching(target)))
}

function isAlone(element, found) {
  return found.length === 1 && found[0] === element
}

/** Of several that look alike, which one. */
function counted(element, target) {
  const nth = matching(target).indexOf(element)
  return nth < 0 ? { css: cssOf(element) } : { ...target, nth }
}

function matching(target) {
  const { role, name, exact, text, test_id } = target
  const all = everyElement()
  if (test_id !== undefined) return all.filter((each) => each.getAttribute('data-testid') === test_id)
  if (text !== undefined) {
    const holding = all.filter((each) => isLike(oneLine(each.textContent), text, exact))
    const around = new Set()
    for (const each of holding)
      for (let at = parentOf(each); at && !around.has(at); at = parentOf(at)) around.add(at)
    return holding.filter((each) => !around.has(each))
  }
  const ofRole = all.filter((each) => roleOf(each) === role && !isHidden(each))
  return name === undefined ? ofRole : ofRole.filter((each) => isLike(nameOf(each), name, exact))
}

function isLike(text, wanted, exact) {
  return exact ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase())
}

/** Those in open shadow roots too, in the order of the page. */
function everyElement(root = document.body ?? document.documentElement, found = []) {
  for (const each of root.querySelectorAll('*')) {
    if (found.length >= MOST_COMPARED) return found
    if (['script', 'style', 'noscript', 'template'].includes(tagOf(each))) continue
    found.push(each)
    if (each.shadowRoot) everyElement(each.shadowRoot, found)
  }
  return found
}

/** The shortest that names this element alone; within a shadow root the way from there. */
function cssOf(element) {
  const root = element.getRootNode()
  const isOnly = (css) => {
    const found = root.querySelectorAll(css)
    return found.length === 1 && found[0] === element
  }
  const own = ownCss(element).find(isOnly)
  if (own) return own
  let path = ''
  for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
    const anchor =
      each === element ? undefined : ownCss(each).find((css) => root.querySelectorAll(css).length === 1)
    path = (anchor ?? placeOf(each)) + (path && ` > ${path}`)
    if (anchor || isOnly(path)) break
  }
  return path || tagOf(element)
}

function ownCss(element) {
  const tag = tagOf(element)
  const { id } = element
  // Names with numbers in them were probably made by a program, and are others next time.
  const byId = id && !/\d{2}|:/.test(id) ? [`#${CSS.escape(id)}`] : []
  const attributes = [...OTHER_TEST_IDS, 'name', 'href', 'alt', 'title']
  const byAttribute = attributes
    .filter((name) => element.getAttribute(name) && element.getAttribute(name).length <= LONGEST_NAME)
    .map((name) => `${tag}[${name}="${CSS.escape(element.getAttribute(name))}"]`)
  return [...byId, ...byAttribute]
}

function placeOf(element) {
  const tag = tagOf(element)
  const parent = element.parentElement
  const alike = parent ? [...parent.children].filter((each) => tagOf(each) === tag) : []
  return alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(element) + 1})` : tag
}

const INTERACTIVE =
  'a[href], button, input, select, textarea, label, summary, option, [role=button], [role=link], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=treeitem], [role=gridcell], [contenteditable=""], [contenteditable=true]'

/** What a click on this is meant for: the button, not the picture in it. Null when it is meant for nothing. */
export function clickedOf(element) {
  for (let each = element; each; each = parentOf(each)) {
    if (each.matches(INTERACTIVE)) return each
  }
  const tag = tagOf(element)
  if (tag === 'html' || tag === 'body') return null
  if (['canvas', 'img', 'svg', 'video'].includes(tag)) return element
  if (element.hasAttribute('data-testid') || element.hasAttribute('onclick')) return element
  if (getComputedStyle(element).cursor === 'pointer') return pointed(element)
  const text = oneLine(element.textContent)
  return text !== '' && text.length <= LONGEST_TEXT ? element : null
}

/** The whole of what shows the hand. */
function pointed(element) {
  let whole = element
  for (let each = parentOf(element); each && each !== document.body; each = parentOf(each)) {
    if (getComputedStyle(each).cursor !== 'pointer') break
    whole = each
  }
  return whole
}
