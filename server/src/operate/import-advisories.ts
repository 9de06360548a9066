import { importOsv } from '../ports/advisories/import-osv.ts'
import { type Command, OperatorError, writeResult } from './command.ts'

/** More would hide the end of the list. */
const SHOWN_FAULTS = 20

export const importAdvisoriesCommand: Command = {
  words: ['advisories', 'import'],
  usage: 'FILE|FOLDER',
  summary:
    'Brings in what is known to be wrong with npm packages, from OSV records: a JSON file, JSON lines or a folder of JSON files. Newer replace older ones. Scans use them with ADVISORY_SOURCE=osv-file.',
  options: {},
  prepare(flags, operator) {
    const path = flags.word('FILE or FOLDER')
    return async ({ db, now, log }) => {
      let faults = 0
      const onFault = (place: string, fault: string) => {
        if (++faults <= SHOWN_FAULTS) log.warn({}, `${place}: ${fault}.`)
      }
      const counts = await importOsv({ db, path, now, onFault })
      writeResult(operator, { ...counts })
      if (counts.records === counts.unusable) {
        throw new OperatorError(`${path} holds no OSV records that can be used.`)
      }
    }
  },
}
