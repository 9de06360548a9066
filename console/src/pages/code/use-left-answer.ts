import { useEffect, useRef } from 'react'
import { giveBackText } from '../../form/use-stored-text.ts'

/** Where the message to a session is that was not sent yet. */
export const draftKey = (sessionId: string) => `atrium.session.${sessionId}`

/**
 * What was written as an answer is not lost when its question goes, be it that somebody else answered or that the session
 * ended: it stands where messages are written. Returns what to call once it was sent.
 */
export function useLeftAnswer(sessionId: string, text: string): () => void {
  const left = useRef(text)
  const isSent = useRef(false)
  useEffect(() => {
    left.current = text
  })
  useEffect(
    () => () => {
      if (!isSent.current && left.current !== '') giveBackText(draftKey(sessionId), left.current)
    },
    [sessionId],
  )
  return () => {
    isSent.current = true
  }
}
