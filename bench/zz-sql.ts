import pg from 'pg'
import { readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
const N=Number(process.argv[2]??300), ROUNDS=Number(process.argv[3]??60)
const src=readFileSync('/work/main/server/src/modules/analytics/event-store.ts','utf8')
const m=/`with given as[\s\S]*?`,\n\)/.exec(src)![0].slice(1).replace(/`,\n\)$/,'').replace(/\$\{column\((\d+)(?:, '(\w+)')?\)\}/g,(_,i,t)=>`string_to_array($${i}, e'\\x1f', '')::${t??'text'}[]`).replace('${600_000}','600000').replaceAll('\\\\x1f','\\x1f')
const anti=m.replace(`select mark, $10::timestamptz from given where mark is not null order by mark
     on conflict do nothing returning id`,`select mark, $10::timestamptz from given where mark is not null and not exists (select from analytics_event_ids i where i.id = mark) order by mark
     returning id`)
if(anti===m)throw 1
const ret=m.replace(/kept as materialized \([\s\S]*?\n   \), /,'').replace(/properties::jsonb from kept/,'properties::jsonb from given where mark is null or mark in (select id from fresh) returning app_id, occurred_at, event_name, user_id').replaceAll('from kept','from stored').replaceAll('floor(ms / 86400000)::integer',"floor(extract(epoch from occurred_at) / 86400)::integer").replace('floor(max(ms) / 600000)',"floor(extract(epoch from max(occurred_at)) / 600)")
const both=ret.replace(`select mark, $10::timestamptz from given where mark is not null order by mark
     on conflict do nothing returning id`,`select mark, $10::timestamptz from given where mark is not null and not exists (select from analytics_event_ids i where i.id = mark) order by mark
     returning id`)
const variants:Record<string,string>={base:m,generic:m,custom:m}
const clients=new Map<string,{c:pg.Client,pid:number,used:number}>()
const boot=new pg.Client({host:'/tmp/b6/an/data/run',port:5432,user:'atrium',database:'atrium'}); await boot.connect()
for(const name of Object.keys(variants)){
 await boot.query(`drop schema if exists ${name} cascade; create schema ${name}`)
 const c=new pg.Client({host:'/tmp/b6/an/data/run',port:5432,user:'atrium',database:'atrium'}); await c.connect()
 await c.query(`set search_path=${name}`); if(name!=='base')await c.query(`set plan_cache_mode=force_${name}_plan`)
 await c.query(readFileSync('/work/main/server/migrations/0024_analytics.sql','utf8'))
 await c.query("select add_analytics_day(current_date), add_analytics_day(current_date-1)")
 const pid=(await c.query('select pg_backend_pid() p')).rows[0].p
 clients.set(name,{c,pid,used:0})
}
const cpu=(pid:number)=>{const f=readFileSync(`/proc/${pid}/schedstat`,'utf8').split(' ');return Number(f[0])/1000}
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
