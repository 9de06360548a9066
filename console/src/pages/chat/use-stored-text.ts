import { useState } from 'react'

/** A text that outlives a reload of the page, and going to another one and back; this tab alone has it. */
export function useStoredText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    text,
    (next) => {
      if (next === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
      setText(next)
    },
  ]
}
