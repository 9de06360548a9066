/**
 * What somebody typed and has not saved. Every form says here when it holds some; one guard asks before it is lost, be it
 * by another page, by closing the tab or by a session that ended.
 */
import { useEffect, useRef } from 'react'

interface Work {
  isUnsaved(): boolean
  /** Whether it survives going to this page of the console. */
  staysAt(pathname: string): boolean
}

const works = new Set<Work>()

/** `isUnsaved` is asked at the moment when it matters. */
export function useUnsavedWork(isUnsaved: Work['isUnsaved'], staysAt: Work['staysAt'] = () => false): void {
  const asked = useRef({ isUnsaved, staysAt })
  useEffect(() => {
    asked.current = { isUnsaved, staysAt }
  })
  useEffect(() => {
    const work: Work = {
      isUnsaved: () => asked.current.isUnsaved(),
      staysAt: (pathname) => asked.current.staysAt(pathname),
    }
    works.add(work)
    return () => void works.delete(work)
  }, [])
}

/** Whether something would be lost: with the tab, or by going to another page. */
export function hasUnsavedWork(pathname?: string): boolean {
  return [...works].some((work) => work.isUnsaved() && (pathname === undefined || !work.staysAt(pathname)))
}
