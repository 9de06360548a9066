/** A plain file server, which sites are held against: the library with which the console is served, on a folder. */
import files from '@fastify/static'
import { fastify } from 'fastify'

const server = fastify()
await server.register(files, { root: process.argv[2] ?? '', preCompressed: true })
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
