/** The words of TypeScript and JavaScript, as far as colours need them. */
import type { StreamParser, StringStream } from '@codemirror/language'

interface State {
  /** What goes on in the next line: a comment, or a text between backticks. */
  inside: 'comment' | 'template' | null
}

const KEYWORDS = new Set(
  (
    'abstract as async await break case catch class const continue debugger declare default delete do else enum export ' +
    'extends finally for from function get if implements import in instanceof interface is keyof let namespace new of ' +
    'private protected public readonly return satisfies set static super switch this throw try type typeof var void while yield'
  ).split(' '),
)
const ATOMS: Record<string, string> = { true: 'bool', false: 'bool', null: 'null', undefined: 'null' }

export const scriptTokens: StreamParser<State> = {
  name: 'script',
  startState: () => ({ inside: null }),
  copyState: (state) => ({ ...state }),
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  token(stream, state) {
    if (state.inside === 'comment') return restOfComment(stream, state)
    if (state.inside === 'template') return restOfTemplate(stream, state)
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*')) return restOfComment(stream, state)
    if (stream.match('`')) return restOfTemplate(stream, state)
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^(?:0[xob][\da-f_]+|\d[\d_]*(?:\.[\d_]+)?(?:e[+-]?\d+)?)n?/i)) return 'number'
    const word = stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u)
    if (!word) {
      stream.next()
      return null
    }
    const text = stream.current()
    return Object.hasOwn(ATOMS, text) ? (ATOMS[text] ?? null) : KEYWORDS.has(text) ? 'keyword' : null
  },
}

function restOfComment(stream: StringStream, state: State): string {
  state.inside = stream.match(/^.*?\*\//) ? null : 'comment'
  if (state.inside) stream.skipToEnd()
  return 'comment'
}

/** What is filled in counts as a part of the text. */
function restOfTemplate(stream: StringStream, state: State): string {
  state.inside = stream.match(/^(?:[^`\\]|\\.)*`/) ? null : 'template'
  if (state.inside) stream.skipToEnd()
  return 'string'
}
