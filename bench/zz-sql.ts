import pg from 'pg'
import { readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
const N=Number(process.argv[2]??300), ROUNDS=Number(process.argv[3]??60)
const src=readFileSync('/work/main/server/src/modules/analytics/event-store.ts','utf8')
const m=/`with given as[\s\S]*?`,\n\)/.exec(src)![0].slice(1).replace(/`,\n\)$/,'').replace(/\$\{column\((\d+)(?:, '(\w+)')?\)\}/g,(_,i,t)=>`string_to_array($${i}, e'\\x1f', '')::${t??'text'}[]`).replace('${600_000}','600000').replaceAll('\\\\x1f','\\x1f')
const opt=m.replace(`where mark is not null order by mark
     on conflict do nothing returning id`,`where mark is not null`).replace(/kept as materialized \([\s\S]*?\n   \), /,'').replaceAll('from kept','from given').replace(/select place::integer from given[\s\S]*$/,'select 1 where false')
const opts=opt.replace('where mark is not null\n','where mark is not null order by mark\n')
if(opt===m||opts===opt)throw 1
const variants:Record<string,string>={base:m,opt,opts,nomark:m}
const conn={host:'/tmp/b6/an/data/run',port:5432,user:'atrium',database:'atrium'}
const clients=new Map<string,{c:pg.Client,pid:number,used:number}>()
const boot=new pg.Client(conn); await boot.connect()
for(const name of Object.keys(variants)){
 await boot.query(`drop schema if exists ${name} cascade; create schema ${name}`)
 const c=new pg.Client(conn); await c.connect()
 await c.query(`set search_path=${name}`)
 await c.query(readFileSync('/work/main/server/migrations/0024_analytics.sql','utf8'))
 await c.query("select add_analytics_day(current_date), add_analytics_day(current_date-1)")
 const pid=(await c.query('select pg_backend_pid() p')).rows[0].p
 clients.set(name,{c,pid,used:0})
}
const cpu=(pid:number)=>Number(readFileSync(`/proc/${pid}/schedstat`,'utf8').split(' ')[0])/1000
let n=0
function batch(){const cols:any[][]=Array.from({length:9},()=>[]);for(let i=0;i<N;i++){n++;const user=Math.floor(n/10)*7919%10000;const eid=`evt-${n}`;[ 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',Date.now()-i%100,['page_view','click','checkout'][n%3],'usr_'+user,'ses_'+user,'/shop/items/'+n%10,eid,hash('sha256','app_06bcz0k3v4n8q1t5w7x9y2a3b4\n'+eid,'hex').slice(0,32),JSON.stringify({product:'item '+n%10,price:12.5,currency:'EUR'})].forEach((v,k)=>cols[k]!.push(v))}return cols.map(x=>x.join('\x1f'))}
for(let r=0;r<ROUNDS+10;r++){
 const b=batch()
 for(const [name,text] of Object.entries(variants)){
  const x=clients.get(name)!
  const v=name==='nomark'?b.map((s,i)=>i===7?s.replace(/[0-9a-f]+/g,''):s):b
  const a=cpu(x.pid)
  await x.c.query({name:'q',text,values:[...v,new Date(Date.now()+9e7)]})
  if(r>=10)x.used+=cpu(x.pid)-a
 }
}
for(const [name,x] of clients){console.log(name.padEnd(10),(x.used/(ROUNDS*N)).toFixed(2),'µs/event',(await x.c.query('select count(*) from analytics_events')).rows[0].count);await x.c.end()}
await boot.end()
