import { HELD } from './hold-values.ts'

/** What an instruction begins with. */
export const VERBS =
  'add|append|create|make|write|put|insert|replace|change|substitute|swap|update|set|rename|move|delete|remove|erase|define'

/**
 * Where one instruction ends and the next begins on a line. Nothing here repeats what may repeat itself, so a line is read
 * once.
 */
const BORDER = new RegExp(
  [
    String.raw`;[ \t]`,
    ',? (?:and then|and afterwards|after that|then),? ',
    `,? and (?=(?:also |please )?(?:${VERBS}) )`,
    String.raw`(?<!(?:^|[.;] )in \S{1,200}), (?=(?:also |please )?(?:${VERBS}) )`,
    String.raw` \(?\d{1,2}[.)] (?=(?:please )?(?:${VERBS}) )`,
    String.raw`(?<=[.!?]|${HELD}) (?=(?:Then|Also|And|Please|Finally|Next|Now|Afterwards|${capitals(VERBS)})\b)`,
    String.raw`(?<=[.!?]) (?=\p{Lu})`,
  ].join('|'),
  'giu',
)
const BULLET = /^\s*(?:[-*•+–]|\(?\d{1,3}[.)]|step \d{1,3}[:.)])\s+/i

/** The parts of a text that may be instructions, line by line, each with where it stands on its line. */
export function splitStatements(text: string): { line: string; parts: { start: number; end: number }[] }[] {
  return text
    .split('\n')
    .map((line) => line.replace(BULLET, '').replaceAll(/\s/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const parts: { start: number; end: number }[] = []
      let start = 0
      for (const { 0: border, index } of line.matchAll(BORDER)) {
        if (index > start) parts.push({ start, end: index })
        start = index + border.length
      }
      parts.push({ start, end: line.length })
      return { line, parts }
    })
}

function capitals(words: string): string {
  return words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
