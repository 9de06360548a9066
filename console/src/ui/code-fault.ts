/** What is wrong, and in which line; null for the file as a whole. */
export interface CodeFault {
  line: number | null
  message: string
}
