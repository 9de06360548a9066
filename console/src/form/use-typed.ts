import { type RefObject, useEffect, useRef } from 'react'

const TEXTS =
  'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=search], [type=hidden], [type=file])'
/** What comes before anything can be typed. */
const TOUCHES = ['focusin', 'pointerdown', 'keydown'] as const

/**
 * Whether the texts of a form differ from what they were. They are noted before the first touch, and those that appear
 * later before the next, so that only a person makes a difference.
 */
export function useTyped(form: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef(new Map<Element, string>())
  useEffect(() => {
    const node = form.current
    const note = () => {
      for (const field of node?.querySelectorAll(TEXTS) ?? [])
        if (!before.current.has(field)) before.current.set(field, textIn(field))
    }
    note()
    for (const touch of TOUCHES) node?.addEventListener(touch, note, true)
    return () => {
      for (const touch of TOUCHES) node?.removeEventListener(touch, note, true)
    }
  }, [form])
  return () => [...before.current].some(([field, text]) => field.isConnected && textIn(field) !== text)
}

function textIn(field: Element): string {
  const isBox = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return isBox ? field.value : (field.textContent ?? '')
}
