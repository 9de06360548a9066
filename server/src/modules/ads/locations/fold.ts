/** Names as they are compared: without case, marks and punctuation. The catalog is built with the same rules. */

/** Letters that stay as they are when marks are taken off, and how people write them without the key for it. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ə: 'a',
}
/** Only before another word: who types `st` may be on the way to Stockholm. */
const SHORT_WORDS: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

/** `Saint-Étienne` → `saint etienne`, `St. Gallen` → `saint gallen`, `Xi’an` → `xian`. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}|['’‘ʻʼʿʾ`´]/gu, '')
    .replace(/[ßøłđðþæœıə]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{Mc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .replace(/(?<![^ ])(?:ste?|[fm]t)(?= )/g, (word) => SHORT_WORDS[word] ?? word)
}

/** `koeln` → `koln`, for those who write an umlaut as two letters; null when there is none. */
export function foldUmlauts(folded: string): string | null {
  const plain = folded.replace(/([aou])e/g, '$1')
  return plain === folded ? null : plain
}
