// The sources do not run outside of this repository, so `npm pack` here is refused. `npm run pack` calls this too, as
// the script before its own, and packs what it builds.
if (process.env.npm_command !== 'run' && process.env.npm_command !== 'run-script') {
  console.error('Pack the built package: npm run pack --workspace sdk')
  process.exitCode = 1
}
