/**
 * The same workflow with DBOS Transact: two fields set, one post, every step stored. Copied to where that is installed,
 * and started with the database and the sink as arguments; prints its address when it listens.
 */
import { createServer } from 'node:http'
import { DBOS } from '@dbos-inc/dbos-sdk'

const [, , databaseUrl, sink] = process.argv

async function greet(input) {
  const first = await DBOS.runStep(async () => ({ ...input, total: input.price * input.count }), {
    name: 'total',
  })
  const second = await DBOS.runStep(async () => ({ ...first, text: `${input.name}: ${first.total}` }), {
    name: 'text',
  })
  await DBOS.runStep(
    async () => {
      const answer = await fetch(sink, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(second),
      })
      await answer.arrayBuffer()
    },
    { name: 'post' },
  )
}

const workflow = DBOS.registerWorkflow(greet, { name: 'greet' })
DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl, logLevel: 'error' })
await DBOS.launch()
const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const handle = await DBOS.startWorkflow(workflow)(JSON.parse(Buffer.concat(chunks).toString()))
  response.writeHead(202, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ run_id: handle.workflowID }))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
