/** A file being changed: what is stored, and what differs from it. */
import { useState } from 'react'
import { linesOf } from './file-text.ts'

interface Stored {
  content: string
  revision: number
}

export interface FileDraft {
  text: string
  /** What it was begun with; it is saved only on top of this. */
  base: Stored
  isChanged: boolean
  /** Somebody else saved or deleted the file since the draft was begun. */
  isOvertaken: boolean
  /** What was typed before the text of somebody else was taken. */
  putAside: string | null
  setText(text: string): void
  /** Goes on from what is stored now; what was typed since stays. */
  saved(file: Stored): void
  discard(): void
  /** Goes on with one's own text, on top of what somebody else did. */
  keepMine(): void
  /** Takes the text of somebody else, and puts one's own aside. */
  takeTheirs(): void
  bringBack(): void
}

/** `isGone`: the file was deleted; `stored` is what it was before. */
export function useFileDraft(stored: Stored, isGone: boolean): FileDraft {
  const [base, setBase] = useState(stored)
  const [text, setText] = useState(() => linesOf(stored.content))
  const [putAside, setPutAside] = useState<string | null>(null)
  const theirs = linesOf(stored.content)
  const isNewer = !isGone && stored.revision > base.revision
  const isChanged = text !== linesOf(base.content) && !(isNewer && text === theirs)
  const beginWith = (file: Stored) => {
    setBase(file)
    setText(linesOf(file.content))
  }
  // Nothing is typed, or it is stored by now: what is stored is shown.
  if (isNewer && !isChanged) beginWith(stored)
  return {
    text,
    base,
    isChanged,
    isOvertaken: isChanged && (isNewer || (isGone && base.revision > 0)),
    putAside,
    setText,
    saved: setBase,
    discard: () => beginWith(stored),
    keepMine: () => setBase(isGone ? { content: '', revision: 0 } : stored),
    takeTheirs: () => {
      setPutAside(text)
      beginWith(stored)
    },
    bringBack: () => {
      setText(putAside ?? text)
      setPutAside(null)
    },
  }
}
