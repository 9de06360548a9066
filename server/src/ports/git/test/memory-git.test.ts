/** Conformance of git in memory, so that tests on it show what they would show on git. */
import { gitConformance } from './conformance.ts'
import { gitScene } from './git-scene.ts'
import { memoryGit } from './memory-git.ts'

gitConformance(gitScene(memoryGit()))
