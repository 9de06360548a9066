/** Lock files with and without vulnerable packages, written with the rules. */
import { berry, type LockCase, npm1, npm3, pnpm9, yarn1 } from './lock-files.ts'

const NPM = 'package-lock.json'
const PNPM = 'pnpm-lock.yaml'
const YARN = 'yarn.lock'

export const planted: LockCase[] = [
  { name: 'npm 3, direct', path: NPM, text: npm3([['lodash', '4.17.20']]), found: ['lodash'] },
  {
    name: 'npm 3, brought in',
    path: NPM,
    text: npm3([
      ['express', '4.0.0', ['qs']],
      ['qs', '6.9.6'],
    ]),
    found: ['qs'],
  },
  {
    name: 'npm 3, an older one nested',
    path: NPM,
    text: npm3(
      [
        ['minimist', '1.2.8'],
        ['mkdirp', '0.5.1', ['minimist']],
      ],
      {
        'node_modules/mkdirp/node_modules/minimist': { version: '0.0.8' },
      },
    ),
    found: ['minimist'],
  },
  {
    name: 'npm 3, alias',
    path: NPM,
    text: npm3([['express', '4.0.0']], { 'node_modules/old-lodash': { name: 'lodash', version: '4.17.11' } }),
    found: ['lodash'],
  },
  { name: 'npm 1, direct', path: NPM, text: npm1([['node-fetch', '2.6.1']]), found: ['node-fetch'] },
  {
    name: 'npm 1, nested and dev',
    path: NPM,
    text: npm1([['tool', '1.0.0', ['json5']]], {
      tool: {
        version: '1.0.0',
        dev: true,
        requires: { json5: '^1.0.0' },
        dependencies: { json5: { version: '1.0.1', dev: true } },
      },
    }),
    found: ['json5'],
  },
  { name: 'pnpm 9, direct', path: PNPM, text: pnpm9([['lodash', '4.17.15']]), found: ['lodash'] },
  {
    name: 'pnpm 9, scope',
    path: PNPM,
    text: pnpm9([
      ['@babel/core', '7.0.0', ['@babel/traverse']],
      ['@babel/traverse', '7.20.0'],
    ]),
    found: ['@babel/traverse'],
  },
  {
    name: 'pnpm 6',
    path: PNPM,
    text: `lockfileVersion: '6.0'\n\ndependencies:\n  ws:\n    specifier: ^8.0.0\n    version: 8.16.0\n\npackages:\n\n  /ws@8.16.0:\n    resolution: {integrity: sha512-x==}\n    engines: {node: '>=10.0.0'}\n    dev: false\n`,
    found: ['ws'],
  },
  { name: 'yarn 1, direct', path: YARN, text: yarn1([['minimist', '1.2.5']]), found: ['minimist'] },
  {
    name: 'yarn 1, scope brought in',
    path: YARN,
    text: yarn1([
      ['a', '1.0.0', ['@babel/traverse']],
      ['@babel/traverse', '7.23.1'],
    ]),
    found: ['@babel/traverse'],
  },
  { name: 'yarn 4', path: YARN, text: berry([['next', '13.4.0']]), found: ['next'] },
  {
    name: 'yarn 4, brought in',
    path: YARN,
    text: berry([
      ['event-stream', '3.3.6', ['flatmap-stream']],
      ['flatmap-stream', '0.1.1'],
    ]),
    found: ['flatmap-stream'],
  },
]

export const clean: LockCase[] = [
  { name: 'npm 3, fixed', path: NPM, text: npm3([['lodash', '4.17.21']]), found: [] },
  { name: 'npm 3, before it was introduced', path: NPM, text: npm3([['ws', '7.5.10']]), found: [] },
  { name: 'npm 3, between two ranges', path: NPM, text: npm3([['qs', '6.7.3']]), found: [] },
  { name: 'npm 3, withdrawn', path: NPM, text: npm3([['left-pad', '1.3.0']]), found: [] },
  { name: 'npm 3, of another ecosystem', path: NPM, text: npm3([['requests', '0.3.0']]), found: [] },
  {
    name: 'npm 3, a workspace by that name',
    path: NPM,
    text: npm3([['a', '1.0.0']], {
      'packages/lodash': { name: 'lodash', version: '1.0.0' },
      'node_modules/lodash': { resolved: 'packages/lodash', link: true },
    }),
    found: [],
  },
  { name: 'npm 1, fixed', path: NPM, text: npm1([['node-fetch', '2.6.7']]), found: [] },
  {
    name: 'npm 1, from git',
    path: NPM,
    text: npm1([], {
      lodash: { version: 'git+ssh://git@forge.example/lodash.git#4.17.11', from: 'lodash@forge/lodash' },
    }),
    found: [],
  },
  {
    name: 'pnpm 9, other versions of malware',
    path: PNPM,
    text: pnpm9([['ua-parser-js', '0.7.30']]),
    found: [],
  },
  {
    name: 'pnpm 9, a name that begins alike',
    path: PNPM,
    text: pnpm9([['lodash-es', '4.17.20']]),
    found: [],
  },
  { name: 'yarn 1, fixed', path: YARN, text: yarn1([['minimist', '1.2.6']]), found: [] },
  { name: 'yarn 4, fixed', path: YARN, text: berry([['next', '13.5.9']]), found: [] },
  {
    name: 'yarn 4, alias by the name of another',
    path: YARN,
    text: berry(
      [['a', '1.0.0']],
      '"lodash@npm:lodash-fixed@^4.0.0":\n  version: 4.17.11\n  resolution: "lodash-fixed@npm:4.17.11"\n',
    ),
    found: [],
  },
]
