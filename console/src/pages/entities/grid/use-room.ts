import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How much room an element has, in rem, at every moment. */
export function useRoom(): [RefObject<HTMLDivElement | null>, { width: number }] {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth / remInPixels())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, { width }]
}

export function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
