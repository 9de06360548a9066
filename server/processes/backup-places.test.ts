/** Backups where operators have their own: a PostgreSQL with `pg_dump`, an S3-compatible server, a disk that is full. */
import { readdir, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { S3_ACCOUNT, startS3Server } from '../src/ports/file-storage/test/s3-server.ts'
import { clientOf } from './node-process.ts'
import { findPostgres, startPostgres } from './own-postgres.ts'
import { runCommand } from './run-command.ts'
import { canMount, fill, smallDisk } from './small-disk.ts'
import { startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

/** Several starts of a server, one after the other: on busy cores each takes many seconds. */
const LONG = { timeout: 400_000 }
const SECRET_KEY = 'a key that only tests use'
const programs = await findPostgres()

describe.skipIf(programs === null)('with a PostgreSQL of the operator', () => {
  test('backups are dumped to a bucket by themselves, few stay, and one comes back', LONG, async () => {
    vi.stubEnv('PATH', `${programs}${delimiter}${process.env.PATH}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const root = await testDataDir()
    const createDatabase = await startPostgres(programs ?? '')
    const bucket = await startS3Server()
    onTestFinished(() => bucket.close())
    const settings = {
      SECRET_KEY,
      DATABASE_URL: await createDatabase('first'),
      DATA_DIR: join(root, 'data'),
      BACKUP_S3_ENDPOINT: bucket.endpoint,
      BACKUP_S3_BUCKET: S3_ACCOUNT.bucket,
      BACKUP_S3_REGION: S3_ACCOUNT.region,
      BACKUP_S3_ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
      BACKUP_KEY: 'a passphrase for tests',
      BACKUP_KEEP: '2',
    }
    const node = await startTestNode({ settings })
    const client = clientOf(node, node.token ?? '')
    await client.folders.create({ name: 'before', scope: 'workspace' })
    // The clock starts this job; nobody waits for the night here.
    const scheduled = async () => {
      await sql(settings.DATABASE_URL, `insert into pgboss.job (name, data) values ('backups.run', $1)`, {
        payload: {},
        attempt: 1,
      })
    }
    const whole = async () =>
      (await client.backups.list()).items.filter(({ status }) => status === 'completed').map(({ id }) => id)
    const taken: string[] = []
    for (const count of [1, 2]) {
      await scheduled()
      const [id = ''] = await until('a backup', async () => (await whole()).length === count && whole())
      taken.push(id)
    }
    expect((await runCommand(settings, 'backup', 'verify')).result()).toMatchObject({
      id: taken[1],
      result: 'passed',
    })
    await client.folders.create({ name: 'after', scope: 'workspace' })
    await scheduled()
    await until('the first to be gone', async () => {
      const ids = await whole()
      return ids.length === 2 && !ids.includes(taken[0] ?? '')
    })
    const inBucket = [...new Set([...bucket.objects.keys()].map((key) => key.split('/')[1]))]
    expect(inBucket.toSorted()).toEqual([...(await whole()), 'index'].toSorted())
    expect([...bucket.objects.values()].some(({ bytes }) => bytes.includes('PGDMP'))).toBe(false)

    const onto = { ...settings, DATABASE_URL: await createDatabase('second'), DATA_DIR: join(root, 'second') }
    const used = await runCommand({ ...onto, DATABASE_URL: settings.DATABASE_URL }, 'restore')
    expect(used).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use already') })
    const early = await runCommand(onto, 'restore', '--until', new Date().toISOString())
    expect(early.code).toBe(1)
    expect(await runCommand(onto, 'restore', '--id', taken[1] ?? '')).toMatchObject({ code: 0 })
    const back = await startTestNode({ settings: onto })
    const { folders } = await clientOf(back, node.token ?? '').folders.tree()
    expect(folders.map(({ name }) => name)).toEqual(['before'])
    await back.stop()
    await node.stop()
  })
})

describe.skipIf(!canMount())('on a disk that is full', () => {
  test('no backup is left, the server goes on, and the next one is whole', LONG, async () => {
    const disk = smallDisk(256)
    const DATA_DIR = await testDataDir()
    const settings = { SECRET_KEY, DATA_DIR, BACKUP_DIR: join(disk, 'place'), BACKUP_LOG_SECONDS: '0' }
    const node = await startTestNode({ settings })
    const client = clientOf(node, node.token ?? '')
    fill(disk, 8 * 1024 * 1024)
    const failed = await runCommand(settings, 'backup')
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('no space left on device') })
    expect(await readdir(settings.BACKUP_DIR)).toEqual([])
    expect((await client.backups.list()).items).toMatchObject([{ status: 'failed' }])
    await client.folders.create({ name: 'went on', scope: 'workspace' })

    await rm(join(disk, 'filler'))
    const taken = await runCommand(settings, 'backup')
    expect(taken).toMatchObject({ code: 0 })
    expect(await readdir(settings.BACKUP_DIR)).toEqual([taken.result().id])
    await node.stop()
  })
})

async function sql(url: string, text: string, ...values: unknown[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}
