/** A function as a folder of this machine: its files, and function.json for what is no code. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import type { InputOf, Operations } from '@atrium/contract'
import { isRecord } from '../errors.ts'
import { UsageError } from './usage.ts'

type Deployment = InputOf<Operations['functions']['deploy']>['body']

export interface FunctionFolder extends Pick<Deployment, 'automations' | 'access'> {
  /** That of the folder. */
  name: string
  entry: string
  files: { path: string; content: string }[]
}

/** Says what is no code: `{entry, automations, access}`. */
export const SETTINGS_FILE = 'function.json'
const USUAL_ENTRIES = ['index.ts', 'main.ts', 'index.js', 'main.js']
const KNOWN_SETTINGS = ['entry', 'automations', 'access']

/** Whether a file of the folder belongs to the function: no packages, nothing hidden. */
export const belongs = (path: string) =>
  !path.split(/[\\/]/).some((name) => name.startsWith('.') || name === 'node_modules')

export async function readFunctionFolder(
  folder: string,
  chosenEntry: string | undefined,
): Promise<FunctionFolder> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new UsageError(`There is no folder ${folder}.`)
  const files = await readFiles(folder)
  const settings = readSettings(files.find(({ path }) => path === SETTINGS_FILE)?.content)
  const code = files.filter(({ path }) => path !== SETTINGS_FILE)
  const entry = chosenEntry ?? settings.entry ?? usualEntry(code, folder)
  if (!code.some(({ path }) => path === entry))
    throw new UsageError(`There is no file ${entry} in ${folder}.`)
  return { ...settings, name: basename(resolve(folder)), entry, files: code }
}

/** A function for each folder in this one, by name; none when it is not there. */
export async function readFunctionFolders(folder: string): Promise<FunctionFolder[]> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) return []
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => belongs(name))
  const stray = entries.find((entry) => !entry.isDirectory())
  if (stray)
    throw new UsageError(`${join(folder, stray.name)} is no folder; each function has one of its own.`)
  const names = entries.map(({ name }) => name).sort()
  return Promise.all(names.map((name) => readFunctionFolder(join(folder, name), undefined)))
}

async function readFiles(folder: string): Promise<FunctionFolder['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    // A link may lead out of the folder, and what is behind it was not meant.
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, sep).length))
    .filter(belongs)
    .sort()
  return Promise.all(
    paths.map(async (path) => ({
      path: path.replaceAll('\\', '/'),
      content: decoded(path, await readFile(join(folder, path))),
    })),
  )
}

function decoded(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UsageError(`${path} is no text; a function has files of text only.`)
  }
}

function readSettings(
  text: string | undefined,
): Partial<Pick<Deployment, 'entry' | 'automations' | 'access'>> {
  if (text === undefined) return {}
  let settings: unknown
  try {
    settings = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${SETTINGS_FILE} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (!isRecord(settings)) throw new UsageError(`${SETTINGS_FILE} must hold an object.`)
  const unknown = Object.keys(settings).find((name) => !KNOWN_SETTINGS.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`${SETTINGS_FILE} knows ${KNOWN_SETTINGS.join(', ')}, not "${unknown}".`)
  // What it holds is checked by the server, which names the place.
  return settings
}

function usualEntry(files: FunctionFolder['files'], folder: string): string {
  const entry = USUAL_ENTRIES.find((usual) => files.some(({ path }) => path === usual))
  if (entry === undefined)
    throw new UsageError(`${folder} has no ${USUAL_ENTRIES.join(', ')}; name the entry with --entry.`)
  return entry
}
