import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { databaseFailure, diskFullSentence, isUndone } from './failures.ts'
import { openDatabase } from './open.ts'

test('a statement is surely undone when the server says so, not when it or the connection went away', () => {
  const said = (severity: string, code: string) =>
    Object.assign(new pg.DatabaseError('refused', 0, 'error'), { severity, code })
  expect(isUndone(said('ERROR', '40P01'))).toBe(true)
  expect(isUndone(said('ERROR', 'P0001'))).toBe(true)
  expect(isUndone(said('ERROR', '57014'))).toBe(false)
  expect(isUndone(said('FATAL', '57P01'))).toBe(false)
  expect(isUndone(new Error('Connection terminated unexpectedly'))).toBe(false)
})

describe('databaseFailure', () => {
  test.each([
    ['08006', 'unavailable'],
    ['57P01', 'unavailable'],
    ['57P02', 'unavailable'],
    ['57P03', 'unavailable'],
    ['53300', 'unavailable'],
    ['53100', 'full'],
    ['57014', 'timeout'],
    ['23505', null],
    ['42P01', null],
    ['0800', null],
  ])('reads the error code %s as %s', (code, failure) => {
    expect(databaseFailure(withFields('refused', { code }))).toBe(failure)
  })

  test.each([
    [withFields('connect', { code: 'ECONNREFUSED' }), 'unavailable'],
    [withFields('connect', { code: 'ENOENT', syscall: 'connect' }), 'unavailable'],
    [withFields('open', { code: 'ENOENT', syscall: 'open' }), null],
    [withFields('write', { code: 'ENOSPC' }), 'full'],
    [new Error('Connection terminated unexpectedly'), 'unavailable'],
    [new Error('timeout exceeded when trying to connect'), 'unavailable'],
    [new Error('outer', { cause: withFields('inner', { code: '53100' }) }), 'full'],
    [new Error('a mistake of ours'), null],
    ['no error at all', null],
    [undefined, null],
  ])('reads %s as %s', (error, failure) => {
    expect(databaseFailure(error)).toBe(failure)
  })

  test.each([
    ['a socket that is not there', 'postgres://atrium@%2Fnowhere/atrium'],
    ['a port nobody listens on', 'postgres://atrium@127.0.0.1:1/atrium'],
  ])('knows what the driver throws for %s', async (_, connection) => {
    const { pool, close } = openDatabase({ connection, log: createLog('silent') })
    const error = await pool.query('select 1').catch((refusal: unknown) => refusal)
    await close()
    expect(databaseFailure(error)).toBe('unavailable')
  })

  test('knows what the driver throws for a pool or client that was closed', async () => {
    const { pool, close } = openDatabase({ connection: 'postgres://127.0.0.1:1/x', log: createLog('silent') })
    await close()
    expect(databaseFailure(await pool.query('select 1').catch((error: unknown) => error))).toBe('unavailable')
    const client = new pg.Client('postgres://127.0.0.1:1/x')
    await client.end()
    expect(databaseFailure(await client.query('select 1').catch((error: unknown) => error))).toBe(
      'unavailable',
    )
  })
})

function withFields(message: string, fields: object): Error {
  return Object.assign(new Error(message), fields)
}

describe('diskFullSentence', () => {
  const coded = (code: string, message: string) => Object.assign(new Error(message), { code })
  test.each([
    [coded('ENOSPC', 'ENOSPC: no space left on device, write'), 'ENOSPC: no space left on device, write'],
    [coded('53100', 'could not extend file'), 'could not extend file'],
    [coded('EDQUOT', 'EDQUOT: unknown error'), 'EDQUOT: unknown error'],
    [
      new Error('initdb ended with 1: creating\ninitdb: error: No space left on device\nremoving'),
      'initdb: error: No space left on device',
    ],
    [new Error('no key', { cause: coded('ENOSPC', 'no room') }), 'no key'],
  ])('of %s holds the words that matter', (error, words) => {
    expect(diskFullSentence(error)).toBe(
      `The disk is full (${words}). Free space on it, then start again; nothing has to be repaired.`,
    )
  })

  test.each([
    new Error('something else'),
    coded('ENOENT', 'not there'),
    'no space left on device',
    undefined,
  ])('%s is not about the disk', (error) => {
    expect(diskFullSentence(error)).toBeNull()
  })
})
