/** Runs in a process of its own: looks at one file after the other, with the rules that entities are judged by. */
import { createScanTasks } from '../modules/scans/scanner/scan-tasks.ts'
import { serveTasks } from '../modules/scans/scanner/serve-tasks.ts'
import { scanRuleEngine } from './scan-rule-engine.ts'

serveTasks(createScanTasks(scanRuleEngine))
