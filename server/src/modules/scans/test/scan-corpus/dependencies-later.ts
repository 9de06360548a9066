/** Lock files with and without vulnerable packages, written after the rules were finished. */
import { berry, type LockCase, npm1, npm3, pnpm9, yarn1 } from './lock-files.ts'

const NPM = 'package-lock.json'
const PNPM = 'pnpm-lock.yaml'
const YARN = 'yarn.lock'

export const planted: LockCase[] = [
  { name: 'npm 3, before a release', path: NPM, text: npm3([['lodash', '4.17.21-rc.1']]), found: ['lodash'] },
  {
    name: 'npm 3, with build metadata',
    path: NPM,
    text: npm3([['lodash', '4.17.20+build.7']]),
    found: ['lodash'],
  },
  {
    name: 'npm 3, a range of versions before a release',
    path: NPM,
    text: npm3([['@babel/traverse', '8.0.0-alpha.2']]),
    found: ['@babel/traverse'],
  },
  {
    name: 'npm 3, of a workspace',
    path: 'apps/shop/package-lock.json',
    text: npm3([['a', '1.0.0']], {
      'packages/api': { name: 'api', version: '1.0.0', dependencies: { web: '*', ws: '^8.0.0' } },
      'packages/web': { name: 'web', version: '1.0.0', dependencies: { api: '*' } },
      'node_modules/api': { resolved: 'packages/api', link: true },
      'node_modules/web': { resolved: 'packages/web', link: true },
      'packages/api/node_modules/ws': { version: '8.2.0' },
    }),
    found: ['ws'],
  },
  {
    name: 'npm shrinkwrap, two at once',
    path: 'npm-shrinkwrap.json',
    text: npm3([
      ['lodash', '3.10.1', ['qs']],
      ['qs', '6.2.3'],
    ]),
    found: ['lodash', 'qs'],
  },
  {
    name: 'npm 1, alias',
    path: NPM,
    text: npm1([], { parse: { version: 'npm:json5@1.0.1' } }),
    found: ['json5'],
  },
  {
    name: 'npm 2, both forms',
    path: NPM,
    text: JSON.stringify({
      lockfileVersion: 2,
      packages: {
        '': { devDependencies: { 'evil-lib': '1' } },
        'node_modules/evil-lib': { version: '1.0.0', dev: true },
      },
      dependencies: { 'evil-lib': { version: '1.0.0', dev: true } },
    }),
    found: ['evil-lib'],
  },
  {
    name: 'pnpm 5, with peers',
    path: PNPM,
    text: `lockfileVersion: 5.4\n\nspecifiers:\n  next: ^13.0.0\n  react: ^18.0.0\n\ndependencies:\n  next: 13.4.1_react@18.2.0\n  react: 18.2.0\n\npackages:\n\n  /next/13.4.1_react@18.2.0:\n    resolution: {integrity: sha512-x==}\n    hasBin: true\n    peerDependencies:\n      react: ^18.2.0\n    dependencies:\n      react: 18.2.0\n    dev: false\n\n  /react/18.2.0:\n    resolution: {integrity: sha512-x==}\n    dev: false\n`,
    found: ['next'],
  },
  {
    name: 'pnpm 6, alias and scope',
    path: PNPM,
    text: `lockfileVersion: '6.1'\n\nsettings:\n  autoInstallPeers: true\n\nimporters:\n\n  .:\n    devDependencies:\n      walk:\n        specifier: npm:@babel/traverse@^7\n        version: /@babel/traverse@7.1.0\n\npackages:\n\n  /@babel/traverse@7.1.0:\n    resolution: {integrity: sha512-x==}\n    deprecated: |-\n      Use something: else\n      : really\n    dev: true\n`,
    found: ['@babel/traverse'],
  },
  {
    name: 'pnpm 9, with peers and windows lines',
    path: PNPM,
    text: pnpm9(
      [['a', '1.0.0']],
      '\n  node-fetch@2.6.6(encoding@0.1.13):\n    dependencies:\n      encoding: 0.1.13\n',
    ).replaceAll('\n', '\r\n'),
    found: ['node-fetch'],
  },
  {
    name: 'yarn 1, several ranges in one entry, and an alias',
    path: YARN,
    text: yarn1(
      [['a', '1.0.0']],
      '\n"lodash@>= 4.0.0 < 5", lodash@^4.17.4:\n  version "4.17.19"\n\n"fetch@npm:node-fetch@^3.0.0":\n  version "3.1.0"\n',
    ),
    found: ['lodash', 'node-fetch'],
  },
  {
    name: 'yarn 3, patched and with a name over a line',
    path: YARN,
    text: berry(
      [['a', '1.0.0']],
      '\n? "ws@npm:^8.0.0, ws@npm:^8.1.0, ws@npm:~8.5.0"\n:\n  version: 8.5.0\n  resolution: "ws@npm:8.5.0"\n  linkType: hard\n\n"json5@patch:json5@npm%3A1.0.1#~/fix.patch":\n  version: 1.0.1\n  resolution: "json5@patch:json5@npm%3A1.0.1#~/fix.patch::version=1.0.1&hash=ab"\n',
    ),
    found: ['json5', 'ws'],
  },
  {
    name: 'npm 3, the last affected version itself, dev and optional',
    path: NPM,
    text: npm3([['a', '1.0.0']], {
      'node_modules/ua-parser-js': { version: '0.8.0', dev: true, optional: true },
    }),
    found: ['ua-parser-js'],
  },
]

export const clean: LockCase[] = [
  {
    name: 'npm 3, before the first version of a range',
    path: NPM,
    text: npm3([['ws', '8.0.0-beta.1']]),
    found: [],
  },
  {
    name: 'npm 3, fixed before a release',
    path: NPM,
    text: npm3([['@babel/traverse', '8.0.0-alpha.4']]),
    found: [],
  },
  { name: 'npm 3, just after the last affected', path: NPM, text: npm3([['json5', '1.0.2']]), found: [] },
  {
    name: 'npm 3, from git',
    path: NPM,
    text: npm3([['a', '1.0.0']], {
      'node_modules/lodash': {
        version: '4.17.11',
        resolved: 'git+ssh://git@forge.example/us/lodash.git#0123456',
      },
    }),
    found: [],
  },
  {
    name: 'npm 3, from an address',
    path: NPM,
    text: JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { lodash: 'https://files.example/lodash-patched.tgz' } },
        'node_modules/lodash': { version: '4.17.11', resolved: 'https://files.example/lodash-patched.tgz' },
      },
    }),
    found: [],
  },
  {
    name: 'npm 3, overridden',
    path: NPM,
    text: npm3([
      ['express', '4.0.0', ['qs']],
      ['qs', '6.11.0'],
    ]),
    manifest: { dependencies: { express: '4' }, overrides: { qs: '6.11.0' } },
    found: [],
  },
  {
    name: 'npm 3, an alias by the name of a vulnerable one',
    path: NPM,
    text: npm3([['a', '1.0.0']], { 'node_modules/lodash': { name: 'lodash-es', version: '4.17.11' } }),
    found: [],
  },
  {
    name: 'npm 3, empty',
    path: NPM,
    text: JSON.stringify({ name: 'app', lockfileVersion: 3, requires: true, packages: {} }),
    found: [],
  },
  {
    name: 'pnpm 9, linked and from git',
    path: PNPM,
    text: pnpm9(
      [['a', '1.0.0']],
      '\n  lodash@https://forge.example/tar.gz/0123:\n    resolution: {tarball: https://forge.example/tar.gz/0123}\n    version: 4.17.11\n',
    ),
    found: [],
  },
  {
    name: 'pnpm 6, fixed',
    path: PNPM,
    text: `lockfileVersion: '6.0'\n\ndependencies:\n  ws:\n    specifier: ^8.0.0\n    version: 8.17.1\n\npackages:\n\n  /ws@8.17.1:\n    resolution: {integrity: sha512-x==}\n    dev: false\n`,
    found: [],
  },
  {
    name: 'yarn 1, from git',
    path: YARN,
    text: yarn1(
      [['a', '1.0.0']],
      '\n"lodash@git+https://forge.example/lodash.git":\n  version "4.17.11"\n  resolved "git+https://forge.example/lodash.git#0123"\n\n"ws@forge/ws#fixed":\n  version "8.1.0"\n',
    ),
    found: [],
  },
  {
    name: 'yarn 4, resolved to the fixed one, and a workspace',
    path: YARN,
    text: berry(
      [
        ['express', '4.0.0', ['qs']],
        ['qs', '6.9.7'],
      ],
      '\n"lodash@workspace:packages/lodash":\n  version: 0.0.0-use.local\n  resolution: "lodash@workspace:packages/lodash"\n  dependencies:\n    express: "npm:*"\n',
    ),
    found: [],
  },
  {
    name: 'yarn 4, linked',
    path: YARN,
    text: berry(
      [['a', '1.0.0']],
      '\n"minimist@link:./vendor/minimist::locator=app%40workspace%3A.":\n  version: 0.0.0-use.local\n  resolution: "minimist@link:./vendor/minimist::locator=app%40workspace%3A."\n',
    ),
    found: [],
  },
]
