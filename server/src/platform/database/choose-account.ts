/**
 * The account PostgreSQL runs under. PostgreSQL refuses root, but Atrium may be started as root: then it gets
 * a user namespace in which root looks like `nobody`; where that is refused it really becomes another account.
 */
import { chmod, cp, lchown, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresBinaries, program, USE_YOUR_OWN } from './postgres-binaries.ts'
import { type Account, type Owner, runAs } from './run-as.ts'

/** Finds an account under which the binaries run and the data folder can be reached, and hands the data over. */
export async function chooseAccount(options: {
  dataDir: string
  cluster: string
  binaries: PostgresBinaries
}): Promise<{ account: Account; binaries: PostgresBinaries }> {
  const { dataDir, cluster, binaries } = options
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const clusterOwner = await ownerOf(cluster)
  if (self.uid !== 0) {
    if (clusterOwner && clusterOwner.uid !== self.uid) {
      throw new Error(
        `The database in ${cluster} belongs to another account (uid ${clusterOwner.uid}). ` +
          'Run Atrium as that account, hand the data folder over with chown -R, or set DATA_DIR to another folder.',
      )
    }
    return { account: { owner: self, prefix: [], switchTo: {} }, binaries }
  }

  const refusals: string[] = []
  const works = async (account: Account, from: PostgresBinaries) => {
    const refusal = await tryAccount(account, from, dataDir)
    if (refusal !== null) refusals.push(refusal)
    return refusal === null
  }

  // Data of another account stays its own, so that the account can go on without root later.
  if (!clusterOwner || clusterOwner.uid === 0) {
    const namespace: Account = { owner: self, prefix: NAMESPACE, switchTo: {} }
    if (await works(namespace, binaries)) return { account: namespace, binaries }
  }

  const other = clusterOwner && clusterOwner.uid !== 0 ? clusterOwner : NOBODY
  const plain: Account = { owner: other, prefix: [], switchTo: other }
  const reaching: Account = { owner: other, prefix: keepingFileAccess(other), switchTo: {} }
  await letOthersPass(dataDir)
  if (await works(plain, binaries)) return handedOver(plain, binaries, cluster)
  const copy = copiedBinaries(dataDir, binaries)
  if (await canPass(plain, dataDir)) {
    await copyBinaries(binaries, copy, other)
    if (await works(plain, copy)) return handedOver(plain, copy, cluster)
  }
  if (await works(reaching, binaries)) return handedOver(reaching, binaries, cluster)

  throw new Error(
    `PostgreSQL does not run as root, and running it as another account failed: ${refusals.join('; ')}. ` +
      `Run Atrium as an ordinary user, or ${USE_YOUR_OWN}.`,
  )
}

const NOBODY: Owner = { uid: 65534, gid: 65534 }
const NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']

/** For a data folder below one that only root may enter, as /root is: an account that may pass. */
function keepingFileAccess({ uid, gid }: Owner): string[] {
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return ['setpriv', ...ids, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--']
}

async function ownerOf(path: string): Promise<Owner | null> {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch {
    return null // not made yet; if it is unreachable, the next step says so
  }
}

/** Null when it works, otherwise why not. */
async function tryAccount(
  account: Account,
  binaries: PostgresBinaries,
  dataDir: string,
): Promise<string | null> {
  const script = 'cd "$1" && exec "$2" --version'
  try {
    await runAs(account, '/bin/sh', ['-c', script, 'sh', dataDir, program(binaries, 'postgres')])
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Others may pass through the data folder, not list it; what is secret in it has its own mode. */
async function letOthersPass(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir)
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o001)
}

async function canPass(account: Account, dataDir: string): Promise<boolean> {
  try {
    await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir])
    return true
  } catch {
    return false
  }
}

function copiedBinaries(dataDir: string, { version }: PostgresBinaries): PostgresBinaries {
  return { folder: join(dataDir, `postgres-binaries-${version}`), version }
}

async function copyBinaries(from: PostgresBinaries, to: PostgresBinaries, owner: Owner): Promise<void> {
  if (await ownerOf(to.folder)) return
  const draft = `${to.folder}.new`
  await rm(draft, { recursive: true, force: true })
  await cp(from.folder, draft, { recursive: true, verbatimSymlinks: true })
  await handOver(draft, owner)
  await rename(draft, to.folder)
}

async function handedOver(account: Account, binaries: PostgresBinaries, cluster: string) {
  if (await ownerOf(cluster)) await handOver(cluster, account.owner)
  return { account, binaries }
}

/** The folder itself comes last: its owner tells whether all of it was handed over. */
async function handOver(folder: string, { uid, gid }: Owner): Promise<void> {
  if ((await stat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await lchown(folder, uid, gid)
}
