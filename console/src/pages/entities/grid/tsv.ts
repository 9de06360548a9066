/** Cells as spreadsheets put them on the clipboard: tabs between them, a line for each row, quotes where a text holds either. */

export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

function quoted(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A quote that no other closes is a part of the text: not every program quotes. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at <= text.length; ) {
    const { cell, end } = cellAt(text, at)
    row.push(cell)
    const stop = text[end]
    at = end + (stop === '\r' && text[end + 1] === '\n' ? 2 : 1)
    if (stop === '\t') continue
    rows.push(row)
    row = []
    // Spreadsheets end the last line as well.
    if (at >= text.length) break
  }
  return rows
}

const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
const PLAIN = /[^\t\r\n]*/y

function cellAt(text: string, at: number): { cell: string; end: number } {
  QUOTED.lastIndex = at
  const [whole, inside] = QUOTED.exec(text) ?? []
  if (whole !== undefined && inside !== undefined)
    return { cell: inside.replaceAll('""', '"').replaceAll('\r\n', '\n'), end: at + whole.length }
  PLAIN.lastIndex = at
  const [cell = ''] = PLAIN.exec(text) ?? []
  return { cell, end: at + cell.length }
}
