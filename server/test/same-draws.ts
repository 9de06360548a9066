/** Before every test file: property tests draw from the seed of the run. */
import fc from 'fast-check'
import { SEED } from './random-runs.ts'

fc.configureGlobal({ seed: SEED })
