/** Words that join others and are searched by nobody; the commonest of each language. */
import type { Language } from './languages.ts'

/** Those of the language the text seems to be in: whose joining words it has the most of. */
export function stopWordsFor(words: readonly string[], language: Language): ReadonlySet<string> {
  let best = STOP_WORDS.get(language) ?? NONE
  let most = countIn(best, words)
  for (const known of STOP_WORDS.values()) {
    const count = countIn(known, words)
    if (count > most) [best, most] = [known, count]
  }
  return best
}

const NONE: ReadonlySet<string> = new Set()

function countIn(known: ReadonlySet<string>, words: readonly string[]): number {
  return words.filter((word) => known.has(word)).length
}

const LISTS: Partial<Record<Language, string>> = {
  en: `a about after all also always an and any are as at be because been before both but by can could do does each
    every everything for from get give good great had has have he her here his how i if in into is it its just let like
    made make makes many more most much my need new no not of offer offering offers on one or other our out over own
    provide provides she since so some such than that the their them then there these they this those through to today
    too under until up us use very want was we welcome were what when where which while who why will with within would
    you your`,
  es: `a al algo como con cuando de del desde donde e el ella en entre es esta este esto hay hasta la las le lo los más
    mi mucho muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o ofrecemos para pero por que qué se ser si
    sin sobre somos son su sus también tan te todo todos tu tus un una unas uno unos y ya`,
  fr: `à au aux avec ce ces cette chez comme d dans de des depuis du elle en est et être eux il ils je l la le les leur
    leurs lui mais mes mon ne nos notre nous offrons on ou où par pas plus pour proposons qu que qui s sa sans se ses
    son sont sur ta te tes toi ton tous tout toute très tu un une vos votre vous y`,
  de: `aber alle allem allen aller alles als am an auch auf aus bei bieten bin bis da damit dann das dass dein dem den
    der des die dies diese dieser dieses doch du durch ein eine einem einen einer eines er es euch euer für hat haben
    hier ich ihr ihre ihren im in ist ja jede jeder kann können man mehr mein mit nach nicht noch nur ob oder ohne sehr
    seit sich sie sind so über um und uns unser unsere unseren unter viel vom von vor war was weil wenn wie wir wird zu
    zum zur`,
  it: `a ad agli ai al alla alle anche c che chi ci come con cui da dagli dai dal dalla degli dei del della delle di e è
    ed gli ha hanno i il in io l la le lei loro lui ma mi nei nel nella noi non nostra nostre nostri nostro o offriamo
    ogni per più qui se si siamo sono su sua sul sulla suo tra tu tutti tutto un una uno voi vostro`,
  pt: `a ao aos as até com como da das de dela dele do dos e é ela ele eles em entre era essa esse esta este eu foi há
    isso já lhe mais mas me meu muito na não nas nem no nos nossa nossas nosso nossos num numa o oferecemos os ou para
    pela pelo por quando que quem se sem ser seu seus só somos sua suas também te tem todos tudo um uma você vocês`,
  nl: `aan al alle alles als altijd bij bieden dan dat de der deze die dit doen door dus een elke en er ge geen haar heb
    hebben heeft het hier hij hoe hun ik in is ja je jou jouw kan maar me meer men met mijn na naar niet nog nu of om
    omdat ons onze ook op over te tot u uit uw van veel voor waar was wat we wel wij wordt ze zeer zich zij zijn zo`,
  pl: `a aby ale bardzo bez być co czy dla do gdy i ich ile im ja jak jest jesteśmy już każdy kiedy która które który lub
    ma mamy my na nad nam nas nasz nasza nasze nie o od oferujemy on one oraz po pod przez przy są się swój ta tak także
    tego ten to tu twój ty w was we wszystko z za ze że`,
  cs: `a aby ale ani až být co další do i jak jako je jeho její jejich jen jsem jsme jsou k kde kdo když která které
    který ke máme my na nabízíme nad náš naše ne nebo od po pod pro proč před při s se si tak také tato ten to tu u už v
    vám vás váš vaše ve více všechno vy z za ze že`,
  sv: `alla allt att av bara de den denna det dig din du där efter eller en er erbjuder ett för från har hos i in inte
    ja jag kan med men mer mig min mot mycket ni nu när något och om oss på sig sin som så till under upp ut vad var vi
    vid vår våra är över`,
  da: `af alle alt at blev bliver da de dem den der det dig din dit du efter eller en er et for fra han har hos hun hvad
    hvor i ikke ind jeg jer kan kun med men mere mig min mod når nu nogle og også om op os over på sig sin som til
    tilbyder ud under var ved vi vil vores`,
  no: `alle alt at av bare da de deg den der det din du dere eller en er et etter for fra han har hos hun hva hvor i ikke
    inn jeg kan kun med meg men mer min mot når noe og også om opp oss over på seg sin som så til tilbyr under ut var
    ved vi vil vår våre`,
  fi: `ei eli en että he hän ja joka jos kaikki kanssa kuin kun me meidän meillä mikä minä mukaan mutta myös ne niin nyt
    olemme oli on ovat pro se sekä siis sinä tai tarjoamme te teidän tämä vain voi`,
  ro: `a ai al ale am ar are au ca cu că când care ce cel cele cum da dar de din după ea ei el este eu fi fie fără i în
    între la le lui mai mult ne noastre noastră noi nostru nu o oferim or pe pentru prin sau să se și sunt sunteți toate
    tot tu un una unui vă voastre vostru voi`,
  hu: `a az be csak de egy el és ez ezt fel ha hogy is itt kell ki kínálunk le legyen lesz meg mert mi minden mint mit
    nagyon nálunk nekünk nem ön össze s számára szerint te több vagy van vannak vele volt`,
  el: `αλλά από απο αυτά αυτή αυτό για δεν εδώ ένα ένας είμαστε είναι έχει έχουμε η ή θα και κάθε κάτι μας με μετά μια
    μου να ο οι όλα όλες όπως όταν ότι που προσφέρουμε προς σας σε στα στη στην στις στο στον στους τα της τη την τι
    τις το τον του τους των ως`,
  tr: `ama bir biz bize bizim bu burada çok da daha de diye en gibi hem hep her için ile ise kadar ki mi mı mu mü ne
    olan olarak sen siz size sizin şu sunuyoruz tüm var ve veya ya yok`,
  ru: `а без более бы в вам вас ваш ваша ваши весь во вот все всё вы где да для до его если есть же за и из или их к как
    когда которые который ко ли мы на над нам нас наш наша наше наши не но о об от очень по под предлагаем при с со так
    также то только у уже что чтобы это этот я`,
  uk: `а або але без більше в вам вас ваш ваша ваші весь від все всі ви де для до з за зі і із й їх або як яка які який
    коли ми на над нам нас наш наша наше наші не о об по пропонуємо про та так також те тільки то у уже це цей що щоб`,
  he: `אבל או אולי אותו אותנו אל אנו אנחנו אני אם את אתם גם הוא היא הם הזה הכל זה זו יש כדי כי כל כמו לא לך לכם לנו מאוד
    מה מי מן על עם רק של שלך שלכם שלנו`,
  ar: `أن أو إلى الا التي الذي الذين إن أنت ب بعد به بين تم ثم حتى ذلك عن عند على غير في قد كان كل كما لا لك لكم لكن لنا
    له ما مع من منذ نحن نقدم هذا هذه هل هو هي و يا`,
  hi: `अपना अपनी अपने आप आपका आपके इन इस उन उस एक और कर करते करना करें का कि किसी की कुछ के को क्या जो तक तो था थे दे ने पर
    बहुत भी मे में यह या ये लिए वह वे सभी साथ से हम हमारा हमारी हमारे ही हुए है हैं हो`,
  id: `ada adalah akan anda atau bagi banyak bisa dalam dan dapat dari dengan di hanya ini itu juga kami karena ke kita
    lebih menyediakan oleh pada saja sangat saya sebagai semua serta setiap tidak untuk yang`,
  th: `และ ที่ ใน การ เป็น ของ ให้ ได้ มี ไป มา จะ กับ ว่า นี้ เรา คุณ ก็ ไม่ จาก โดย ทุก หรือ แต่ เพื่อ ความ`,
  vi: `bạn bởi các cả cho chúng có của cùng cung cấp đã đang đây để đến được gì hay hơn khi không là làm lại mà mỗi một
    này những như nhưng ở ra rất sẽ tại tất thì tôi từ và vào về với`,
  ja: `は が を に の と も で へ や か ね よ から まで より など です ます した して する いる ある こと もの これ それ この その
    当店 私たち お ご て た な し い さ れ`,
  ko: `및 그리고 또는 저희 우리 당신 여러분 있는 있습니다 합니다 하는 위한 위해 에서 으로 를 을 이 가 은 는 의 에 와 과 도 로`,
  zh: `的 了 和 是 在 我们 您 你 我 有 与 及 或 为 为您 提供 也 都 就 而 这 那 个 一 一个 上 下 中 对 从 到 把 被 以`,
}

const STOP_WORDS = new Map(
  Object.entries(LISTS).map(([language, words]) => [language as Language, new Set(words.split(/\s+/))]),
)
