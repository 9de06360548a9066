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
  /** Applied and not in the address yet, the newest last: one that arrives late is no change of somebody else's. */
  const [onTheirWay, setOnTheirWay] = useState<readonly string[]>([])
  if (value !== seen) {
    setSeen(value)
    const place = onTheirWay.lastIndexOf(value)
    // Those before it were overtaken and do not come any more.
    setOnTheirWay(place === -1 ? [] : onTheirWay.slice(place + 1))
    if (place === -1) setText(value)
  }

  const apply = (next: string) => {
    const wanted = next.trim()
    if (wanted === (onTheirWay.at(-1) ?? value)) return
    setOnTheirWay((before) => [...before, wanted])
    onChange(wanted)
  }
  return { text, setText, apply }
}
