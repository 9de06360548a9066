import type { Random } from './random.ts'

export interface PersonName {
  full_name: string
  /** The name in plain letters, for addresses and ids: `zoe.muller`. */
  plain: string
}

/** Different people from many places, as many as asked for (the lists hold 1,024). */
export function inventNames(random: Random, count: number): PersonName[] {
  const perPlace = PLACES.map((place) => random.shuffled(combinations(place)))
  const names: PersonName[] = []
  const taken = new Set<string>()
  for (let round = 0; names.length < count; round++) {
    for (const place of perPlace) {
      const name = place[round]
      if (!name || taken.has(name.plain) || names.length === count) continue
      taken.add(name.plain)
      names.push(name)
    }
  }
  return names
}

interface Place {
  given: readonly string[]
  family: readonly string[]
  /** How the two are put together; given name first when not said. */
  join?: (given: string, family: string) => string
}

/** Names in other scripts carry their plain letters after a bar. */
const PLACES: readonly Place[] = [
  {
    given: ['Anouk', 'Daan', 'Femke', 'Jeroen', 'Lotte', 'Maarten', 'Sanne', 'Thijs'],
    family: ['Bakker', 'de Boer', 'Dijkstra', 'Jansen', 'Mulder', 'Smit', 'van den Berg', 'Visser'],
  },
  {
    given: ['Amélie', 'Chloé', 'Étienne', 'François', 'Hélène', 'Jérôme', 'Maël', 'Zoé'],
    family: ['Béranger', 'Dupont', 'Fabre', 'Lefèvre', 'Marchand', 'Noël', 'Pélissier', 'Rousseau'],
  },
  {
    given: ['Anja', 'Björn', 'Günther', 'Jörg', 'Käthe', 'Lukas', 'Sören', 'Ute'],
    family: ['Böhm', 'Fischer', 'Groß', 'Hoffmann', 'Müller', 'Schäfer', 'Vogel', 'Weiß'],
  },
  {
    given: ['Agnieszka', 'Bartłomiej', 'Grażyna', 'Jakub', 'Łucja', 'Paweł', 'Stanisław', 'Zofia'],
    family: ['Dąbrowski', 'Kaczmarek', 'Kowalczyk', 'Lis', 'Nowak', 'Wiśniewska', 'Wójcik', 'Zając'],
  },
  {
    given: ['Åsa', 'Astrid', 'Eirik', 'Freja', 'Håkon', 'Linnéa', 'Mikkel', 'Søren'],
    family: ['Bjørnstad', 'Eriksson', 'Håkansson', 'Jørgensen', 'Lindqvist', 'Nygård', 'Sæther', 'Ødegaard'],
  },
  {
    given: ['Álvaro', 'Begoña', 'Inés', 'Íñigo', 'José', 'Lucía', 'Martín', 'Ximena'],
    family: ['Cañas', 'García', 'Hernández', 'Ibáñez', 'López', 'Muñoz', 'Núñez', 'Peña'],
  },
  {
    given: ['Ana', 'Antônio', 'Conceição', 'Gonçalo', 'João', 'Letícia', 'Rui', 'Vitória'],
    family: ['Araújo', 'Assunção', 'Brandão', 'Carvalho', 'Guimarães', 'Magalhães', 'Pinto', 'Simões'],
  },
  {
    given: ['Adaeze', 'Amara', 'Chidi', 'Folasade', 'Kwame', 'Ngozi', 'Thabo', 'Wanjiru'],
    family: ['Achebe', 'Adeyemi', 'Dlamini', 'Kamau', 'Mensah', 'Nkosi', 'Okafor', 'Otieno'],
  },
  {
    given: ['Ayşe', 'Burak', 'Çağla', 'Emre', 'Gökçe', 'İpek', 'Oğuz', 'Şule'],
    family: ['Aydın', 'Çelik', 'Demir', 'Güneş', 'Kılıç', 'Özdemir', 'Şahin', 'Yıldız'],
  },
  {
    given: ['An', 'Bảo', 'Duy', 'Hạnh', 'Khánh', 'Linh', 'Quỳnh', 'Thảo'],
    family: ['Đặng', 'Đỗ', 'Hoàng', 'Lê', 'Nguyễn', 'Phạm', 'Trần', 'Vũ'],
    join: (given, family) => `${family} ${given}`,
  },
  {
    given: [
      '葵|aoi',
      '大輔|daisuke',
      '花子|hanako',
      '健|ken',
      '美咲|misaki',
      '直樹|naoki',
      '桜|sakura',
      '優|yu',
    ],
    family: [
      '伊藤|ito',
      '加藤|kato',
      '小林|kobayashi',
      '中村|nakamura',
      '佐藤|sato',
      '鈴木|suzuki',
      '田中|tanaka',
      '山本|yamamoto',
    ],
    join: (given, family) => `${family} ${given}`,
  },
  {
    given: [
      '佳怡|jiayi',
      '俊杰|junjie',
      '美玲|meiling',
      '明|ming',
      '思远|siyuan',
      '婷|ting',
      '雪|xue',
      '子涵|zihan',
    ],
    family: ['陈|chen', '黄|huang', '李|li', '林|lin', '刘|liu', '王|wang', '张|zhang', '周|zhou'],
    join: (given, family) => `${family}${given}`,
  },
  {
    given: [
      '하은|haeun',
      '현우|hyunwoo',
      '지훈|jihoon',
      '민서|minseo',
      '서연|seoyeon',
      '수빈|subin',
      '유진|yujin',
      '영호|youngho',
    ],
    family: ['최|choi', '정|jeong', '강|kang', '김|kim', '이|lee', '박|park', '윤|yoon', '한|han'],
    join: (given, family) => `${family}${given}`,
  },
  {
    given: [
      'Алексей|aleksei',
      'Дарья|darya',
      'Ірина|iryna',
      'Микола|mykola',
      'Олена|olena',
      'Павел|pavel',
      'Светлана|svetlana',
      'Тарас|taras',
    ],
    family: [
      'Бондаренко|bondarenko',
      'Гончар|honchar',
      'Коваленко|kovalenko',
      'Кузьменко|kuzmenko',
      'Лысенко|lysenko',
      'Мельник|melnyk',
      'Петренко|petrenko',
      'Шевченко|shevchenko',
    ],
  },
  {
    given: [
      'Αλέξανδρος|alexandros',
      'Δήμητρα|dimitra',
      'Ελένη|eleni',
      'Γιώργος|giorgos',
      'Κατερίνα|katerina',
      'Μάριος|marios',
      'Νίκος|nikos',
      'Σοφία|sofia',
    ],
    family: [
      'Αγγελόπουλος|angelopoulos',
      'Βλάχος|vlachos',
      'Δημητρίου|dimitriou',
      'Γεωργίου|georgiou',
      'Ιωάννου|ioannou',
      'Νικολάου|nikolaou',
      'Παππάς|pappas',
      'Ρήγας|rigas',
    ],
  },
  {
    given: [
      'أمينة|amina',
      'حسن|hassan',
      'ليلى|layla',
      'مريم|maryam',
      'نور|nour',
      'سامي|sami',
      'يوسف|youssef',
      'زينب|zaynab',
    ],
    family: [
      'العلي|alali',
      'بركات|barakat',
      'حداد|haddad',
      'خليل|khalil',
      'منصور|mansour',
      'نجار|najjar',
      'صالح|saleh',
      'يعقوب|yaqoub',
    ],
  },
  {
    given: [
      'आदित्य|aditya',
      'अनन्या|ananya',
      'दीपा|deepa',
      'कविता|kavita',
      'मीरा|meera',
      'राहुल|rahul',
      'रोहन|rohan',
      'सुनील|sunil',
    ],
    family: [
      'चौधरी|chaudhary',
      'गुप्ता|gupta',
      'जोशी|joshi',
      'मेहता|mehta',
      'पटेल|patel',
      'राव|rao',
      'शर्मा|sharma',
      'वर्मा|varma',
    ],
  },
]

function combinations({ given, family, join = (first, last) => `${first} ${last}` }: Place): PersonName[] {
  return given.flatMap((first) =>
    family.map((last) => {
      const [firstName = '', plainFirst = plainLetters(firstName)] = first.split('|')
      const [lastName = '', plainLast = plainLetters(lastName)] = last.split('|')
      return { full_name: join(firstName, lastName), plain: `${plainFirst}.${plainLast}` }
    }),
  )
}

const LETTERS: Record<string, string> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', đ: 'd', ı: 'i' }

function plainLetters(name: string): string {
  return name
    .toLowerCase()
    .replace(/[łøæßđı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
}
