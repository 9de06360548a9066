import { createApp } from '../src/app.ts'
import { testConfig } from './config.ts'
import { onServer } from './postgres.ts'

const TEMPLATE = 'atrium_template'

/** Starts an Atrium once on an empty database, so that clones have every table there is. */
export async function makeTemplate(address: string): Promise<void> {
  await onServer(address, `create database ${TEMPLATE}`)
  const app = await createApp(testConfig({ database_url: addressOf(address, TEMPLATE) }))
  await app.stop()
  // A clone belongs to the key of the first who starts on it.
  await onServer(addressOf(address, TEMPLATE), 'delete from secret_check')
}

export interface Clone {
  /** By which it can be a template itself, while nobody is connected. */
  name: string
  url: string
  drop(): Promise<void>
}

/** A fresh database with every table there is, or with what another template has; gone again after `drop`. */
export async function cloneTemplate(template = TEMPLATE): Promise<Clone> {
  const address = process.env.TEST_DATABASE_URL
  if (!address) throw new Error('no test database: the run was started without the global set-up')
  const name = `clone_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(address, `create database ${name} template ${template} strategy file_copy`)
  return {
    name,
    url: addressOf(address, name),
    drop: () => onServer(address, `drop database ${name} with (force)`),
  }
}

function addressOf(address: string, database: string): string {
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}
