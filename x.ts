import { allOperations } from '@atrium/contract'
console.log(allOperations.length)
const S = 'webhooks.update members.list ads.launch ads.suggest_search_themes ads.build_bootstrap_prompt ads.search_locations assets.list ads.search_terms campaigns.delete records.update scans.read findings.restore connectors.fields stats.users runs.analyze folders.remove_item flows.delete coding.launch'.split(' ')
const seen=new Set()
function walk(s:any, way:string){
  if(!s||typeof s!=='object')return
  if(s.$id){ if(seen.has(s.$id))return; seen.add(s.$id); way=s.$id}
  for(const [k,v] of Object.entries(s.properties??{}) as any){ if(!v.description) console.log(`${way}.${k}`); walk(v,`${way}.${k}`)}
  if(s.items) walk(s.items, way+'[]')
  for(const x of s.anyOf??[]) walk(x,way)
  for(const x of Object.values(s.patternProperties??{})) walk(x,way+'{}')
}
for(const o of allOperations){ if(!S.includes(o.name))continue
  for(const p of ['params','query','headers','body','answer'] as const) walk((o as any)[p], `${o.name}.${p}`)
}
const paths=[...new Set(allOperations.flatMap(o=>[o.path,o.also]).filter(Boolean))] as string[]
const seg=(p:string)=>p.split('/')
const isP=(s:string)=>s.startsWith('{')
for(let i=0;i<paths.length;i++)for(let j=i+1;j<paths.length;j++){const a=seg(paths[i]!),b=seg(paths[j]!);if(a.length!==b.length)continue
 let ok=true,al=0,bl=0; a.forEach((x,k)=>{const y=b[k]!;const px=x.includes('{'),py=y.includes('{'); if(!px&&!py&&x!==y)ok=false; if(px&&!py)bl++; if(py&&!px)al++})
 if(ok&&((al>0&&bl>0)||(al===0&&bl===0)))console.log('AMB',paths[i],paths[j])}
