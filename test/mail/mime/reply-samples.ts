/**
 * Texts that mail clients write around an answer, by language: made up here after how they do it. `attributions`
 * stand above quotations; `header` above quotations of Outlook; `devices` below what was written.
 */
export interface ReplySample {
  /** The text that the person writes. */
  readonly fresh: string
  /** The text that was written before. */
  readonly old: string
  /** Gmail, Apple Mail, Thunderbird, Yahoo or Outlook mobile, Proton; as they are wrapped. */
  readonly attributions: readonly string[]
  /** From, Sent, To, Subject. */
  readonly header: readonly [from: string, sent: string, to: string, subject: string]
  /** Between dashes, of Outlook and of phones. */
  readonly original: string
  /** Signatures of iOS, Android, Outlook for phones and others. */
  readonly devices: readonly string[]
}

export const samples: Readonly<Record<string, ReplySample>> = {
  en: {
    fresh: 'Thanks, that works for me.\n\nBest regards,\nAda',
    old: 'Does Tuesday suit you?\n\nThe room is booked until 5 pm.',
    attributions: [
      'On Sun, May 3, 2026 at 10:12\u202fAM Shop Support <help@shop.example> wrote:',
      'On Sun, May 3, 2026 at 10:12 AM Customer Support of the Shop\n<customer-support@shop.example> wrote:',
      'On May 3, 2026, at 10:12, Shop Support <help@shop.example> wrote:',
      'On 3 May 2026, at 10:12 am, Shop Support <help@shop.example> wrote:',
      'On 5/3/26 10:12 AM, Shop Support wrote:',
      'On Sunday, May 3, 2026 at 10:12:00 AM GMT+2, Shop Support <help@shop.example> wrote:  ',
      'On Sunday, May 3rd, 2026 at 10:12 AM, Shop Support <help@shop.example> wrote:',
      'At 2026-05-03 10:12:00, "Shop Support" <help@shop.example> wrote:',
    ],
    header: ['From', 'Sent', 'To', 'Subject'],
    original: 'Original Message',
    devices: [
      'Sent from my iPhone',
      'Sent from my Galaxy',
      'Get Outlook for iOS<https://aka.ms/o0ukef>',
      'Get Outlook for Android\n<https://aka.ms/AAb9ysg>',
      'Sent from Mail for Windows',
      'Sent from Yahoo Mail on Android',
      'Sent with Proton Mail secure email.',
      'Sent from my Samsung Galaxy smartphone.',
    ],
  },
  de: {
    fresh: 'Vielen Dank, das passt.\n\nViele Grüße\nAda',
    old: 'Passt Ihnen der Dienstag?\n\nDer Raum ist bis 17 Uhr frei.',
    attributions: [
      'Am So., 3. Mai 2026 um 10:12 Uhr schrieb Laden <hilfe@laden.example>:',
      'Am So., 3. Mai 2026 um 10:12 Uhr schrieb Kundendienst des Ladens <\nkundendienst@laden.example>:',
      'Am 03.05.2026 um 10:12 schrieb Laden <hilfe@laden.example>:',
      'Am 03.05.26 um 10:12 schrieb Laden:',
      'Am Sonntag, 3. Mai 2026 um 10:12:00 MESZ hat Laden <hilfe@laden.example> Folgendes geschrieben:',
      'Laden <hilfe@laden.example> schrieb am Sonntag, 3. Mai 2026 um 10:12:',
    ],
    header: ['Von', 'Gesendet', 'An', 'Betreff'],
    original: 'Ursprüngliche Nachricht',
    devices: [
      'Von meinem iPhone gesendet',
      'Gesendet von meinem Galaxy',
      'Holen Sie sich Outlook für iOS<https://aka.ms/o0ukef>',
      'Outlook für Android beziehen<https://aka.ms/AAb9ysg>',
      'Gesendet von Mail für Windows',
      'Von meinem Samsung Galaxy Smartphone\ngesendet.',
      'Gesendet mit der GMX Mail App',
      'Gesendet mit Proton Mail.',
    ],
  },
  fr: {
    fresh: 'Merci, cela me convient.\n\nCordialement,\nAda',
    old: 'Mardi vous convient-il ?\n\nLa salle est libre.',
    attributions: [
      'Le dim. 3 mai 2026 à 10:12, Boutique <aide@boutique.example> a écrit :',
      'Le dim. 3 mai 2026 à 10:12, Service client <service@boutique.example> a\nécrit\u00a0:',
      'Le 3 mai 2026 à 10:12, Boutique <aide@boutique.example> a écrit :',
      'Le 03/05/2026 à 10:12, Boutique a écrit\u00a0:',
      'Le dimanche 3 mai 2026 à 10:12:00 UTC+2, Boutique <aide@boutique.example> a écrit :',
    ],
    header: ['De', 'Envoyé', 'À', 'Objet'],
    original: "Message d'origine",
    devices: [
      'Envoyé de mon iPhone',
      'Envoyé depuis mon appareil Galaxy',
      'Télécharger Outlook pour iOS<https://aka.ms/o0ukef>',
      'Obtenir Outlook pour Android<https://aka.ms/AAb9ysg>',
      'Envoyé à partir de Courrier pour Windows',
      'Envoyé avec la messagerie sécurisée Proton Mail.',
    ],
  },
  es: {
    fresh: 'Gracias, me viene bien.\n\nUn saludo,\nAda',
    old: '¿Le viene bien el martes?',
    attributions: [
      'El dom, 3 may 2026 a las 10:12, Tienda (<ayuda@tienda.example>) escribió:',
      'El dom, 3 may 2026 a las 10:12, Atención al cliente (<\natencion@tienda.example>) escribió:',
      'El 3 may 2026, a las 10:12, Tienda <ayuda@tienda.example> escribió:',
      'El 3/5/26 a las 10:12, Tienda escribió:',
      'El domingo, 3 de mayo de 2026, 10:12:00 CEST, Tienda <ayuda@tienda.example> escribió:',
    ],
    header: ['De', 'Enviado el', 'Para', 'Asunto'],
    original: 'Mensaje original',
    devices: [
      'Enviado desde mi iPhone',
      'Enviado desde mi Galaxy',
      'Obtener Outlook para iOS<https://aka.ms/o0ukef>',
      'Enviado desde Correo para Windows',
    ],
  },
  it: {
    fresh: 'Grazie, per me va bene.\n\nCordiali saluti\nAda',
    old: 'Le va bene martedì?',
    attributions: [
      'Il giorno dom 3 mag 2026 alle ore 10:12 Negozio <aiuto@negozio.example> ha scritto:',
      'Il giorno dom 3 mag 2026 alle ore 10:12 Servizio clienti <\nservizio@negozio.example> ha scritto:',
      'Il giorno 3 mag 2026, alle ore 10:12, Negozio <aiuto@negozio.example> ha scritto:',
      'Il 03/05/2026 10:12, Negozio ha scritto:',
      'Il domenica 3 maggio 2026 alle ore 10:12:00 CEST, Negozio <aiuto@negozio.example> ha scritto:',
      'In data domenica 3 maggio 2026 10:12:00 CEST, Negozio ha scritto:',
    ],
    header: ['Da', 'Inviato', 'A', 'Oggetto'],
    original: 'Messaggio originale',
    devices: [
      'Inviato da iPhone',
      'Inviato dal mio Galaxy',
      'Scarica Outlook per iOS<https://aka.ms/o0ukef>',
      'Inviato da Posta per Windows',
    ],
  },
  pt: {
    fresh: 'Obrigada, por mim está bem.\n\nCumprimentos,\nAda',
    old: 'Terça-feira é conveniente?',
    attributions: [
      'Em dom., 3 de mai. de 2026 às 10:12, Loja <ajuda@loja.example> escreveu:',
      'Em dom., 3 de mai. de 2026 às 10:12, Atendimento ao cliente <\natendimento@loja.example> escreveu:',
      'Loja <ajuda@loja.example> escreveu (domingo, 3/05/2026 à(s) 10:12):',
      'No dia 03/05/2026, às 10:12, Loja <ajuda@loja.example> escreveu:',
      'Em 03/05/2026 10:12, Loja escreveu:',
      'A domingo, 3 de maio de 2026, 10:12:00 WEST, Loja <ajuda@loja.example> escreveu:',
    ],
    header: ['De', 'Enviada em', 'Para', 'Assunto'],
    original: 'Mensagem original',
    devices: [
      'Enviado do meu iPhone',
      'Enviado do meu Galaxy',
      'Obter o Outlook para iOS<https://aka.ms/o0ukef>',
      'Enviado do Correio para Windows',
    ],
  },
  nl: {
    fresh: 'Dank u, dat schikt.\n\nMet vriendelijke groet,\nAda',
    old: 'Schikt dinsdag?',
    attributions: [
      'Op zo 3 mei 2026 om 10:12 schreef Winkel <hulp@winkel.example>:',
      'Op zo 3 mei 2026 om 10:12 schreef Klantenservice van de Winkel <\nklantenservice@winkel.example>:',
      'Op 3 mei 2026, om 10:12 heeft Winkel <hulp@winkel.example> het volgende geschreven:',
      'Op 03-05-2026 om 10:12 schreef Winkel:',
      'Op zondag 3 mei 2026 om 10:12:00 CEST schreef Winkel <hulp@winkel.example>:',
    ],
    header: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    original: 'Oorspronkelijk bericht',
    devices: [
      'Verstuurd vanaf mijn iPhone',
      'Verzonden vanaf mijn Galaxy',
      'Download Outlook voor iOS<https://aka.ms/o0ukef>',
      'Verzonden vanuit Mail voor Windows',
    ],
  },
  pl: {
    fresh: 'Dziękuję, pasuje mi.\n\nPozdrawiam\nAda',
    old: 'Czy wtorek pasuje?',
    attributions: [
      'niedz., 3 maj 2026 o 10:12 Sklep <pomoc@sklep.example> napisał(a):',
      'niedz., 3 maj 2026 o 10:12 Obsługa klienta sklepu <obsluga@sklep.example>\nnapisał(a):',
      'Wiadomość napisana przez Sklep <pomoc@sklep.example> w dniu 3 maj 2026, o godz. 10:12:',
      'W dniu 3.05.2026 o 10:12, Sklep pisze:',
      'W dniu niedziela, 3 maja 2026 10:12:00 CEST użytkownik Sklep <pomoc@sklep.example> napisał:',
      'Dnia 3 maja 2026 10:12 Sklep <pomoc@sklep.example> napisał(a):',
    ],
    header: ['Od', 'Wysłano', 'Do', 'Temat'],
    original: 'Wiadomość oryginalna',
    devices: [
      'Wysłane z iPhone’a',
      'Wysłane z mojego Galaxy',
      'Pobierz program Outlook dla systemu iOS<https://aka.ms/o0ukef>',
      'Wysłane z programu Poczta dla systemu Windows',
    ],
  },
  ru: {
    fresh: 'Спасибо, мне подходит.\n\nС уважением,\nАда',
    old: 'Вам подходит вторник?',
    attributions: [
      'вс, 3 мая 2026 г. в 10:12, Магазин <help@shop.example>:',
      'вс, 3 мая 2026 г. в 10:12, Служба поддержки магазина <\nsupport@shop.example>:',
      '3 мая 2026 г., в 10:12, Магазин <help@shop.example> написал(а):',
      '03.05.2026 10:12, Магазин пишет:',
      'воскресенье, 3 мая 2026 г., 10:12:00 GMT+3, Магазин <help@shop.example> написал(а):',
    ],
    header: ['От', 'Отправлено', 'Кому', 'Тема'],
    original: 'Исходное сообщение',
    devices: [
      'Отправлено с iPhone',
      'Отправлено с моего Galaxy',
      'Скачать Outlook для iOS<https://aka.ms/o0ukef>',
      'Отправлено из приложения Почта для Windows',
    ],
  },
  ja: {
    fresh: 'ありがとうございます。それで大丈夫です。\n\nよろしくお願いします。\nエイダ',
    old: '火曜日はいかがですか。',
    attributions: [
      '2026年5月3日(日) 10:12 ショップ <help@shop.example>:',
      '2026年5月3日(日) 10:12 ショップのお客様サポート窓口 <\nsupport@shop.example>:',
      '2026/05/03 10:12、ショップ <help@shop.example>のメール:',
      '2026/05/03 10:12、ショップ <help@shop.example>のメッセージ:',
      'On 2026/05/03 10:12, ショップ wrote:',
    ],
    header: ['差出人', '送信日時', '宛先', '件名'],
    original: '元のメッセージ',
    devices: [
      'iPhoneから送信',
      'Galaxyから送信',
      'iOS 版の Outlook を入手<https://aka.ms/o0ukef>',
      'Windows 版のメールから送信',
    ],
  },
  zh: {
    fresh: '谢谢，我可以。\n\n此致\n艾达',
    old: '星期二方便吗？',
    attributions: [
      '商店 <help@shop.example> 于2026年5月3日周日 10:12写道：',
      '商店客户服务中心 <support@shop.example> 于2026年5月3日周日\n10:12写道：',
      '2026年5月3日 上午10:12，商店 <help@shop.example> 写道：',
      '在 2026/5/3 10:12, 商店 写道:',
      '在 2026-05-03 10:12:00，"商店" <help@shop.example> 写道：',
    ],
    header: ['发件人', '发送时间', '收件人', '主题'],
    original: '原始邮件',
    devices: [
      '发自我的iPhone',
      '从我的 Galaxy 发送',
      '获取 Outlook for iOS<https://aka.ms/o0ukef>',
      '发送自 Windows 版邮件应用',
    ],
  },
  sv: {
    fresh: 'Tack, det passar mig.\n\nMed vänliga hälsningar\nAda',
    old: 'Passar tisdag?',
    attributions: [
      'Den sön 3 maj 2026 kl 10:12 skrev Butiken <hjalp@butik.example>:',
      'Den sön 3 maj 2026 kl 10:12 skrev Kundtjänsten i Butiken <\nkundtjanst@butik.example>:',
      '3 maj 2026 kl. 10:12 skrev Butiken <hjalp@butik.example>:',
      'Den 2026-05-03 kl. 10:12, skrev Butiken:',
      'Den söndag 3 maj 2026 10:12:00 CEST skrev Butiken <hjalp@butik.example>:',
    ],
    header: ['Från', 'Skickat', 'Till', 'Ämne'],
    original: 'Ursprungligt meddelande',
    devices: [
      'Skickat från min iPhone',
      'Skickat från min Galaxy',
      'Hämta Outlook för iOS<https://aka.ms/o0ukef>',
      'Skickades från E-post för Windows',
    ],
  },
  da: {
    fresh: 'Tak, det passer mig.\n\nVenlig hilsen\nAda',
    old: 'Passer tirsdag?',
    attributions: [
      'Den søn. 3. maj 2026 kl. 10.12 skrev Butikken <hjaelp@butik.example>:',
      'Den 3. maj 2026 kl. 10.12 skrev Butikken <hjaelp@butik.example>:',
      'Den 03.05.2026 kl. 10.12 skrev Butikken:',
    ],
    header: ['Fra', 'Sendt', 'Til', 'Emne'],
    original: 'Oprindelig meddelelse',
    devices: ['Sendt fra min iPhone', 'Sendt fra min Galaxy', 'Hent Outlook til iOS<https://aka.ms/o0ukef>'],
  },
  ko: {
    fresh: '감사합니다. 괜찮습니다.',
    old: '화요일 괜찮으세요?',
    attributions: [
      '2026년 5월 3일 (일) 오전 10:12, 상점 <help@shop.example>님이 작성:',
      '2026. 5. 3. 오전 10:12, 상점 <help@shop.example> 작성:',
    ],
    header: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
    original: '원본 메시지',
    devices: ['나의 iPhone에서 보냄', 'Outlook for iOS 다운로드<https://aka.ms/o0ukef>'],
  },
}
