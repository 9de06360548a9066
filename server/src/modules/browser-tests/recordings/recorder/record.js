import { isSeen, parentOf, roleOf, tagOf } from './names.js'
import { createPanel } from './panel.js'
import { createSender } from './sender.js'
import { clickedOf, targetOf } from './targets.js'

/** Records what a person does in the page, and shows so. Whatever goes wrong here stays here. */

const MARK = Symbol.for('atrium recorder')
/** A page that changes its address so soon after a click does so because of it, where the browser does not say. */
const SOON_MS = 1_500
const NOT_TYPED = ['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit']
const WENT = 'atrium_recorder_went '
const SECRET = /password|one-time-code|cc-/

const script = document.currentScript
const key = script?.src ? new URL(script.src).hash.slice(1) : ''
if (key && window.top === window && !window[MARK]) {
  Object.defineProperty(window, MARK, { value: true })
  safely(() => begin(new URL(script.src).origin, key))()
}

function safely(work) {
  return (...args) => {
    try {
      return work(...args)
    } catch {
      return undefined
    }
  }
}

function begin(origin, key) {
  let panel = null
  const address = `${origin}/api/testing-agent/recordings/${encodeURIComponent(key)}/actions`
  const sender = createSender({ address, key, onChange: (state) => panel?.show(state) })
  if (sender.hasEnded) return
  panel = createPanel({
    onPause: safely((isPaused) => sender.pause(isPaused)),
    onStop: safely(() => {
      flushTyped()
      if (sender.hasEnded) panel.remove()
      else sender.stop()
    }),
  })

  /** Fields that somebody typed into since they were recorded. */
  const typed = new Set()
  /** Some pages show what was typed as a password. */
  const secrets = new WeakSet()
  let actedAt = Number.NEGATIVE_INFINITY
  let isSubmitting = false
  let isLeaving = false
  let isByPerson = false

  const add = (type, element, more = {}) => {
    actedAt = performance.now()
    isLeaving = false
    if (!sender.isOn) return
    const action = { type, url: location.href.slice(0, 2048), ...more }
    sender.add(element ? { ...action, target: targetOf(element) } : action)
  }
  const isOurs = (event) => event.composedPath().includes(panel.host)
  const on = (target, names, act) => {
    const listen = safely((event) => {
      if (event.isTrusted && !isOurs(event)) act(event)
    })
    for (const name of names) target.addEventListener(name, listen, { capture: true, passive: true })
  }
  const elementOf = (event) => event.composedPath().find((each) => each instanceof Element) ?? null

  function flushTyped(except = null) {
    for (const element of typed) if (element !== except) recordTyped(element)
  }
  function recordTyped(element) {
    if (!typed.delete(element)) return
    const isSecret = secrets.has(element)
    const value = isEditable(element) ? element.innerText : element.value
    add('fill', element, isSecret ? { is_secret: true } : { value: value.slice(0, 10_000) })
  }

  // Before the click that makes the page show what is typed, every field says what it is.
  on(window, ['pointerdown', 'keydown'], () => {
    for (const each of document.querySelectorAll('input[type=password]')) secrets.add(each)
  })
  on(window, ['focusin', 'input'], (event) => {
    const element = fieldOf(elementOf(event))
    if (!element) return
    if (isSecretField(element)) secrets.add(element)
    if (event.type === 'input') typed.add(element)
  })
  on(window, ['change', 'focusout'], (event) => {
    const element = elementOf(event)
    const field = fieldOf(element)
    if (field) recordTyped(field)
    else if (event.type === 'change' && element) recordChoice(element)
  })
  function recordChoice(element) {
    flushTyped()
    const tag = tagOf(element)
    if (tag === 'select') {
      const text = element.selectedOptions[0]?.label
      if (text) add('select', element, { value: text.slice(0, 10_000) })
    } else if (tag === 'input' && (element.type === 'checkbox' || element.type === 'radio'))
      isSeen(element) ? add(element.checked ? 'check' : 'uncheck', element) : recordLabel(element)
    else if (tag === 'input' && element.type === 'file')
      add('upload', element, { value: element.files[0]?.name.slice(0, 200) ?? '' })
  }

  function recordLabel(element) {
    const label = [...element.labels].find(isSeen)
    if (label) add('click', label)
  }

  on(window, ['pointerdown'], (event) => flushTyped(fieldOf(elementOf(event))))
  on(window, ['click'], (event) => {
    const element = elementOf(event)
    const clicked = element && clickedOf(element)
    // Enter in a field clicks the button of its form.
    if (!clicked || (isSubmitting && event.detail === 0)) return
    flushTyped(fieldOf(clicked))
    if (!isChoice(clicked)) add('click', clicked)
  })
  on(window, ['keydown'], (event) => {
    const { key: pressed, isComposing, repeat, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!repeat) isSubmitting = false
    if ((pressed !== 'Enter' && pressed !== 'Escape') || isComposing || repeat) return
    if (ctrlKey || metaKey || altKey || shiftKey) return
    const element = elementOf(event)
    if (pressed === 'Enter' && (!element || isClickedByEnter(element))) return
    flushTyped()
    const isPage = !element || element === document.body || element === document.documentElement
    add('press', isPage ? null : element, { value: pressed })
    isSubmitting = true
  })
  // The click that Enter makes has come by then.
  on(window, ['keyup'], () => {
    isSubmitting = false
  })

  let last = location.href
  const went = (by_address) => {
    if (location.href === last) return
    last = location.href
    sender.add({ type: 'navigate', url: last.slice(0, 2048), ...(by_address && { by_address }) })
  }
  for (const name of ['pushState', 'replaceState']) {
    const change = history[name]
    history[name] = function (...args) {
      const result = change.apply(this, args)
      safely(went)(false)
      return result
    }
  }
  // Sandboxed pages have it, but get no events.
  const hasEvents = Boolean(window.navigation?.currentEntry)
  const isSoon = () => performance.now() - actedAt < SOON_MS
  // It tells of what the page or a click on it starts, and not of the address line of the browser.
  window.navigation?.addEventListener(
    'navigate',
    safely(({ destination, downloadRequest, navigationType, userInitiated }) => {
      if (!destination.sameDocument) isLeaving = downloadRequest === null
      else if (navigationType === 'traverse') isByPerson = userInitiated
    }),
  )
  on(window, ['popstate', 'hashchange'], () => {
    went(hasEvents ? isByPerson : !isSoon())
    isByPerson = false
  })
  on(window, ['pageshow'], (event) => {
    if (!event.persisted) return
    last = ''
    went(true)
  })
  on(window, ['beforeunload'], () => {
    const isByPage = hasEvents ? isLeaving : isSoon()
    flushTyped()
    // Where nothing can be stored, the recording itself says that the next page comes from this one.
    if (isByPage && !storeWent(key))
      sender.add({ type: 'navigate', url: last.slice(0, 2048), value: 'leaving' })
    sender.flush()
  })
  on(window, ['pagehide'], () => sender.flush())
  on(document, ['visibilitychange'], () => {
    if (document.visibilityState === 'hidden') sender.flush()
  })

  const isByPage = takeWent(key) || (document.referrer !== '' && kindOfLoad() === 'navigate')
  sender.add({ type: 'navigate', url: last.slice(0, 2048), ...(!isByPage && { by_address: true }) })
  sender.begin()
}

/** For the next page: this one goes there by itself. Returns whether that page will know. */
function storeWent(key) {
  try {
    sessionStorage.setItem(WENT + key, '1')
    return true
  } catch {
    return false
  }
}

function takeWent(key) {
  try {
    const went = sessionStorage.getItem(WENT + key) !== null
    sessionStorage.removeItem(WENT + key)
    return went
  } catch {
    return false
  }
}

function kindOfLoad() {
  return performance.getEntriesByType('navigation')[0]?.type ?? 'navigate'
}

function isEditable(element) {
  return element.isContentEditable && !['input', 'textarea'].includes(tagOf(element))
}

/** What is typed into; of text that can be edited in the page the whole. */
function fieldOf(element) {
  if (!element) return null
  const tag = tagOf(element)
  if (tag === 'textarea' || (tag === 'input' && !NOT_TYPED.includes(element.type))) return element
  if (!element.isContentEditable) return null
  let whole = element
  while (parentOf(whole)?.isContentEditable) whole = parentOf(whole)
  return whole
}

function isSecretField(element) {
  return element.type === 'password' || SECRET.test(element.getAttribute('autocomplete') ?? '')
}

/** What is recorded when it changes, with the label that a click went to. */
function isChoice(element) {
  const tag = tagOf(element)
  if (tag === 'label') return element.control !== null
  if (tag === 'select' || tag === 'option') return element.closest('select') !== null
  return tag === 'input' && ['checkbox', 'radio', 'file'].includes(element.type)
}

/** The browser makes a click of it, or a new line. */
function isClickedByEnter(element) {
  const tag = tagOf(element)
  if (tag === 'textarea' || isEditable(element)) return true
  if (tag === 'input') return ['button', 'submit', 'reset', 'image', 'file'].includes(element.type)
  return tag === 'button' || tag === 'summary' || (tag === 'a' && roleOf(element) === 'link')
}
