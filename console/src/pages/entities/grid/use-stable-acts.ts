import { useEffect, useRef, useState } from 'react'

/**
 * The same object at every drawing, which does what was given last: what takes it is drawn again only when something
 * else changes.
 */
export function useStableActs<Acts extends { [Name in keyof Acts]: (...given: never[]) => void }>(
  acts: Acts,
): Acts {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(() => {
    const names = Object.keys(acts) as (keyof Acts)[]
    return Object.fromEntries(
      names.map((name) => [name, (...given: never[]) => latest.current[name](...given)]),
    ) as Acts
  })
  return stable
}
