/** The words of HTML, XML and Vue-like files, as far as colours need them. */
import type { StreamParser, StringStream } from '@codemirror/language'

interface State {
  inside: 'comment' | 'tag' | null
}

export const markupTokens: StreamParser<State> = {
  name: 'markup',
  startState: () => ({ inside: null }),
  copyState: (state) => ({ ...state }),
  languageData: { commentTokens: { block: { open: '<!--', close: '-->' } } },
  token(stream, state) {
    if (state.inside === 'comment') return restOfComment(stream, state)
    if (state.inside === 'tag') return partOfTag(stream, state)
    if (stream.match('<!--')) return restOfComment(stream, state)
    if (stream.match(/^<[!/]?[\w:-]+/)) {
      state.inside = 'tag'
      return 'keyword'
    }
    if (stream.match(/^&[#\w]+;/)) return 'number'
    stream.next()
    stream.eatWhile(/[^<&]/)
    return null
  },
}

function partOfTag(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null
  if (stream.match(/^\/?>/)) {
    state.inside = null
    return 'keyword'
  }
  if (stream.match(/^"[^"]*"?/) || stream.match(/^'[^']*'?/)) return 'string'
  if (stream.match(/^[^\s"'<>/=]+/)) return 'propertyName'
  stream.next()
  return null
}

function restOfComment(stream: StringStream, state: State): string {
  state.inside = stream.match(/^.*?-->/) ? null : 'comment'
  if (state.inside) stream.skipToEnd()
  return 'comment'
}
