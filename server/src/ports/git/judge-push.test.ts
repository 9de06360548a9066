import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { judgePush } from './judge-push.ts'

const NONE = '0'.repeat(40)
const ONE = '1'.repeat(40)
const line = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`

async function* inPieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Returns the answer to a push that creates these refs, as git shows it. */
async function judge(refs: string[], { capabilities = ' report-status', size = 7 } = {}) {
  const commands = refs.map((ref, at) => line(`${NONE} ${ONE} ${ref}${at === 0 ? `\0${capabilities}` : ''}`))
  const sent = `${commands.join('')}0000PACK…`
  const { refusal, body, refs: named } = await judgePush('/nowhere', inPieces(sent, size))
  expect((await buffer(body)).toString()).toBe(sent)
  expect(named).toEqual(refs)
  return refusal?.toString() ?? null
}

test('a push of names that fit is left to git', async () => {
  expect(await judge(['refs/heads/main', `refs/heads/${'x'.repeat(240)}`, 'refs/tags/v1'])).toBeNull()
  expect(await judge(['refs/notes/commits', 'HEAD'])).toBeNull()
  expect(await judge([])).toBeNull()
})

test.each([
  ['too long', `refs/heads/${'x'.repeat(241)}`, 'at most 240 bytes'],
  ['too deep', `refs/heads/${'a/'.repeat(2_000)}b`, 'at most 240 bytes'],
  ['too deep for its length', `refs/tags/${'a/'.repeat(20)}b`, 'at most 20 parts'],
  ['HEAD', 'refs/heads/HEAD', 'reserved by git'],
  ['a folder of git', 'refs/heads', 'takes no branch or tag'],
  ['like an option', 'refs/heads/--upload-pack', 'does not begin with a hyphen'],
])('a push is refused whole when a name is %s', async (_, ref, reason) => {
  const said = await judge(['refs/heads/main', ref])
  expect(said?.split('\n').map((text) => text.slice(4))).toEqual([
    'unpack ok',
    'ng refs/heads/main another ref of the push is refused',
    expect.stringMatching(new RegExp(`^ng ${ref} .*${reason}`)),
    '',
  ])
})

test('a refusal comes in the form that the client asks for', async () => {
  const sideBand = await judge(['refs/heads/-x'], { capabilities: ' report-status side-band-64k' })
  expect(sideBand?.slice(4, 18)).toBe('\x01000eunpack ok\n'.slice(0, 14))
  expect(sideBand?.slice(-8)).toBe('00000000')
  expect(await judge(['refs/heads/-x'], { capabilities: ' agent=git/2' })).toBe('')
})

test('commands that git would read otherwise, and more of them than fit, are refused', async () => {
  const refusalOf = async (text: string, size: number) =>
    (await judgePush('/nowhere', inPieces(text, size))).refusal?.toString().slice(4)
  expect(await refusalOf(`${line('push-cert\0 push-cert=x')}0000`, 5)).toMatch(
    /^ERR .*not one that git sends/,
  )
  expect(await refusalOf(line(`${NONE} ${ONE} refs/heads/a`), 5)).toMatch(/^ERR .*not one that git sends/)
  const many = line(`${NONE} ${ONE} refs/heads/${'x'.repeat(200)}`).repeat(20_000)
  expect(await refusalOf(many, 65_536)).toMatch(/^ERR .*too many refs/)
})

test('commands that arrive in single bytes are parsed in linear time', async () => {
  const text = `${line(`${NONE} ${ONE} refs/heads/a`).repeat(1_000)}0000`
  const start = process.cpuUsage()
  await judgePush('/nowhere', inPieces(text, 1))
  // It takes some hundred milliseconds; work that grows with the square of the length would take a minute.
  expect(process.cpuUsage(start).user).toBeLessThan(6_000_000)
})
