/** The words of style sheets, as far as colours need them. */
import type { StreamParser } from '@codemirror/language'

interface State {
  isInComment: boolean
  /** How many blocks are open: names before a colon are properties only inside of one. */
  depth: number
}

export const styleTokens: StreamParser<State> = {
  name: 'style',
  startState: () => ({ isInComment: false, depth: 0 }),
  copyState: (state) => ({ ...state }),
  languageData: { commentTokens: { block: { open: '/*', close: '*/' } } },
  token(stream, state) {
    if (state.isInComment || stream.match('/*')) {
      state.isInComment = !stream.match(/^.*?\*\//)
      if (state.isInComment) stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string'
    if (stream.match(/^@[\w-]+/)) return 'keyword'
    if (stream.match(/^#[\da-f]{3,8}\b/i) || stream.match(/^-?\d*\.?\d+(?:%|[a-z]+)?/i)) return 'number'
    if (state.depth > 0 && stream.match(/^[\w-]+(?=\s*:)/)) return 'propertyName'
    if (stream.match(/^[\w-]+/)) return null
    const character = stream.next()
    if (character === '{') state.depth++
    if (character === '}') state.depth = Math.max(0, state.depth - 1)
    return null
  },
}
