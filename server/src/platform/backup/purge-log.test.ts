import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { bytesOf, logFrom, makeManifest, putBackup } from '../../modules/backups/test/backup-scene.ts'
import { folderPlace } from './folder-place.ts'
import { neededLog, removeLine } from './purge-log.ts'

const folder = useFolder()
const idOf = (day: string) => `2026-11-${day}T02-41-00Z-aaaaaa`
const fileOf = (number: string) => `0000000100000000000000${number}`

test('of each line the oldest file is needed that any backup begins with, in whatever order they were taken', async () => {
  const place = folderPlace(join(folder, 'needed'))
  for (const [day, log] of [
    ['15', logFrom(fileOf('0A'), 'line-a')],
    ['16', logFrom(fileOf('05'), 'line-a')],
    ['17', logFrom(fileOf('07'), 'line-a')],
    ['18', logFrom(fileOf('01'), 'line-b')],
    ['19', logFrom(fileOf('00'), null)],
    ['20', null],
  ] as const)
    await putBackup(place, idOf(day), makeManifest(idOf(day), { log }))
  expect(await neededLog(place)).toEqual(
    new Map([
      ['line-a', fileOf('05')],
      ['line-b', fileOf('01')],
    ]),
  )
})

test('a line goes with its first and last file, what is there of each in part, and its state; others stay', async () => {
  const root = join(folder, 'lines')
  const place = folderPlace(root)
  const state = {
    ...{ first_file: fileOf('FE'), last_file: '000000010000000100000001', file_bytes: 16 * 1024 * 1024 },
    ...{ archived_until: '2026-11-19T00:00:00Z', encryption: null },
  }
  const files = [fileOf('FE'), fileOf('FF'), '000000010000000100000000', '000000010000000100000001']
  for (const line of ['line-a', 'line-b']) {
    for (const file of files) {
      await place.log.write(line, file, bytesOf(file))
      await place.log.write(line, `${file}-part`, bytesOf(file))
    }
    await place.log.write(line, 'state.json', bytesOf(state))
  }
  await removeLine(place, 'line-a')
  expect(await readdir(join(root, 'wal', 'line-a'))).toEqual([])
  expect(await readdir(join(root, 'wal', 'line-b'))).toHaveLength(9)
  await removeLine(place, 'line-a') // it may have been done already
})
