/** A service on loopback that takes as long as it is asked to. */
import { createServer } from 'node:http'

const orders = Array.from({ length: 20 }, (_, id) => ({
  id,
  name: `Order ${id}`,
  total: id * 10,
  open: true,
}))
const answer = JSON.stringify({ orders })

const server = createServer((request, response) => {
  const ms = Number(new URL(request.url ?? '', 'http://service').searchParams.get('ms'))
  const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  if (ms > 0) setTimeout(send, ms)
  else send()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
})
