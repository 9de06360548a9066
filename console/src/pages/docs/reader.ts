/** Who reads: where this server is, and the token that they chose to see in the examples. It is kept by no one. */
import { createContext, useContext } from 'react'
import type { Reader } from './examples.ts'

export interface ReaderState extends Reader {
  setToken(token: string): void
}

export const ReaderContext = createContext<ReaderState | null>(null)

export function useReader(): ReaderState {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('there is no reader outside of the guides')
  return reader
}
