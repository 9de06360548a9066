import { readLine } from './archive-log.ts'
import { logFiles } from './log-files.ts'
import { readManifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'

/** The oldest file of the log that a backup needs, by line. */
export async function neededLog(place: BackupPlace): Promise<Map<string, string>> {
  const needed = new Map<string, string>()
  for (const id of await place.list()) {
    const log = (await readManifest(place, id))?.manifest.log
    if (!log?.line) continue
    const known = needed.get(log.line)
    if (known === undefined || log.first_file < known) needed.set(log.line, log.first_file)
  }
  return needed
}

/** Removes a line that no backup needs any more. */
export async function removeLine(place: BackupPlace, name: string): Promise<void> {
  const line = await readLine(place, name, null)
  if (line === null) return
  const { first_file, last_file, file_bytes } = line.state
  for (const file of logFiles(first_file, last_file, file_bytes)) {
    await place.log.remove(name, file)
    await place.log.remove(name, `${file}-part`)
  }
  await place.log.remove(name, 'state.json')
}
