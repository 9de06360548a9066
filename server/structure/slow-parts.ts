/** Slow parts of the test run, each with its tests and the folders whose changes ask for it. */
interface SlowPart {
  name: string
  /** Beginnings of paths. */
  changes: readonly string[]
  tests: RegExp
}

const module = (...names: string[]) => names.map((name) => `server/src/modules/${name}/`)
const port = (...names: string[]) => names.map((name) => `server/src/ports/${name}/`)
const platform = (...names: string[]) => names.map((name) => `server/src/platform/${name}`)
const pages = (...names: string[]) => names.map((name) => `console/src/pages/${name}/`)

const STARTS = ['app.ts', 'deps.ts', 'run.ts', 'main.ts', 'first-start.ts', 'settings/', 'wiring/'].map(
  (name) => `server/src/${name}`,
)
/** What every engine stands on: a change here asks for the kills of all of them. */
const ENGINES = [...STARTS, ...platform('database/', 'jobs/', 'hold-lease.ts', 'running-work.ts')]

export const SLOW_PARTS: readonly SlowPart[] = [
  {
    name: 'git and coding sessions',
    changes: [...module('coding', 'source'), ...port('git', 'git-forge', 'source-storage'), ...ENGINES],
    tests:
      /modules\/coding\/.*\.slow\.|ports\/(git|git-forge|source-storage)\/|processes\/(coding|source)-|e2e\/(coding|source)/,
  },
  {
    name: 'functions and commands',
    changes: [
      ...module('functions', 'scans', 'integrations'),
      ...port('function-runtime', 'commands'),
      ...platform('threads/', 'bubblewrap.ts', 'system-calls.ts', 'inherited-files.ts', 'files/'),
      'server/src/warn-of-missing.ts',
    ],
    tests:
      /ports\/(function-runtime|commands)\/|(fit-apart|s3-files|scan-app|scan-process|start-process|remove-folder|warn-of-missing)\.slow|processes\/(function|serve-function|commands)/,
  },
  {
    name: 'browsers and automated tests',
    changes: [
      ...module('browser-tests'),
      ...port('browser'),
      'server/src/demo/',
      ...pages('tests', 'test-runs'),
    ],
    tests:
      /ports\/browser\/|modules\/browser-tests\/|demo\/tests|processes\/(browser|recorder|test-run)|e2e\/tests/,
  },
  {
    name: 'webhooks and their kills',
    changes: [...module('webhooks'), ...port('outbound-http'), ...ENGINES],
    tests: /processes\/(webhook|chaos)|outbound-http\/soak/,
  },
  {
    name: 'workflows and their kills',
    changes: [...module('workflows'), ...platform('scripts/'), ...ENGINES],
    tests: /processes\/(workflow|kill-alone)|scripts\/escapes/,
  },
  {
    name: 'connectors and their kills',
    changes: [...module('connectors'), ...port('connector-auth')],
    tests: /processes\/refresh-/,
  },
  {
    name: 'advertising and its kills',
    changes: [...module('ads'), ...port('ad-platform')],
    tests: /modules\/ads\/.*\.slow\.|processes\/launch-/,
  },
  {
    name: 'records and their random operations',
    changes: [...module('entities'), 'server/src/tenancy/access/', ...platform('realtime/', 'patterns')],
    tests: /modules\/entities\/.*\.slow\.|processes\/realtime/,
  },
  {
    name: 'analytics and sites under kills',
    changes: [...module('analytics', 'hosting'), ...port('file-storage')],
    tests: /processes\/(analytics|site)-|s3-files\.slow/,
  },
  {
    name: 'backups, restarts and several nodes',
    changes: [...module('backups'), ...platform('backup/', 'archive/', 'idempotency/'), ...ENGINES],
    tests:
      /processes\/(backup|database|embedded|full-disk|idempotency|node-end|operator|shared-database|nginx)|(database|jobs)\/[\w-]*\.slow\./,
  },
  {
    name: 'releases and the command line',
    changes: ['scripts/', 'sdk/', 'Dockerfile', 'compose.yaml', 'server/src/operate', ...STARTS],
    tests: /processes\/(release|npm-start|operator)|sdk\/.*\.slow\.|src\/(main|operate)\.slow\./,
  },
  {
    name: 'members of large workspaces',
    changes: ['server/src/tenancy/members/'],
    tests: /tenancy\/members\/.*\.slow\./,
  },
  {
    name: 'hostile requests to every operation',
    changes: ['contract/src/', ...platform('http/')],
    tests: /server\/test\/.*\.slow\./,
  },
  {
    name: 'looks of all pages and dialogs',
    changes: ['console/'],
    tests: /e2e\/every-page/,
  },
  {
    name: 'walks through the console',
    changes: ['console/', 'sdk/src/'],
    tests: /^console\/e2e\//,
  },
]
