import { execFileSync } from 'node:child_process'

/** Makes folders in a folder that lie deeper than a path can name. */
export function makeDeep(folder: string): void {
  const code = `const { mkdirSync } = require('fs'), name = 'n'.repeat(200)
    for (let depth = 0; depth < 40; depth++) { mkdirSync(name); process.chdir(name) }`
  execFileSync(process.execPath, ['-e', code], { cwd: folder })
}
