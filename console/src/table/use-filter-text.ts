import { useState } from 'react'

interface FilterText {
  text: string
  setText: (text: string) => void
  /** Filters by the text, unless the list already is. */
  apply: (text: string) => void
}

/**
 * What stands in a filter's box while the address catches up: an answer on its way must not overwrite what is being
 * typed, but a filter cleared elsewhere must empty the box.
 */
export function useFilterText(value: string, onChange: (value: string) => void): FilterText {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [applied, setApplied] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== applied) {
      setText(value)
      setApplied(value)
    }
  }

  const apply = (next: string) => {
    const wanted = next.trim()
    if (wanted === applied) return
    setApplied(wanted)
    onChange(wanted)
  }
  return { text, setText, apply }
}
