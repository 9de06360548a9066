/** What can be said of any business, for when no model writes. `{}` stands for what is advertised. */
import type { Language } from './languages.ts'

export interface Phrases {
  /** What people add when they search. */
  searches: readonly [string, string, string]
  /** At most 30 characters, the first at most 15. */
  headlines: readonly [string, string, string]
  /** At most 90 characters, the first at most 60. */
  descriptions: readonly [string, string]
}

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    searches: ['{} online', '{} near me', 'best {}'],
    headlines: ['Learn more', 'Visit us today', 'See what we offer'],
    descriptions: ['Find out more on our website.', 'See what we offer and get in touch with us today.'],
  },
  es: {
    searches: ['{} online', '{} cerca de mí', 'mejor {}'],
    headlines: ['Más información', 'Visítanos hoy', 'Descubre nuestra oferta'],
    descriptions: [
      'Descubre más en nuestra web.',
      'Descubre lo que ofrecemos y ponte en contacto con nosotros.',
    ],
  },
  fr: {
    searches: ['{} en ligne', '{} près de moi', 'meilleur {}'],
    headlines: ['En savoir plus', 'Venez nous voir', 'Découvrez notre offre'],
    descriptions: [
      'En savoir plus sur notre site.',
      'Découvrez ce que nous proposons et contactez-nous dès aujourd’hui.',
    ],
  },
  de: {
    searches: ['{} online', '{} in der Nähe', 'beste {}'],
    headlines: ['Mehr erfahren', 'Jetzt entdecken', 'Unser Angebot ansehen'],
    descriptions: [
      'Mehr auf unserer Website.',
      'Entdecken Sie unser Angebot und nehmen Sie Kontakt mit uns auf.',
    ],
  },
  it: {
    searches: ['{} online', '{} vicino a me', 'migliore {}'],
    headlines: ['Scopri di più', 'Vieni a trovarci', 'Scopri la nostra offerta'],
    descriptions: ['Scopri di più sul nostro sito.', 'Scopri cosa offriamo e contattaci oggi stesso.'],
  },
  pt: {
    searches: ['{} online', '{} perto de mim', 'melhor {}'],
    headlines: ['Saiba mais', 'Visite-nos hoje', 'Veja o que oferecemos'],
    descriptions: ['Saiba mais no nosso site.', 'Veja o que oferecemos e fale connosco hoje.'],
  },
  nl: {
    searches: ['{} online', '{} in de buurt', 'beste {}'],
    headlines: ['Meer informatie', 'Kom langs', 'Bekijk ons aanbod'],
    descriptions: ['Lees meer op onze website.', 'Bekijk ons aanbod en neem vandaag nog contact op.'],
  },
  pl: {
    searches: ['{} online', '{} w pobliżu', 'najlepsze {}'],
    headlines: ['Dowiedz się', 'Odwiedź nas dziś', 'Zobacz naszą ofertę'],
    descriptions: ['Dowiedz się więcej na stronie.', 'Zobacz naszą ofertę i skontaktuj się z nami już dziś.'],
  },
  cs: {
    searches: ['{} online', '{} v okolí', 'nejlepší {}'],
    headlines: ['Zjistit více', 'Navštivte nás', 'Podívejte se na nabídku'],
    descriptions: ['Více na našich stránkách.', 'Podívejte se na naši nabídku a kontaktujte nás ještě dnes.'],
  },
  sv: {
    searches: ['{} online', '{} nära mig', 'bästa {}'],
    headlines: ['Läs mer', 'Besök oss i dag', 'Se vad vi erbjuder'],
    descriptions: ['Läs mer på vår webbplats.', 'Se vad vi erbjuder och kontakta oss redan i dag.'],
  },
  da: {
    searches: ['{} online', '{} nær mig', 'bedste {}'],
    headlines: ['Læs mere', 'Besøg os i dag', 'Se vores udvalg'],
    descriptions: ['Læs mere på vores hjemmeside.', 'Se, hvad vi tilbyder, og kontakt os i dag.'],
  },
  no: {
    searches: ['{} på nett', '{} nær meg', 'beste {}'],
    headlines: ['Les mer', 'Besøk oss i dag', 'Se hva vi tilbyr'],
    descriptions: ['Les mer på nettstedet vårt.', 'Se hva vi tilbyr, og ta kontakt med oss i dag.'],
  },
  fi: {
    searches: ['{} verkossa', '{} lähellä', 'paras {}'],
    headlines: ['Lue lisää', 'Tutustu meihin', 'Katso valikoimamme'],
    descriptions: ['Lue lisää verkkosivuiltamme.', 'Tutustu valikoimaamme ja ota meihin yhteyttä jo tänään.'],
  },
  ro: {
    searches: ['{} online', '{} lângă mine', 'cel mai bun {}'],
    headlines: ['Află mai multe', 'Vizitează-ne azi', 'Descoperă oferta noastră'],
    descriptions: ['Află mai multe pe site-ul nostru.', 'Descoperă oferta noastră și contactează-ne astăzi.'],
  },
  hu: {
    searches: ['{} online', '{} a közelben', 'legjobb {}'],
    headlines: ['Részletek itt', 'Látogasson el hozzánk', 'Ismerje meg kínálatunkat'],
    descriptions: [
      'További részletek a honlapunkon.',
      'Ismerje meg kínálatunkat, és lépjen velünk kapcsolatba még ma.',
    ],
  },
  el: {
    searches: ['{} online', '{} κοντά μου', 'καλύτερο {}'],
    headlines: ['Μάθετε εδώ', 'Επισκεφθείτε μας', 'Δείτε τι προσφέρουμε'],
    descriptions: [
      'Μάθετε περισσότερα στον ιστότοπό μας.',
      'Δείτε τι προσφέρουμε και επικοινωνήστε μαζί μας σήμερα.',
    ],
  },
  tr: {
    searches: ['online {}', 'yakınımdaki {}', 'en iyi {}'],
    headlines: ['Ayrıntılı bilgi', 'Bugün bizi ziyaret edin', 'Neler sunduğumuzu görün'],
    descriptions: ['Ayrıntılar web sitemizde.', 'Neler sunduğumuzu görün ve bugün bizimle iletişime geçin.'],
  },
  ru: {
    searches: ['{} онлайн', '{} рядом', 'лучшие {}'],
    headlines: ['Узнать больше', 'Заходите сегодня', 'Наши предложения'],
    descriptions: ['Подробнее на нашем сайте.', 'Посмотрите наши предложения и свяжитесь с нами сегодня.'],
  },
  uk: {
    searches: ['{} онлайн', '{} поруч', 'найкращі {}'],
    headlines: ['Докладніше', 'Завітайте до нас', 'Наші пропозиції'],
    descriptions: [
      'Докладніше на нашому сайті.',
      'Перегляньте наші пропозиції та зв’яжіться з нами сьогодні.',
    ],
  },
  he: {
    searches: ['{} באינטרנט', '{} לידי', '{} מומלץ'],
    headlines: ['מידע נוסף', 'בקרו אותנו היום', 'גלו מה אנחנו מציעים'],
    descriptions: ['פרטים נוספים באתר שלנו.', 'גלו מה אנחנו מציעים וצרו איתנו קשר עוד היום.'],
  },
  ar: {
    searches: ['{} عبر الإنترنت', '{} بالقرب مني', 'أفضل {}'],
    headlines: ['اعرف المزيد', 'تفضل بزيارتنا اليوم', 'اكتشف ما نقدمه'],
    descriptions: ['المزيد على موقعنا الإلكتروني.', 'اكتشف ما نقدمه وتواصل معنا اليوم.'],
  },
  hi: {
    searches: ['{} ऑनलाइन', 'मेरे पास {}', 'सबसे अच्छा {}'],
    headlines: ['और जानें', 'आज ही पधारें', 'देखें हमारी पेशकश'],
    descriptions: ['हमारी वेबसाइट पर और जानें।', 'देखें कि हम क्या पेश करते हैं और आज ही संपर्क करें।'],
  },
  id: {
    searches: ['{} online', '{} terdekat', '{} terbaik'],
    headlines: ['Selengkapnya', 'Kunjungi kami hari ini', 'Lihat penawaran kami'],
    descriptions: ['Selengkapnya di situs kami.', 'Lihat penawaran kami dan hubungi kami hari ini.'],
  },
  th: {
    searches: ['{} ออนไลน์', '{} ใกล้ฉัน', '{} ที่ดีที่สุด'],
    headlines: ['ดูเพิ่มเติม', 'แวะมาหาเราวันนี้', 'ดูสิ่งที่เรามีให้'],
    descriptions: ['ดูรายละเอียดบนเว็บไซต์ของเรา', 'ดูสิ่งที่เรามีให้และติดต่อเราวันนี้'],
  },
  vi: {
    searches: ['{} trực tuyến', '{} gần đây', '{} tốt nhất'],
    headlines: ['Tìm hiểu thêm', 'Ghé thăm chúng tôi', 'Xem ưu đãi của chúng tôi'],
    descriptions: [
      'Tìm hiểu thêm trên trang web.',
      'Xem những gì chúng tôi cung cấp và liên hệ ngay hôm nay.',
    ],
  },
  ja: {
    searches: ['{} 通販', '{} 近く', '{} おすすめ'],
    headlines: ['詳しくはこちら', '今すぐご覧ください', 'サービスのご案内'],
    descriptions: ['詳しくはウェブサイトへ。', 'サービスをご覧のうえ、お気軽にお問い合わせください。'],
  },
  ko: {
    searches: ['{} 온라인', '{} 근처', '{} 추천'],
    headlines: ['자세히 알아보기', '오늘 방문하세요', '서비스 살펴보기'],
    descriptions: ['웹사이트에서 자세히 알아보세요.', '제공하는 서비스를 살펴보고 오늘 문의하세요.'],
  },
  zh: {
    searches: ['{} 在线', '附近的 {}', '{} 推荐'],
    headlines: ['了解更多', '立即访问', '查看我们的服务'],
    descriptions: ['更多信息请访问我们的网站。', '查看我们的服务，欢迎随时联系我们。'],
  },
}
