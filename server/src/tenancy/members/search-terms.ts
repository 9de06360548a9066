/** A term as the search index and the searched text are asked for it; both hold text whose case is folded. */

/** Between the fields of the searched text; a term cannot hold it, or it would match across their borders. */
const BORDER = '\u001f'

export function withoutBorders(term: string): string {
  return term.replaceAll(BORDER, '\ufffd')
}

/** A tsquery with pieces of the term; null when the index has none so short. */
export function piecesQuery(folded: string): string | null {
  const pieces = piecesOf(Array.from(folded))
  return pieces.length === 0 ? null : pieces.map(quoted).join(' & ')
}

/** A pattern for `like` in which no character of the term is special. */
export function holding(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, '\\$&')}%`
}

const PIECE = 3
/** Every other piece and the last: nearly as telling as all of them, in half the time. */
const STEP = 2
/** The rest of a long term is left to the pattern. */
const MOST_PIECES = 32

/** Some of those that `member_search_pieces` of the migrations makes. */
function piecesOf(letters: readonly string[]): string[] {
  if (letters.length >= PIECE) {
    const last = letters.length - PIECE
    const starts = Array.from({ length: Math.ceil(last / STEP) }, (_, n) => n * STEP)
    return [...starts.slice(0, MOST_PIECES), last].map((start) =>
      letters.slice(start, start + PIECE).join(''),
    )
  }
  const foreign = letters.filter((letter) => letter > '\u007f')
  return foreign.length === letters.length && letters.length > 0 ? [letters.join('')] : foreign
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}
