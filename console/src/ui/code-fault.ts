export interface CodeFault {
  line: number | null
  message: string
}
