/** Commands that are more than one operation of the contract. */
import { CALL_FLAGS, callService } from './call-service.ts'
import { CONNECT_FLAGS, connectService } from './connect-service.ts'
import { DEPLOY_FLAGS, deploy } from './deploy.ts'
import { DEPLOY_FUNCTION_FLAGS, deployFunction } from './deploy-function.ts'
import { LISTEN_FLAGS, listen } from './listen.ts'
import type { OwnCommand } from './own-command.ts'
import { CODE_FLAGS, runSession } from './run-session.ts'
import { RUN_TESTS_FLAGS, runTests } from './run-tests.ts'
import { RUN_FLAGS, runWorkflow } from './run-workflow.ts'
import { SCAN_FLAGS, scanApp } from './scan-app.ts'
import { SERVE_FLAGS, serveFunction } from './serve-function.ts'
import { SECRET_FLAGS, setSecret } from './set-secret.ts'
import { LOGS_FLAGS, showLogs } from './show-logs.ts'
import { listTests, showReport } from './show-tests.ts'
import { UsageError } from './usage.ts'
import { watch } from './watch.ts'
import { TYPES_FLAGS, writeTypes } from './write-types.ts'

export const ownCommands: readonly OwnCommand[] = [
  {
    words: ['types'],
    params: [],
    summary: 'Write TypeScript types of an app’s entities',
    about: [
      'Reads the schemas of an app and writes three types for each entity, and Entities for',
      'createClient<Entities>({ app_id, … }). Run it again when a schema has changed.',
    ],
    flags: TYPES_FLAGS,
    run: writeTypes,
  },
  {
    words: ['deploy'],
    params: ['folder'],
    summary: 'Publish a folder of built files as the site of an app, with its functions',
    about: [
      'Sends the files of the folder and switches visitors to them at once. Hidden files stay back, except',
      '.well-known; links are refused. Each folder in its folder functions is first deployed as a backend function,',
      'and no part of the site. Shows the address of the site when it is live.',
    ],
    flags: DEPLOY_FLAGS,
    run: deploy,
  },
  {
    words: ['records', 'watch'],
    params: ['app_id', 'entity_name'],
    summary: 'Show the changes of records as they happen',
    about: [
      'Writes a JSON line for each change that you may see, until it is interrupted. After a lost connection it',
      'goes on by itself; what happened in the meantime is not shown.',
    ],
    flags: [],
    run: watch,
  },
  {
    words: ['webhooks', 'listen'],
    params: [],
    summary: 'Receive what a webhook is sent on this machine, and show it',
    about: [
      'Receives what a webhook is sent on this machine, and shows a line for each delivery: when it came, its',
      'event and ids, and whether its signature is right. Writes JSON lines into a pipe.',
    ],
    flags: LISTEN_FLAGS,
    run: listen,
  },
  {
    words: ['functions', 'deploy'],
    params: ['folder'],
    summary: 'Deploy a folder as a backend function; nothing happens when it is like this already',
    about: [
      'Sends the files of a folder, without node_modules and what is hidden, as one function. function.json in it',
      'may hold {"entry", "automations", "access"}. What keeps it from being built is shown by file and line.',
    ],
    flags: DEPLOY_FUNCTION_FLAGS,
    run: deployFunction,
  },
  {
    words: ['functions', 'serve'],
    params: ['folder'],
    summary: 'Run a folder as a backend function on this machine, where Atrium is installed',
    about: [
      'Runs the function in a folder on this machine as the server would: in Deno, with the same limits and the same',
      'guard for what it calls. It is built again when a file changes; what it writes to its console is shown. With',
      '--app it reaches the API of that app, with your own credential. It needs the code of the server.',
    ],
    flags: SERVE_FLAGS,
    run: serveFunction,
  },
  {
    words: ['logs'],
    params: ['name'],
    summary: 'Show what a backend function wrote, and follow it',
    about: [
      'Shows the newest 100 lines, or with --since all from that moment on: time, level, message. Writes JSON lines',
      'into a pipe.',
    ],
    flags: LOGS_FLAGS,
    run: showLogs,
  },
  {
    words: ['workflows', 'run'],
    params: ['app_id', 'workflow_id'],
    summary:
      'Start a run now, also of an inactive workflow, or replay an earlier one; --follow shows its steps',
    about: [
      'Starts a run and shows its id. With --follow it goes on until the run has ended, and shows each step once when',
      'it is done: status, attempt, duration, id, what went wrong. The exit code is 0 when the run completed, 1 when it',
      'failed or was cancelled. Interrupting ends the watching, not the run. Writes JSON lines into a pipe: {"step": …}',
      'for each step and {"run": …} at the end.',
    ],
    flags: RUN_FLAGS,
    run: runWorkflow,
  },
  {
    words: ['scan'],
    params: ['app_id'],
    summary: 'Scan an app for security problems, and list them by severity',
    about: [
      'Runs a scan, or joins the one that runs, and follows it. Nothing is scanned when the app has not changed since.',
      'Ignored findings are left out, and secrets are masked. The exit code is 0 when nothing is open at --fail-on or',
      'above, 1 when something is, 2 when the scan or a call failed. Writes JSON into a pipe.',
    ],
    flags: SCAN_FLAGS,
    run: scanApp,
  },
  {
    words: ['tests', 'run'],
    params: ['app_id'],
    rest: 'flow_id',
    summary: 'Run automated tests of an app; --wait shows how they go and what came out',
    about: [
      'Starts the tests that are named, or --all. With --wait it goes on until they have ended, with their progress on',
      'standard error; a test that has a run going is waited for first. The exit code is 0 when all passed, 1 when one',
      'failed, 2 when one could not be run. --junit writes a report that CI systems read. Writes JSON into a pipe.',
    ],
    flags: RUN_TESTS_FLAGS,
    run: runTests,
  },
  {
    words: ['tests', 'list'],
    params: ['app_id'],
    summary: 'List the automated tests of an app with how they ended last',
    about: ['Writes JSON into a pipe.'],
    flags: [],
    run: listTests,
  },
  {
    words: ['tests', 'report'],
    params: ['app_id', 'execution_id'],
    summary: 'Show what a run of a test came to; of a test, what its latest run did',
    about: [
      'Shows the verdict, what happened, the steps and the first sign of trouble. Takes the id of a run, or that of a',
      'test. Writes JSON into a pipe.',
    ],
    flags: [],
    run: showReport,
  },
  {
    words: ['code'],
    params: ['prompt'],
    summary: 'Launch a coding session that opens a pull request; --follow shows what it does',
    about: [
      'Works on the repository that the app is connected to. With --follow it goes on until the session has ended: each',
      'step is shown, questions are asked here, and an interrupt offers to cancel it. --yes approves what it wants',
      'approved. --session says something to a session that is there, also to one that has ended. The exit code is 0',
      'when it completed, else 1. Writes JSON lines into a pipe: {"event": …} and at the end {"session": …}.',
    ],
    flags: CODE_FLAGS,
    run: runSession,
  },
  {
    words: ['connectors', 'connect'],
    params: ['app_id', 'integration_type'],
    summary: 'Connect an app to a service, and wait until it is approved',
    about: [
      'Shows the address where you approve, and waits for up to five minutes. API keys are tried at once. atrium',
      'connectors fields shows what a connector asks for; what is secret is never part of the command line. The exit',
      'code is 0 when the connection is active.',
    ],
    flags: CONNECT_FLAGS,
    run: connectService,
  },
  {
    words: ['connectors', 'call'],
    params: ['app_id', 'integration_type', 'method', 'path'],
    summary: 'Call the API of a connected service; the credential is added on the way',
    about: [
      'The path begins with / and may have a query. Shows what the service said; JSON with status and headers in a',
      'pipe. The exit code is 0 when the service answered 2xx, else 1.',
    ],
    flags: CALL_FLAGS,
    run: callService,
  },
  {
    words: ['secrets', 'set'],
    params: ['name'],
    summary: 'Set a secret that the functions of an app see',
    about: [
      'Asks for the value without showing it, or reads it from a pipe; it is never part of the command line.',
    ],
    flags: SECRET_FLAGS,
    run: setSecret,
  },
]

export function findOwnCommand(words: readonly string[]): OwnCommand | undefined {
  return ownCommands.find((each) => each.words.every((word, i) => words[i] === word))
}

type Worded = Pick<OwnCommand, 'words' | 'params' | 'rest'>

export function usageOfOwn({ words, params, rest }: Worded): string {
  const more = rest === undefined ? [] : [`[<${rest}> …]`]
  return [...words, ...params.map((param) => `<${param}>`), ...more].join(' ')
}

/** The words behind the command's own: as many as it has params. */
export function paramsOfOwn(command: Worded, words: readonly string[]): readonly string[] {
  const given = words.slice(command.words.length)
  const missing = command.params.find((_, i) => !given[i])
  if (missing) throw new UsageError(`<${missing}> is missing. Usage: atrium ${usageOfOwn(command)}`)
  const extra = given[command.params.length]
  if (extra !== undefined && command.rest === undefined)
    throw new UsageError(`"${extra}" is too much. Usage: atrium ${usageOfOwn(command)}`)
  return given
}
