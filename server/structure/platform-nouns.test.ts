/** The platform is technical: it would serve another product as well, so it does not name the nouns of this one. */
import { expect, test } from 'vitest'
import { isTest, readSources } from './sources.ts'

const NOUNS =
  /(?<![a-z])(apps?|workspaces?|agents?|members?|campaigns?|conversations?|webhooks?|entit(?:y|ies)|invitations?)(?![a-z])/i

/** Kinds of credentials and their refusals, which the contract names. */
const OF_THE_CONTRACT = /\b(workspace_key|app_session|app_user)(_\w+)?\b/g

const EXCEPTIONS: Record<string, string> = {
  'archive/collection.ts': 'the fields of an archive by which an import is counted are public',
  'archive/count-places.ts': 'the fields of an archive by which an import is counted are public',
  'archive/left-out.ts': 'the rows of a workspace are distinguished by the fields that all tables have',
  'http/assistant-index.ts': 'the page says what the product is',
  'http/handle.ts': 'the header in which a client says what it is is called so',
  'http/large-answers.ts': 'room for large answers is shared out by the `app_id` of an address',
  'http/openapi.ts': 'the texts of the reference are about the product',
  'http/pages.ts': 'the sign-in page of apps is a page of its own, by its address',
  'http/visitor.ts': 'the header in which a client says what it is is called so',
  'realtime/handshake.ts': 'clients name the app in the query of the handshake',
  'realtime/limits.ts': 'the names of these limits are a setting',
  'realtime/realtime.ts': 'passes on the app of the handshake',
  'realtime/room-kind.ts': 'passes on the app of the handshake',
  'realtime/sockets.ts': 'counts connections by the app of the handshake',
  'realtime/watch-rights.ts': 'passes on the app of the handshake',
  'text/secret-shapes.ts': 'services name some of their secrets so',
}

const naming = readSources()
  .filter(({ path }) => path.startsWith('server/src/platform/') && !isTest(path))
  .filter(({ text }) => NOUNS.test(codeOf(text)))
  .map(({ path }) => path.replace('server/src/platform/', ''))

test('only the listed files of the platform name a noun of the product', () => {
  expect(naming).toEqual(Object.keys(EXCEPTIONS))
})

/** Without comments; words that are joined by capitals come apart. */
function codeOf(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(OF_THE_CONTRACT, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
}
