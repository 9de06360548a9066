/** Where a command writes: a terminal, a file or a pipe. */
export interface Output {
  /** False when the reader is behind: `drain` tells when it is not. */
  write(text: string | Uint8Array): unknown
  on?(event: 'drain' | 'error' | 'close', done: () => void): unknown
  off?(event: 'drain' | 'error' | 'close', done: () => void): unknown
  isTTY?: boolean
  columns?: number | undefined
}
