/** The SDK's package: how large it is, and how soon somebody with an empty folder has a first result. */
import { statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeProject } from '../sdk/test/package-project.ts'
import { endPostmaster, spawnNode } from '../server/processes/node-process.ts'

export async function sdk(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  const atrium = spawnNode({ settings: { DATA_DIR: dataDir } })
  const project = await makeProject()
  try {
    await atrium.waitReady()
    const guide = await readFile(new URL('../docs/sdk-and-cli.md', import.meta.url), 'utf8')
    const lines = /^```ts\n([\s\S]*?)^```/m.exec(guide)?.[1] ?? ''
    await writeFile(
      join(project.folder, 'first.mjs'),
      lines.replaceAll('http://127.0.0.1:8787', atrium.address),
    )
    Object.assign(project.env, { ATRIUM_TOKEN: atrium.token })
    await rm(join(project.folder, 'node_modules'), { recursive: true })

    const begin = performance.now()
    await project.install()
    const installed = performance.now()
    const { stdout } = await project.node('first.mjs')
    const done = performance.now()
    if (!stdout.startsWith('create')) throw new Error(`The first lines printed ${stdout}`)

    const packed = (await readdir(project.folder)).find((name) => name.endsWith('.tgz')) ?? ''
    console.log('\nsdk: an empty folder, the packed package, the first example of the guide')
    console.log(`  npm install, packages at hand      ${seconds(installed - begin)}`)
    console.log(`  a record created and heard of      ${seconds(done - installed)}`)
    console.log(
      `  the package, packed                ${Math.round(statSync(join(project.folder, packed)).size / 1000)} kB`,
    )
  } finally {
    await atrium.stop()
    await endPostmaster(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    await rm(project.folder, { recursive: true, force: true })
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
