import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** All `NNNN_name.sql` of the folder in their order; throws when a name or number is wrong. */
export async function readMigrations(folder: URL | string): Promise<Migration[]> {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).sort()
  const nameByNumber = new Map<string, string>()
  for (const name of names) {
    if (!FILE_NAME.test(name)) {
      throw new Error(
        `The migration ${name} must be named like 0007_index_of_names.sql: four digits, then small letters`,
      )
    }
    const number = name.slice(0, 4)
    const twin = nameByNumber.get(number)
    if (twin) throw new Error(`The migrations ${twin} and ${name} have the same number`)
    nameByNumber.set(number, name)
  }
  return Promise.all(names.map((name) => readMigration(path, name)))
}

const FILE_NAME = /^\d{4}_[a-z0-9][a-z0-9_-]*\.sql$/

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout may change the line ends; the migration stays the same.
  const text = (await readFile(join(folder, name), 'utf8')).replace(/\r\n?/g, '\n')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}
