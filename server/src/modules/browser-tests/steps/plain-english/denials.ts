import type { Token } from './lexer.ts'

/** Words that turn the sense of what is quoted around, or make something else of it than what is there. */
const DENYING = new Set(
  `nothing nobody none neither nowhere not no never nor cannot cant couldnt wont dont doesnt didnt isnt arent wasnt hasnt havent
  unable impossible without lacks lack lacking absence except but fails fail ceases stops excludes exclude omits misses hides
  than different differs unlike instead`.split(/\s+/),
)

/** Whether one of them stands there; with a capital it is a name, such as that of a button. */
export function denies(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ kind, text, low }) => kind === 'word' && DENYING.has(low) && !/^\p{Lu}\p{Ll}/u.test(text),
  )
}
