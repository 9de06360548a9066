// The sources do not run outside of this repository, so they are not packed.
console.error('Pack the built package: npm run pack --workspace sdk')
process.exitCode = 1
