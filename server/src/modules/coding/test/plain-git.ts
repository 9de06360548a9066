import { execFile } from 'node:child_process'

/** git as somebody runs it at home: with nothing that is set on this machine. */
export function plainGit(home: string) {
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  }
  return (cwd: string, ...args: string[]) =>
    new Promise<string>((resolve, reject) => {
      execFile('git', args, { cwd, env }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout.trim()),
      )
    })
}
