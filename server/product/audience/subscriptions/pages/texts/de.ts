import type { Texts } from './texts.js'

export const de: Texts = {
  pages: {
    confirm: {
      title: 'Anmeldung bestätigen',
      text: 'Bitte bestätigen Sie, dass Sie E-Mails von dieser Liste erhalten möchten.',
    },
    confirmed: {
      title: 'Sie sind angemeldet',
      text: 'Vielen Dank. Sie erhalten E-Mails von dieser Liste und können sich jederzeit wieder abmelden.',
    },
    alreadyConfirmed: {
      title: 'Sie sind bereits angemeldet',
      text: 'Diese Anmeldung wurde schon bestätigt. Sie müssen nichts weiter tun.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er galt 7 Tage. Falls Sie noch nicht bestätigt haben, melden Sie sich bitte erneut an.',
    },
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Sie haben sich nach dieser E-Mail abgemeldet. Für weitere E-Mails melden Sie sich neu an.',
    },
    invalid: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er ist unvollständig oder wurde verändert. Bitte öffnen Sie den Link in der E-Mail noch einmal.',
    },
    unsubscribe: {
      title: 'Abmelden?',
      text: 'Bitte bestätigen Sie, dass Sie keine E-Mails von dieser Liste mehr erhalten möchten.',
    },
    unsubscribed: {
      title: 'Sie sind abgemeldet',
      text: 'Sie erhalten keine E-Mails von dieser Liste mehr. Was schon unterwegs ist, kann noch ankommen.',
    },
    gone: {
      title: 'Diese Anmeldung gibt es nicht mehr',
      text: 'Durch sie erhalten Sie keine E-Mails. Wenn Sie das möchten, melden Sie sich bitte erneut an.',
    },
    optOut: {
      title: 'Newsletter abbestellen?',
      text: 'Bitte bestätigen Sie, dass Sie keine Newsletter und Angebote dieses Absenders mehr erhalten möchten.',
    },
    optedOut: {
      title: 'Newsletter abbestellt',
      text: 'Sie erhalten keine Newsletter und Angebote dieses Absenders mehr. Was schon unterwegs ist, kann noch kommen.',
    },
    optOutGone: {
      title: 'Sie sind kein Empfänger mehr',
      text: 'Dieser Absender führt Sie nicht mehr als Empfänger von Newslettern. Sie müssen nichts weiter tun.',
    },
    preview: {
      title: 'Das ist eine Vorschau',
      text: 'Der Link gehört zur Vorschau oder zum Test einer E-Mail und meldet deshalb niemanden ab.',
    },
    unavailable: {
      title: 'Gerade nicht verfügbar',
      text: 'Das ist im Moment leider nicht möglich. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Bitte versuchen Sie es noch einmal. Hilft das nicht, wenden Sie sich an den Absender der E-Mail.',
    },
  },
  list: 'Liste',
  sender: 'Absender',
  address: 'E-Mail-Adresse',
  confirmButton: 'Anmeldung bestätigen',
  unsubscribeButton: 'Abmelden',
  notAsked: 'Das waren nicht Sie? Schließen Sie einfach diese Seite, dann werden Sie nicht angemeldet.',
  tryAgain: 'Noch einmal versuchen',
  preferences: {
    title: 'E-Mail-Einstellungen',
    text: 'Wählen Sie aus, welche E-Mails Sie von diesem Absender erhalten möchten.',
    saved: 'Ihre Auswahl wurde gespeichert.',
    receivesNothing:
      'Sie haben alle Newsletter und Angebote dieses Absenders abbestellt. Die Auswahl unten gilt erst, wenn Sie wieder E-Mails erhalten möchten.',
    resubscribeButton: 'Wieder E-Mails erhalten',
    leaveTopicButton: '{topic} abbestellen',
    topics: 'Themen',
    saveButton: 'Auswahl speichern',
    leaveAllButton: 'Alles abbestellen',
    stillArrives:
      'Nachrichten, die weder Newsletter noch Angebote sind, etwa Rechnungen, erhalten Sie weiterhin.',
  },
}
